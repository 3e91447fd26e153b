//! Agents around agents: what can be decided about a turn from outside is no branch inside a search.

use crate::agent::{Agent, AgentError, SearchReport};
use crate::alphabeta::{AlphaBeta, AlphaBetaOptions};
use crate::budget::Meter;
use treebench_games::playout::finish_move;
use treebench_games::{GameInfo, Move, Player, Position, Rng, Scratch};

/// Plays two-player games by another agent while chance events are left, and by alpha-beta after that (the "-mm" of the tree-reductions
/// paper). Both have the same budget; an iteration of alpha-beta is a position visited.
pub(crate) struct SolverHandOver {
    inner: Box<dyn Agent>,
    solver: AlphaBeta,
    /// Whether the game has chance at all.
    chance: bool,
    /// Whether the last turn was the solver's.
    solving: bool,
}

impl SolverHandOver {
    /// Around this agent, with a table of this many bytes for the solver.
    pub(crate) fn new(info: GameInfo, inner: Box<dyn Agent>, table_bytes: usize) -> SolverHandOver {
        let options = AlphaBetaOptions { depth: u8::MAX, table_bytes, ordering: true };
        // The solver meets only positions without chance.
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

/// Plays its first `turns` turns at random (tree-reductions paper, Fig. 2), the others as another agent.
pub(crate) struct RandomTurns {
    inner: Box<dyn Agent>,
    turns: u32,
    left: u32,
    rng: Rng,
    scratch: Scratch,
}

impl RandomTurns {
    /// This agent after a number of random turns.
    pub(crate) fn new(inner: Box<dyn Agent>, turns: u32) -> RandomTurns {
        RandomTurns { inner, turns, left: turns, rng: Rng::from_seed(0), scratch: Scratch::default() }
    }
}

impl Agent for RandomTurns {
    fn start(&mut self, seat: Player, rng: Rng) {
        self.left = self.turns;
        // The inner agent has a random stream of its own, the same as without random turns.
        self.inner.start(seat, rng.clone());
        let mut rng = rng;
        let key: [u8; 32] = std::array::from_fn(|_| rng.bits32() as u8);
        self.rng = Rng::new(key, 1);
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        if self.left == 0 {
            return self.inner.choose(position, meter, submove);
        }
        self.left -= 1;
        let mut here = position.boxed();
        finish_move(here.as_mut(), &mut self.rng, &mut self.scratch).ok_or_else(|| AgentError("there is no legal move".into()))?;
        submove.extend_from_slice(self.scratch.submove());
        Ok(())
    }

    fn observe(&mut self, before: &dyn Position, submove: &[Move]) {
        self.inner.observe(before, submove);
    }

    fn report(&self) -> SearchReport {
        self.inner.report()
    }
}
