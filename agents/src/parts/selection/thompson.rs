//! Thompson sampling with a beta distribution per child.

use super::term::{Arm, Siblings, Term};
use crate::search::Node;
use treebench_games::Rng;

/// In place of the value a draw from Beta(1 + wins, 1 + losses), where a result between loss and win counts partly as each (Thompson 1933; Agrawal
/// and Goyal 2012). The term has its own random generator, seeded by that of the search.
#[derive(Clone, Debug)]
pub struct Thompson {
    rng: Rng,
    /// The second number of a pair from the polar method, if unused.
    spare: Option<f64>,
}

impl Default for Thompson {
    fn default() -> Self {
        Thompson { rng: Rng::from_seed(0), spare: None }
    }
}

impl Thompson {
    /// A standard normal number (Marsaglia's polar method, 1964).
    fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        loop {
            let (x, y) = (2.0 * self.rng.unit() - 1.0, 2.0 * self.rng.unit() - 1.0);
            let s = x * x + y * y;
            if s > 0.0 && s < 1.0 {
                let factor = (-2.0 * libm::log(s) / s).sqrt();
                self.spare = Some(y * factor);
                return x * factor;
            }
        }
    }

    /// A number from the gamma distribution with this shape, at least 1 (Marsaglia and Tsang 2000).
    fn gamma(&mut self, shape: f64) -> f64 {
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let x = self.normal();
            let v = (1.0 + c * x).powi(3);
            if v > 0.0 && libm::log(1.0 - self.rng.unit()) < 0.5 * x * x + d - d * v + d * libm::log(v) {
                return d * v;
            }
        }
    }

    /// A number from Beta(1 + wins, 1 + losses).
    pub fn draw(&mut self, wins: f64, losses: f64) -> f64 {
        let (won, lost) = (self.gamma(1.0 + wins), self.gamma(1.0 + losses));
        won / (won + lost)
    }
}

impl Term for Thompson {
    type Context<'t> = ();
    const DIVIDES: bool = true;

    fn begin(&mut self, rng: &mut Rng) {
        let mut key = [0; 32];
        key.chunks_exact_mut(8).for_each(|word| word.copy_from_slice(&rng.bits64().to_le_bytes()));
        *self = Thompson { rng: Rng::new(key, 0), spare: None };
    }

    fn at(&self, _siblings: &Siblings<'_>) {}

    fn value(&mut self, _at: &(), _k: usize, child: &Node, arm: &mut Arm) -> bool {
        arm.value = self.draw(child.value, f64::from(child.visits) - child.value);
        true
    }
}
