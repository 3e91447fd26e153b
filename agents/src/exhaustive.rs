//! Textbook exact searches for counting visited positions: minimax, alpha-beta, NegaScout.
//!
//! Each is one depth-first search to a fixed depth, with moves in the game's order and no memory except the current line. They have no
//! iterative deepening, move ordering or transposition tables, which [`alphabeta`](crate::alphabeta) has, and do not handle chance or more
//! than two players.
//!
//! Papers: Knuth and Moore 1975 (minimax, alpha-beta), Reinefeld 1983 (NegaScout); Bjorge and Schaeffer 2010, sections 1.2 and 4.1.2.

use crate::agent::{Agent, AgentError, Proof, RootMove, SearchReport};
use crate::budget::Meter;
use treebench_games::notation::whole_moves;
use treebench_games::{GameInfo, Move, Player, Position, Rng, Turn};

/// The kind of pruning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// None: minimax.
    None,
    /// Alpha-beta.
    AlphaBeta,
    /// NegaScout: alpha-beta with a null-window search for all moves but the first.
    Scout,
}

/// Half the least distance between different values.
const SCOUT: f64 = 1e-7;

/// An exact search. Every visit of a nodal position is an iteration of the meter and costs one state.
pub struct Exhaustive {
    info: GameInfo,
    pruning: Pruning,
    depth: u32,
    lines: Vec<Line>,
    report: SearchReport,
}

/// A position on the current line, and its moves.
struct Line {
    position: Box<dyn Position>,
    moves: Vec<Move>,
}

/// The budget is spent.
struct BudgetSpent;

/// A window: a value is exact inside and a bound outside.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

impl Exhaustive {
    /// A search of this depth in whole moves, with estimates at the horizon.
    pub fn new(info: GameInfo, pruning: Pruning, depth: u32) -> Self {
        Exhaustive { info, pruning, depth: depth.max(1), lines: Vec::new(), report: SearchReport::default() }
    }

    fn search(&mut self, position: &dyn Position, meter: &mut Meter) -> Result<Vec<Move>, AgentError> {
        let Turn::Player(mover) = position.turn() else { return Err(AgentError::new("it is no player's turn")) };
        let begun = meter.iterations();
        let mut window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
        let mut moves = whole_moves(position).into_iter();
        let mut best = moves.next().ok_or_else(|| AgentError::new("there is no legal move"))?;
        let mut root: Vec<RootMove> = Vec::new();
        let mut complete = true;
        for submove in std::iter::once(best.clone()).chain(moves) {
            self.enter(0, position);
            submove.iter().for_each(|&m| self.lines[0].position.apply(m));
            let before = meter.iterations();
            let Ok(value) = self.child(0, mover, self.depth - 1, window, root.is_empty(), meter) else {
                complete = false;
                break;
            };
            // A nodal position always has a value.
            let value = value.unwrap_or(0.5);
            if root.is_empty() || value > window.alpha {
                window.alpha = value;
                best.clone_from(&submove);
            }
            root.push(RootMove { submove, written: None, visits: meter.iterations() - before, mean: value, known: Proof::default() });
        }
        root.sort_by(|a, b| (b.submove == best, b.mean).partial_cmp(&(a.submove == best, a.mean)).unwrap_or(std::cmp::Ordering::Equal));
        let bounds = if complete { (window.alpha, window.alpha) } else { (0.0, 1.0) };
        let known = Proof { bounds: Some(bounds), ..Proof::default() };
        self.report = SearchReport { nodes: meter.iterations() - begun, bytes: 0, known, root, line: Vec::new() };
        Ok(best)
    }

    /// Pushes a position onto the line.
    fn enter(&mut self, ply: usize, position: &dyn Position) {
        match self.lines.get_mut(ply) {
            Some(line) => position.store_in(&mut line.position),
            None => self.lines.push(Line { position: position.boxed(), moves: Vec::new() }),
        }
    }

    /// The value for `player` of the position that the player's move has just led to; `None` for a dead end. In NegaScout only the first
    /// move gets the whole window.
    fn child(
        &mut self,
        ply: usize,
        player: Player,
        depth: u32,
        window: Window,
        first: bool,
        meter: &mut Meter,
    ) -> Result<Option<f64>, BudgetSpent> {
        if self.pruning != Pruning::Scout || first {
            return self.value(ply, player, depth, window, meter);
        }
        let scout = Window { beta: window.alpha + SCOUT, ..window };
        match self.value(ply, player, depth, scout, meter)? {
            Some(value) if value >= scout.beta && value < window.beta => {
                self.value(ply, player, depth, Window { alpha: value - SCOUT, ..window }, meter)
            }
            found => Ok(found),
        }
    }

    /// The value for a player of the position at a ply.
    fn value(&mut self, ply: usize, player: Player, depth: u32, window: Window, meter: &mut Meter) -> Result<Option<f64>, BudgetSpent> {
        let here = self.lines[ply].position.as_ref();
        if here.is_nodal() {
            if !meter.another() {
                return Err(BudgetSpent);
            }
            meter.spend(1);
        }
        match here.turn() {
            Turn::Player(mover) if depth == 0 && here.is_nodal() => Ok(Some(self.estimate(ply, mover, player))),
            Turn::Player(mover) if mover == player => self.best(ply, mover, depth, window, meter),
            Turn::Player(mover) => {
                let flipped = Window { alpha: 1.0 - window.beta, beta: 1.0 - window.alpha };
                Ok(self.best(ply, mover, depth, flipped, meter)?.map(|value| 1.0 - value))
            }
            Turn::Over | Turn::Chance => Ok(Some(self.score(ply, player))),
        }
    }

    /// The value for the mover.
    fn best(&mut self, ply: usize, mover: Player, depth: u32, window: Window, meter: &mut Meter) -> Result<Option<f64>, BudgetSpent> {
        let mut open = window;
        let mut best: Option<f64> = None;
        let Line { position, moves } = &mut self.lines[ply];
        position.moves(moves);
        for k in 0..self.lines[ply].moves.len() {
            let m = self.lines[ply].moves[k];
            if self.lines.len() == ply + 1 {
                let position = self.lines[ply].position.boxed();
                self.lines.push(Line { position, moves: Vec::new() });
            }
            let [.., here, below] = &mut self.lines[..ply + 2] else { return Err(BudgetSpent) };
            below.position.copy_from(here.position.as_ref());
            below.position.apply(m);
            let left = depth - u32::from(below.position.is_nodal());
            let Some(value) = self.child(ply + 1, mover, left, open, best.is_none(), meter)? else { continue };
            if best.is_none_or(|best| value > best) {
                best = Some(value);
            }
            if self.pruning != Pruning::None {
                open.alpha = open.alpha.max(value);
                if value >= window.beta {
                    break;
                }
            }
        }
        // A nodal position from which every way is a dead end is the end of the game.
        Ok(best.or_else(|| self.lines[ply].position.is_nodal().then(|| self.score(ply, mover))))
    }

    /// (1 + own score − opponent's) / 2.
    fn score(&self, ply: usize, player: Player) -> f64 {
        let score = |player| self.info.normalise(self.lines[ply].position.score(player));
        (1.0 + score(player) - score(1 - player)) / 2.0
    }

    /// The game's own estimate, or ½ if it has none.
    fn estimate(&self, ply: usize, mover: Player, player: Player) -> f64 {
        let here = &self.lines[ply].position;
        let value = match (here.evaluate(mover), here.evaluate(1 - mover)) {
            (Some(own), Some(other)) => (1.0 + self.info.normalise(own) - self.info.normalise(other)) / 2.0,
            _ => 0.5,
        };
        if mover == player { value } else { 1.0 - value }
    }
}

impl Agent for Exhaustive {
    /// It draws no random numbers.
    fn start(&mut self, _seat: Player, _rng: Rng) {
        self.report = SearchReport::default();
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        submove.extend(self.search(position, meter)?);
        Ok(())
    }

    /// Nodes are the positions visited.
    fn report(&self) -> SearchReport {
        self.report.clone()
    }
}
