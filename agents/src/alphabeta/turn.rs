//! The search as an agent.

use super::AlphaBeta;
use super::Findings;
use crate::agent::{Agent, AgentError, Known, RootMove, SearchReport};
use crate::budget::Meter;
use treebench_games::{Move, Player, Position, Rng};

impl Agent for AlphaBeta {
    /// It draws no random numbers.
    fn start(&mut self, _seat: Player, _rng: Rng) {
        self.clear();
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        submove.extend_from_slice(&self.search(position, meter)?.submove);
        Ok(())
    }

    /// Nodes are the entries of the table. The move played comes first, then the others by value; see [`AlphaBeta::root_moves`].
    fn report(&self) -> SearchReport {
        let chosen = self.findings().submove.first();
        let mut root: Vec<RootMove> = self.root_moves().cloned().collect();
        root.sort_by(|a, b| {
            let rank = |child: &RootMove| (child.submove.first() == chosen, child.mean, child.visits);
            rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let Findings { value, proven, .. } = *self.findings();
        let bounds = if proven { (value, value) } else { (0.0, 1.0) };
        let known = Known { bounds: Some(bounds), ..Known::default() };
        SearchReport { nodes: self.table().used(), bytes: self.table().bytes() as u64, known, root }
    }
}
