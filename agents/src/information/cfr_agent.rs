//! The agent of an equilibrium that was learned before the game.

use super::strategy::Strategy;
use crate::agent::{Agent, AgentError, Proof, RootMove, SearchReport};
use crate::budget::Meter;
use std::sync::Arc;
use treebench_games::{Move, Player, Position, Rng};

/// Plays by a strategy that was learned before the game.
pub(crate) struct CfrAgent {
    strategy: Arc<Strategy>,
    seat: Player,
    rng: Rng,
    report: SearchReport,
}

/// The visits that are reported of a move with probability 1.
const CERTAIN: f64 = 1e9;

impl CfrAgent {
    pub(crate) fn new(strategy: Arc<Strategy>) -> CfrAgent {
        CfrAgent { strategy, seat: 0, rng: Rng::from_seed(0), report: SearchReport::default() }
    }
}

impl Agent for CfrAgent {
    fn start(&mut self, seat: Player, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        if meter.another() {
            meter.spend(0);
        }
        let key = position.information().map_or_else(|| position.key(), |information| information.known_key(self.seat));
        let root = |(m, p): (Move, f64)| RootMove {
            submove: vec![m],
            written: None,
            visits: (CERTAIN * p).round() as u64,
            mean: 0.0,
            known: Proof::default(),
        };
        self.report.root = self.strategy.at(key).map(root).collect();
        self.report.root.sort_by_key(|root| std::cmp::Reverse(root.visits));
        let mut rest = self.rng.unit();
        let mut last = None;
        for (m, p) in self.strategy.at(key) {
            last = if p > 0.0 { Some(m) } else { last };
            rest -= p;
            if rest < 0.0 {
                break;
            }
        }
        submove
            .push(last.ok_or_else(|| AgentError::new("has no strategy for this position, which the start of the game does not lead to"))?);
        Ok(())
    }

    /// The strategy here: of 10⁹ visits, every move has its share.
    fn report(&self) -> SearchReport {
        self.report.clone()
    }
}
