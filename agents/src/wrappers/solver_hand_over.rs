//! Minimax once chance has had its say.

use crate::agent::{Agent, AgentError, SearchReport};
use crate::alphabeta::{AlphaBeta, AlphaBetaOptions};
use crate::budget::Meter;
use treebench_games::{GameInfo, Move, Player, Position, Rng};

/// Leaves a game of two to alpha-beta where chance cannot act any more, and until then to another agent (the "-mm" of the
/// tree-reductions paper). Both have the same budget; an iteration of alpha-beta is a position visited.
pub struct SolverHandOver {
    inner: Box<dyn Agent>,
    solver: AlphaBeta,
    /// Whether the game has chance at all.
    chance: bool,
    /// Whether the last turn was the solver's.
    solving: bool,
}

impl SolverHandOver {
    /// Around this agent, with so many bytes for the solver's table.
    pub fn new(info: GameInfo, inner: Box<dyn Agent>, table_bytes: usize) -> SolverHandOver {
        let options = AlphaBetaOptions { depth: u8::MAX, table_bytes, ordering: true };
        // What is left to the solver is a game without chance.
        let solver = AlphaBeta::new(GameInfo { chance: false, ..info }, options);
        SolverHandOver { inner, solver, chance: info.chance, solving: false }
    }
}

impl Agent for SolverHandOver {
    fn start(&mut self, seat: Player, rng: Rng) {
        self.solver.clear();
        self.solving = false;
        self.inner.start(seat, rng);
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        self.solving = !self.chance || position.chance().is_none_or(|chance| !chance.is_ahead());
        let agent: &mut dyn Agent = if self.solving { &mut self.solver } else { self.inner.as_mut() };
        agent.choose(position, meter, submove)
    }

    fn observe(&mut self, before: &dyn Position, submove: &[Move]) {
        self.inner.observe(before, submove);
    }

    fn report(&self) -> SearchReport {
        if self.solving { self.solver.report() } else { self.inner.report() }
    }
}
