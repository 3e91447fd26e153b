//! The search as an agent.

use super::Expectimax;
use crate::agent::{Agent, AgentError, Known, SearchReport};
use crate::budget::Meter;
use treebench_games::{Move, Player, Position, Rng};

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
        let known = Known { bounds: Some(bounds), ..Known::default() };
        SearchReport { nodes: 0, bytes: 0, known, root: self.root.clone() }
    }
}
