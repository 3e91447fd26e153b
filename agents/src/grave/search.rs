//! The search loop, and the search as an agent.

use super::table::{MoveResults, Positions};
use crate::agent::{Agent, AgentError, Proof, RootMove, SearchReport};
use crate::budget::Meter;
use crate::greatest::first_greatest;
use crate::parts::backup::ResultTables;
use crate::search::{ActionId, Actions, Edges, MoveLister, Tracing};
use treebench_games::{GameInfo, Move, Player, Position, Rng, Scratch, Turn};

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GraveTableOptions {
    /// Playouts that an entry must have more than for its all-moves-as-first results to be used.
    pub least_playouts: u32,
    /// The constant that limits the weight of all moves as first: `bias` of the print, 4b² of Gelly and Silver.
    pub bias: f64,
    /// Whether entries are kept for the next turn.
    pub reuse: bool,
    /// Moves by players after which a playout is cut off.
    pub playout_cap: u32,
    /// Every player's score in a playout that is cut off.
    pub cap_score: f64,
    /// Entries after which no more are made.
    pub max_entries: usize,
}

/// A search with its memory.
pub struct GraveTable {
    info: GameInfo,
    options: GraveTableOptions,
    rng: Rng,
    positions: Positions,
    /// All moves as first of entry n in table n + 1.
    amaf: ResultTables,
    actions: Actions,
    lister: MoveLister,
    edges: Edges,
    scratch: Scratch,
    /// The entries that the iteration passed, the root's first.
    path: Vec<PathEntry>,
    scores: Vec<f64>,
    /// By action and player, the iteration in which it was last played.
    played: Vec<u32>,
    /// The actions below the entry that is updated.
    below: Vec<(Player, u32)>,
    iteration: u32,
    /// The entry of the last position searched.
    root: Option<u32>,
}

/// An entry on the way of an iteration.
#[derive(Clone, Copy)]
struct PathEntry {
    entry: u32,
    /// Which of its moves was played, and by whom; `None` where the playout begins.
    chosen: Option<(usize, Player)>,
    /// Semimoves on the way to it.
    semimoves: usize,
}

impl GraveTable {
    /// A search for a game with these facts, without chance.
    pub fn new(info: GameInfo, options: GraveTableOptions) -> GraveTable {
        GraveTable {
            info,
            options,
            rng: Rng::from_seed(0),
            positions: Positions::default(),
            amaf: ResultTables::default(),
            actions: Actions::traced(Tracing::Prefixes),
            lister: MoveLister::default(),
            edges: Edges::default(),
            scratch: Scratch::default(),
            path: Vec::new(),
            scores: Vec::new(),
            played: Vec::new(),
            below: Vec::new(),
            iteration: 0,
            root: None,
        }
    }

    /// Iterations from a position until the budget is spent.
    fn search(&mut self, position: &dyn Position, meter: &mut Meter) {
        if !self.options.reuse {
            self.forget();
        }
        let mut here = position.boxed();
        while meter.another() {
            here.copy_from(position);
            let states = self.iterate(here.as_mut());
            meter.spend(states);
        }
        self.root = self.positions.find(position.key());
    }

    /// One iteration, which leaves the position at its end. Returns the whole moves played.
    fn iterate(&mut self, position: &mut dyn Position) -> u64 {
        self.iteration = self.iteration.wrapping_add(1).max(1);
        self.path.clear();
        self.actions.clear();
        let mut states = 0;
        let mut reference = 0;
        let over = loop {
            let Turn::Player(player) = position.turn() else { break true };
            let (key, semimoves) = (position.key(), self.actions.trace.semimoves().len());
            let Some(entry) = self.positions.find(key) else {
                let room = self.positions.len() < self.options.max_entries;
                if room && let Some(entry) = self.open(position, key) {
                    self.path.push(PathEntry { entry, chosen: None, semimoves });
                }
                break self.play_out(position, &mut states);
            };
            let known = self.positions.entry_mut(entry);
            if known.passed == self.iteration {
                break self.play_out(position, &mut states);
            }
            known.passed = self.iteration;
            if self.path.is_empty() || known.playouts > self.options.least_playouts {
                reference = entry + 1;
            }
            let k = self.best(entry, player, reference);
            self.path.push(PathEntry { entry, chosen: Some((k, player)), semimoves });
            let submove = self.positions.submove(&self.positions.moves(entry)[k]);
            self.actions.trace.push(player, submove);
            submove.iter().for_each(|&m| position.apply(m));
            states += 1;
        };
        self.scores.clear();
        if over {
            self.scores.extend((0..self.info.players).map(|player| self.info.normalise(position.score(player))));
        } else {
            self.scores.resize(self.info.players, self.options.cap_score);
        }
        self.update();
        states
    }

    /// Makes an entry; `None` if every semimove leads to a dead end, where the game is over.
    fn open(&mut self, position: &dyn Position, key: u64) -> Option<u32> {
        self.edges.clear();
        self.lister.list(position, &mut self.scratch, &mut self.edges);
        let entry = (!self.edges.is_empty()).then(|| self.positions.add(key, &self.edges, &mut self.actions.ids))?;
        self.positions.entry_mut(entry).passed = self.iteration;
        Some(entry)
    }

    /// Plays out; whether the game came to its end.
    fn play_out(&mut self, position: &mut dyn Position, states: &mut u64) -> bool {
        let playout = position.playout_traced(&mut self.rng, self.options.playout_cap, &mut self.scratch, &mut self.actions.trace);
        *states += u64::from(playout.moves);
        playout.over
    }

    /// The move of greatest value, the first of equal ones.
    fn best(&self, entry: u32, player: Player, reference: u32) -> usize {
        let moves = self.positions.moves(entry).iter();
        first_greatest(moves.map(|results| self.value(results, player, reference))).map_or(0, |(k, _)| k)
    }

    fn value(&self, results: &MoveResults, player: Player, reference: u32) -> f64 {
        let amaf = self.amaf.of(reference, self.key(player, results.action));
        let (n, samples) = (f64::from(results.playouts), f64::from(amaf.visits));
        match (results.playouts, amaf.visits) {
            (0, 0) => 1.0,
            (0, _) => amaf.value / samples,
            (_, 0) => results.value / n,
            _ => {
                let beta = samples / (samples + n + self.options.bias * samples * n);
                (1.0 - beta) * (results.value / n) + beta * (amaf.value / samples)
            }
        }
    }

    fn key(&self, player: Player, action: ActionId) -> u32 {
        action.0.wrapping_mul(self.info.players as u32).wrapping_add(player as u32)
    }

    /// Adds the scores to the entries passed. An action played twice below an entry counts once.
    fn update(&mut self) {
        self.actions.number();
        self.below.clear();
        let mut from = self.actions.steps().len();
        while let Some(PathEntry { entry, chosen, semimoves }) = self.path.pop() {
            for step in self.actions.steps()[semimoves..from].iter().rev().filter(|step| step.last) {
                let key = self.key(step.player(), step.prefix);
                if self.played.len() <= key as usize {
                    self.played.resize((key as usize + 1) * 2, 0);
                }
                if std::mem::replace(&mut self.played[key as usize], self.iteration) != self.iteration {
                    self.below.push((step.player(), key));
                }
            }
            from = semimoves;
            for &(player, key) in &self.below {
                self.amaf.add(entry + 1, key, self.scores[player]);
            }
            self.positions.entry_mut(entry).playouts += 1;
            if let Some((k, player)) = chosen {
                let results = self.positions.move_mut(entry, k);
                results.playouts += 1;
                results.value += self.scores[player];
            }
        }
    }

    fn forget(&mut self) {
        self.positions.clear();
        self.amaf.clear();
        self.root = None;
    }

    /// The results of the moves of the position searched last.
    fn root_moves(&self) -> &[MoveResults] {
        self.root.map_or(&[], |root| self.positions.moves(root))
    }
}

impl Agent for GraveTable {
    fn start(&mut self, _seat: Player, rng: Rng) {
        self.rng = rng;
        self.forget();
        self.actions.forget();
        self.played.clear();
        self.iteration = 0;
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        self.search(position, meter);
        // The most playouts; of equal ones the first.
        let best = self.root_moves().iter().rev().max_by_key(|results| results.playouts);
        let best = best.ok_or_else(|| AgentError::new("there is no legal move"))?;
        submove.extend_from_slice(self.positions.submove(best));
        Ok(())
    }

    fn memory(&self) -> u64 {
        (self.positions.bytes() + self.amaf.bytes()) as u64
    }

    fn report(&self) -> SearchReport {
        let visited = self.root_moves().iter().filter(|results| results.playouts > 0);
        let mut root: Vec<RootMove> = visited
            .map(|results| RootMove {
                submove: self.positions.submove(results).to_vec(),
                written: None,
                visits: u64::from(results.playouts),
                mean: results.value / f64::from(results.playouts),
                known: Proof::default(),
            })
            .collect();
        root.sort_by(|a, b| (b.visits, b.mean).partial_cmp(&(a.visits, a.mean)).unwrap_or(std::cmp::Ordering::Equal));
        SearchReport { nodes: self.positions.len() as u64, bytes: self.memory(), root, ..SearchReport::default() }
    }
}
