//! Multiple-observer information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG
//! 4(2), 2012, section 4.4).

use super::sets::{Arm, Sets};
use crate::agent::{Agent, AgentError, Proof, RootMove, SearchReport};
use crate::budget::Meter;
use treebench_games::capabilities::Information;
use treebench_games::{GameInfo, Move, Player, Position, Rng, Scratch, Turn};

/// A search in which every player has a tree of its own information sets. Each iteration draws a position from what the searching player knows and plays
/// it to the end: in every player's tree by what that player knows there, and at random below.
pub(crate) struct MoIsmcts {
    info: GameInfo,
    exploration: f64,
    playout_cap: u32,
    most_sets: usize,
    sets: Sets,
    seat: Player,
    rng: Rng,
    scratch: Scratch,
    path: Vec<Choice>,
    /// The legal moves of the choices on the path, one after the other.
    legal: Vec<Move>,
    moves: Vec<Move>,
    found: SearchReport,
}

/// A choice on the path of an iteration.
#[derive(Clone, Copy)]
struct Choice {
    player: Player,
    key: u64,
    chosen: Move,
    /// Where its legal moves begin and end.
    legal: (usize, usize),
}

impl MoIsmcts {
    pub(crate) fn new(info: GameInfo, exploration: f64, playout_cap: u32, most_sets: usize) -> MoIsmcts {
        MoIsmcts {
            info,
            exploration,
            playout_cap,
            most_sets,
            sets: Sets::default(),
            seat: 0,
            rng: Rng::from_seed(0),
            scratch: Scratch::default(),
            path: Vec::new(),
            legal: Vec::new(),
            moves: Vec::new(),
            found: SearchReport::default(),
        }
    }

    /// One iteration from a position; returns the number of states computed.
    fn iterate(&mut self, here: &mut dyn Position) -> u64 {
        let mut states = 0;
        self.path.clear();
        self.legal.clear();
        loop {
            let m = match here.turn() {
                Turn::Over => break,
                Turn::Chance => here.sample(&mut self.rng, &mut self.moves),
                Turn::Player(player) => {
                    here.moves(&mut self.moves);
                    let key = known_key(here, player);
                    let (chosen, new) = self.sets.choose(key, &self.moves, self.exploration, &mut self.rng, self.most_sets);
                    let from = self.legal.len();
                    self.legal.extend_from_slice(&self.moves);
                    self.path.push(Choice { player, key, chosen, legal: (from, self.legal.len()) });
                    if new {
                        here.apply(chosen);
                        states += 1 + u64::from(here.playout(&mut self.rng, self.playout_cap, &mut self.scratch).moves);
                        break;
                    }
                    chosen
                }
            };
            here.apply(m);
            states += 1;
        }
        let over = here.turn() == Turn::Over;
        for choice in &self.path {
            let result = if over { self.info.normalise(here.score(choice.player)) } else { 0.5 };
            self.sets.add(choice.key, &self.legal[choice.legal.0..choice.legal.1], choice.chosen, result);
        }
        states
    }
}

fn root_move(arm: &Arm) -> RootMove {
    RootMove { submove: vec![arm.mv], written: None, visits: u64::from(arm.visits), mean: arm.mean(), known: Proof::default() }
}

fn known_key(here: &dyn Position, player: Player) -> u64 {
    here.information().map_or_else(|| here.key(), |information| information.known_key(player))
}

impl Agent for MoIsmcts {
    fn start(&mut self, seat: Player, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
        self.sets.clear();
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        let information: &dyn Information =
            position.information().ok_or_else(|| AgentError::new("searches information sets, which this game does not have"))?;
        self.sets.clear();
        while meter.another() {
            let mut world = information.resample(self.seat, &mut self.rng);
            let states = self.iterate(world.as_mut());
            meter.spend(states);
        }
        let legal = position.move_list();
        let mut arms = self.sets.arms(information.known_key(self.seat)).to_vec();
        arms.sort_by_key(|arm| std::cmp::Reverse(arm.visits));
        self.found = SearchReport { nodes: self.sets.len() as u64, root: arms.iter().map(root_move).collect(), ..SearchReport::default() };
        let chosen = arms.first().map(|arm| arm.mv).or_else(|| self.rng.pick(&legal));
        submove.extend(chosen);
        Ok(())
    }

    fn report(&self) -> SearchReport {
        self.found.clone()
    }
}
