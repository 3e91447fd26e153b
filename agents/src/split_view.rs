//! An agent that sees the game under its own split strategy.

use crate::agent::{Agent, AgentError, SearchReport};
use crate::budget::Meter;
use std::sync::Arc;
use treebench_games::notation::find_move;
use treebench_games::{Game, Move, NotationError, Player, Position, Rng};

/// Lets an agent play under a different split strategy from the referee's. Positions and whole moves are translated through what all views share:
/// nodal positions and the notation of whole moves.
pub(crate) struct SplitView {
    agent: Box<dyn Agent>,
    view: Arc<dyn Game>,
    /// The position that was last shown to the agent.
    shown: Option<Box<dyn Position>>,
}

impl SplitView {
    /// The agent under this view, or unchanged if the referee has the same view.
    pub(crate) fn of(game: &Arc<dyn Game>, view: Arc<dyn Game>, agent: Box<dyn Agent>) -> Box<dyn Agent> {
        if game.split() == view.split() { agent } else { Box::new(SplitView { agent, view, shown: None }) }
    }

    /// A position in the agent's view.
    fn see(&self, position: &dyn Position) -> Result<Box<dyn Position>, NotationError> {
        let mut seen = self.view.start();
        if position.described().is_some_and(|described| described.write_into(seen.as_mut())) {
            Ok(seen)
        } else {
            self.view.parse(&position.notation())
        }
    }
}

impl Agent for SplitView {
    fn start(&mut self, seat: Player, rng: Rng) {
        self.shown = None;
        self.agent.start(seat, rng);
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        let seen = self.see(position).map_err(|error| AgentError::new(error.to_string()))?;
        let mut chosen = Vec::new();
        self.agent.choose(seen.as_ref(), meter, &mut chosen)?;
        let written = seen.move_notation(&chosen);
        self.shown = Some(seen);
        let found = find_move(position, &written).map_err(|error| AgentError::new(error.to_string()))?;
        submove.extend(found);
        Ok(())
    }

    fn observe(&mut self, before: &dyn Position, submove: &[Move]) {
        // An agent that misses a move notices that it does not know the next position.
        let Ok(seen) = self.see(before) else { return };
        if let Ok(found) = find_move(seen.as_ref(), &before.move_notation(submove)) {
            self.agent.observe(seen.as_ref(), &found);
        }
    }

    fn inner(&self) -> Option<&dyn Agent> {
        Some(self.agent.as_ref())
    }

    fn inner_mut(&mut self) -> Option<&mut dyn Agent> {
        Some(self.agent.as_mut())
    }

    fn report(&self) -> SearchReport {
        let mut report = self.agent.report();
        if let Some(shown) = &self.shown {
            report.root.iter_mut().for_each(|root| root.written = Some(shown.move_notation(&root.submove)));
        }
        report
    }
}
