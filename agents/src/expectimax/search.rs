//! The search as an agent, and the recursion at players' nodes.

use crate::agent::{Agent, AgentError, Proof, RootMove, SearchReport};
use crate::budget::Meter;
use treebench_games::{GameInfo, Move, Params, Player, Position, Rng, Turn};

/// The kind of pruning at chance nodes.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// None, not even at players' nodes: plain expectimax.
    None,
    /// Star1: prunes outcomes that cannot bring the mean into the window, whatever their values.
    Star1,
    /// Star2: the same, after searching one move behind every outcome for a bound.
    Star2,
}

/// The settings of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpectimaxOptions {
    /// The greatest depth in moves by players; at least 1.
    pub depth: u32,
    /// The kind of pruning.
    pub pruning: Pruning,
}

/// An expectimax search with its memory.
pub struct Expectimax {
    pub(super) info: GameInfo,
    pub(super) options: ExpectimaxOptions,
    /// The player at the root, for whom all values are.
    pub(super) me: Player,
    /// The positions from the root to the current one; allocated as needed.
    pub(super) frames: Vec<Frame>,
    /// The moves at the root, the best of the last iteration first.
    pub(super) root: Vec<RootMove>,
    pub(super) value: f64,
    /// Whether the last iteration never reached the horizon.
    pub(super) solved: bool,
}

/// A position on the current line, and its moves or outcomes.
pub(super) struct Frame {
    pub(super) position: Box<dyn Position>,
    pub(super) moves: Vec<Move>,
    /// Bounds on the values of outcomes, for Star2.
    pub(super) bounds: Vec<Window>,
}

/// A search window; also the bounds of a value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Window {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Window {
    /// The full window.
    pub(super) const ALL: Window = Window { low: -1.0, high: 1.0 };
}

/// The budget is spent.
pub(super) struct BudgetSpent;

impl Expectimax {
    /// A search for a game with these facts.
    pub fn new(info: GameInfo, options: ExpectimaxOptions) -> Expectimax {
        Expectimax { info, options, me: 0, frames: Vec::new(), root: Vec::new(), value: 0.0, solved: false }
    }

    /// The value of the last position searched for the player to move, (1 + own score − opponent's) / 2 with scores on the scale [0, 1].
    pub fn value(&self) -> f64 {
        0.5 + 0.5 * self.value
    }

    /// Whether every line of the last search ended within its depth, so that the value is game-theoretic.
    pub fn is_solved(&self) -> bool {
        self.solved
    }

    /// The moves at the root, the best first. Visits count the positions visited below. Means are the values from the last search of each
    /// move; for moves that are not the best they may be only upper bounds.
    pub fn root_moves(&self) -> &[RootMove] {
        &self.root
    }

    /// Iterative deepening until every line ends within the depth, the budget is spent or the greatest depth is reached.
    ///
    /// Every visit of a position below the root is an iteration of the meter, and those after players' moves cost a state.
    ///
    /// # Errors
    /// If it is not a player's turn, there is no move, or the game is not a two-player game without semimoves.
    pub fn search(&mut self, position: &dyn Position, meter: &mut Meter) -> Result<(), AgentError> {
        let Turn::Player(me) = position.turn() else { return Err(AgentError::new("it is no player's turn")) };
        if self.info.players != 2 || position.is_split() {
            return Err(AgentError::new("expectimax plays games for two without semimoves only"));
        }
        self.me = me;
        self.root.clear();
        self.root.extend(position.move_list().into_iter().map(RootMove::unvisited));
        if self.root.is_empty() {
            return Err(AgentError::new("there is no legal move"));
        }
        match self.frames.first_mut() {
            Some(frame) => position.store_in(&mut frame.position),
            None => self.frames.push(Frame { position: position.boxed(), moves: Vec::new(), bounds: Vec::new() }),
        }
        for depth in 1..=self.options.depth {
            self.solved = true;
            let stopped = self.at_root(depth, meter).is_err();
            self.solved &= !stopped;
            if stopped || self.solved {
                break;
            }
        }
        Ok(())
    }

    /// One iteration. Its result is valid even if it is interrupted: the best move of the previous one was searched first.
    fn at_root(&mut self, depth: u32, meter: &mut Meter) -> Result<(), BudgetSpent> {
        let mut best: Option<f64> = None;
        for place in 0..self.root.len() {
            let window = Window { low: best.unwrap_or(Window::ALL.low), ..Window::ALL };
            let begun = meter.iterations();
            let value = self.below(0, self.root[place].submove[0], depth, window, meter)?;
            let child = &mut self.root[place];
            child.visits += meter.iterations() - begun;
            child.mean = 0.5 + 0.5 * value;
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                self.value = value;
                self.root[..=place].rotate_right(1);
            }
        }
        Ok(())
    }

    /// The value of the position after a move or an outcome; outside the window only a bound.
    pub(super) fn below(&mut self, ply: usize, m: Move, depth: u32, window: Window, meter: &mut Meter) -> Result<f64, BudgetSpent> {
        if !meter.another() {
            return Err(BudgetSpent);
        }
        let chance = self.frames[ply].position.turn() == Turn::Chance;
        meter.spend(u64::from(!chance));
        self.step(ply, m);
        self.at(ply + 1, depth - u32::from(!chance), window, meter)
    }

    /// Makes the next frame's position the one after a move or an outcome.
    pub(super) fn step(&mut self, ply: usize, m: Move) {
        if self.frames.len() == ply + 1 {
            let position = self.frames[ply].position.boxed();
            self.frames.push(Frame { position, moves: Vec::new(), bounds: Vec::new() });
        }
        if let [.., here, next] = &mut self.frames[..ply + 2] {
            next.position.copy_from(here.position.as_ref());
            next.position.apply(m);
        }
    }

    /// The value of a position on the current line.
    fn at(&mut self, ply: usize, depth: u32, window: Window, meter: &mut Meter) -> Result<f64, BudgetSpent> {
        let Frame { position, moves, .. } = &mut self.frames[ply];
        match position.turn() {
            Turn::Over => Ok(self.score(ply)),
            Turn::Chance => self.mean(ply, depth, window, meter),
            Turn::Player(_) if depth == 0 => {
                self.solved = false;
                Ok(self.estimate(ply))
            }
            Turn::Player(player) => {
                position.moves(moves);
                self.best(ply, depth, player == self.me, window, meter)
            }
        }
    }

    /// The value of the best move for the player to move.
    fn best(&mut self, ply: usize, depth: u32, mine: bool, mut window: Window, meter: &mut Meter) -> Result<f64, BudgetSpent> {
        let mut best = if mine { f64::NEG_INFINITY } else { f64::INFINITY };
        for place in 0..self.frames[ply].moves.len() {
            let m = self.frames[ply].moves[place];
            let value = self.below(ply, m, depth, window, meter)?;
            best = if mine { best.max(value) } else { best.min(value) };
            if self.options.pruning == Pruning::None {
                continue;
            }
            // Compares with the value, not with the other end of the window: a window may be empty where a mean must be met exactly.
            if if mine { best >= window.high } else { best <= window.low } {
                break;
            }
            if mine {
                window.low = window.low.max(best);
            } else {
                window.high = window.high.min(best);
            }
        }
        Ok(best)
    }

    /// The score of a finished game.
    fn score(&self, ply: usize) -> f64 {
        let position = &self.frames[ply].position;
        self.info.normalise(position.score(self.me)) - self.info.normalise(position.score(1 - self.me))
    }

    /// The game's own estimate, or the middle of the scale.
    fn estimate(&self, ply: usize) -> f64 {
        let position = &self.frames[ply].position;
        match (position.evaluate(self.me), position.evaluate(1 - self.me)) {
            (Some(own), Some(other)) => self.info.normalise(own) - self.info.normalise(other),
            _ => 0.0,
        }
    }
}

impl Agent for Expectimax {
    /// It draws no random numbers and keeps nothing from turn to turn.
    fn start(&mut self, _seat: Player, _rng: Rng) {
        self.root.clear();
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        self.search(position, meter)?;
        submove.extend_from_slice(&self.root[0].submove);
        Ok(())
    }

    fn report(&self) -> SearchReport {
        let bounds = if self.solved { (self.value(), self.value()) } else { (0.0, 1.0) };
        let known = Proof { bounds: Some(bounds), ..Proof::default() };
        SearchReport { nodes: 0, bytes: 0, known, root: self.root.clone(), line: Vec::new() }
    }
}
