//! Perfect-information Monte Carlo: a search of its own for each of several positions drawn from what the player knows (Long, Sturtevant, Buro and
//! Furtak, "Understanding the success of perfect information Monte Carlo sampling in game tree search", AAAI 2010).

use crate::agent::{Agent, AgentError, Proof, RootMove, SearchReport};
use crate::budget::{Budget, Meter};
use treebench_games::{Move, Player, Position, Rng};

/// Searches every drawn position as if all players saw it, and plays the move with the most votes.
pub(crate) struct Pimc {
    /// Searches one position.
    inner: Box<dyn Agent>,
    worlds: u32,
    seat: Player,
    rng: Rng,
    found: SearchReport,
}

impl Pimc {
    pub(crate) fn new(inner: Box<dyn Agent>, worlds: u32) -> Pimc {
        Pimc { inner, worlds, seat: 0, rng: Rng::from_seed(0), found: SearchReport::default() }
    }
}

/// The share of a budget for one of several positions; what a division leaves goes to the first ones. Time that drawing took is lost to those that are left, and
/// without time there is no position but the first.
fn share(meter: &Meter, place: u32, of: u32) -> Option<Budget> {
    let part = |n: u64| Some(n / u64::from(of) + u64::from(u64::from(place) < n % u64::from(of))).filter(|part| *part > 0);
    match meter.budget() {
        Budget::Iterations(n) => part(n).map(Budget::Iterations),
        Budget::States(n) => part(n).map(Budget::States),
        Budget::Time(time) => {
            let left = meter.time_left().unwrap_or(time);
            (place == 0 || !left.is_zero()).then(|| Budget::Time(left / (of - place)))
        }
        Budget::Clock(_) => Some(meter.budget()),
    }
}

impl Agent for Pimc {
    fn start(&mut self, seat: Player, rng: Rng) {
        (self.seat, self.rng) = (seat, rng);
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        // Moves with their votes and the sum of their means in the searches that chose them.
        let mut votes: Vec<(Vec<Move>, u64, f64)> = Vec::new();
        for place in 0..self.worlds {
            let Some(budget) = share(meter, place, self.worlds) else { break };
            // The position at hand was drawn, too.
            let mut world = position.boxed();
            let in_time = || meter.has_time();
            let found = position
                .information()
                .is_some_and(|information| information.resample_in_time(self.seat, &mut self.rng, world.as_mut(), &in_time));
            meter.count_failed_draws(u64::from(!found));
            let key: [u8; 32] = std::array::from_fn(|_| self.rng.bits32() as u8);
            self.inner.start(self.seat, Rng::new(key, 0));
            let (mut own, mut chosen) = (Meter::by_clock(budget, meter.clock(), true), Vec::new());
            self.inner.choose(world.as_ref(), &mut own, &mut chosen)?;
            meter.add(&own);
            let mean = self.inner.report().root.iter().find(|root| root.submove == chosen).map_or(0.0, |root| root.mean);
            match votes.iter_mut().find(|(known, ..)| *known == chosen) {
                Some((_, count, sum)) => (*count, *sum) = (*count + 1, *sum + mean),
                None => votes.push((chosen, 1, mean)),
            }
        }
        votes.sort_by_key(|(_, count, _)| std::cmp::Reverse(*count));
        let (best, ..) = votes.first().ok_or_else(|| AgentError::new("has no budget for a single position"))?;
        submove.extend_from_slice(best);
        let root = |(submove, visits, sum)| RootMove { submove, written: None, visits, mean: sum / visits as f64, known: Proof::default() };
        self.found = SearchReport { root: votes.into_iter().map(root).collect(), ..SearchReport::default() };
        Ok(())
    }

    fn memory(&self) -> u64 {
        self.inner.memory()
    }

    fn report(&self) -> SearchReport {
        self.found.clone()
    }
}
