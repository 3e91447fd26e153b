//! A handicap: random moves at the start.

use crate::agent::{Agent, AgentError, SearchReport};
use crate::budget::Meter;
use treebench_games::playout::finish_move;
use treebench_games::{Move, Player, Position, Rng, Scratch};

/// Plays so many of its own first turns at random (tree-reductions paper, Fig. 2), the others as another agent would.
pub struct RandomTurns {
    inner: Box<dyn Agent>,
    turns: u32,
    left: u32,
    rng: Rng,
    scratch: Scratch,
}

impl RandomTurns {
    /// Around this agent.
    pub fn new(inner: Box<dyn Agent>, turns: u32) -> RandomTurns {
        RandomTurns { inner, turns, left: turns, rng: Rng::from_seed(0), scratch: Scratch::default() }
    }
}

impl Agent for RandomTurns {
    fn start(&mut self, seat: Player, rng: Rng) {
        self.left = self.turns;
        // The inner agent's numbers are its own: without random turns it would draw the same.
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
