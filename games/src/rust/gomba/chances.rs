//! The probability that player 1 wins an unforced position, and the outcome of random play from there.

use std::sync::LazyLock;

/// 1 / (1 + e⁻ˣ), computed by libm.
pub(super) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// The table covers −`RANGE` to `RANGE`, where nearly all arguments lie.
const RANGE: f64 = 8.0;
/// Cells per unit.
const FINE: f64 = 32.0;
const CELLS: usize = (2.0 * RANGE * FINE) as usize;

/// The sigmoid at the edges of the cells.
pub(super) struct Sigmoids([f64; CELLS + 1]);

/// The table.
pub(super) fn sigmoids() -> &'static Sigmoids {
    static TABLE: LazyLock<Sigmoids> = LazyLock::new(|| Sigmoids(std::array::from_fn(|cell| sigmoid(cell as f64 / FINE - RANGE))));
    &TABLE
}

impl Sigmoids {
    /// Whether `u` < sigmoid(`x`). Only if `u` lies between the values at the edges of the cell, which is rare, is the exponential
    /// computed.
    #[inline(always)]
    pub(super) fn exceed(&self, u: f64, x: f64) -> bool {
        let place = (x + RANGE) * FINE;
        // Outside the table, and for NaN, the exponential decides as well.
        if place >= 0.0 && place < CELLS as f64 {
            let cell = place as usize;
            if u < self.0[cell] {
                return true;
            }
            if u >= self.0[cell + 1] {
                return false;
            }
        }
        u < sigmoid(x)
    }
}

/// Theorem 2, equation 6: the probability that random play ends with a win of player 1, if player 1 wins unforced positions with
/// probability `x`, every position has `branching` moves, and the leaves are far away, equally often after an odd and an even number of
/// moves.
pub(super) fn theorem_2(x: f64, branching: f64) -> f64 {
    x / 2.0 * (x * (branching - 1.0) + branching + 1.0) / (x * x * (branching - 1.0) - x * (branching - 1.0) + branching)
}

/// Equation 6 at the edges of the cells of the sigmoid's table, for one number of moves.
pub(super) struct Outcomes {
    branching: f64,
    edges: Box<[f64]>,
}

/// More than rounding can do to equation 6, which grows with `x`: its derivative is that of a fraction whose numerator is
/// b·(2(b − 1)·x·(1 − x) + b + 1)/2.
const MARGIN: f64 = 1e-9;

impl Outcomes {
    pub(super) fn new(branching: f64) -> Outcomes {
        let edges = sigmoids().0.iter().map(|&x| theorem_2(x, branching)).collect();
        Outcomes { branching, edges }
    }

    /// Whether `u` is less than equation 6 for sigmoid(`difficulty`), which is computed only if `u` lies between the values at the edges of the
    /// cell.
    #[inline(always)]
    pub(super) fn exceed(&self, u: f64, difficulty: f64) -> bool {
        let place = (difficulty + RANGE) * FINE;
        if place >= 0.0
            && place < CELLS as f64
            && let [low, high] = self.edges[place as usize..][..2]
        {
            let (below, above) = (u < low - MARGIN, u > high + MARGIN);
            if below | above {
                return below;
            }
        }
        u < theorem_2(sigmoid(difficulty), self.branching)
    }
}

/// The two limits whose mean is [`theorem_2`], from its proof: at leaves where player 0 has just moved, and at those where player 1 has.
/// The idealisation hides their difference.
#[cfg(test)]
pub(super) fn limits(x: f64, branching: f64) -> [f64; 2] {
    let a = x * (branching - 1.0) / branching;
    let both = x / (a * x - a + 1.0);
    [both, both * (1.0 / branching + a)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn the_table_says_what_the_exponential_says() {
        let mut rng = Rng::from_seed(3);
        for _ in 0..200_000 {
            let (u, x) = (rng.unit(), 24.0 * rng.unit() - 12.0);
            assert_eq!(sigmoids().exceed(u, x), u < sigmoid(x), "{u} {x}");
        }
        for x in [f64::INFINITY, 1000.0] {
            assert!(sigmoids().exceed(0.999_999, x) && !sigmoids().exceed(0.000_001, -x));
        }
    }

    #[test]
    fn the_table_says_what_equation_6_says() {
        let mut rng = Rng::from_seed(4);
        for branching in [1.0, 2.0, 3.0, 8.0, 200.0, 1000.0] {
            let outcomes = Outcomes::new(branching);
            for _ in 0..100_000 {
                let x = 24.0 * rng.unit() - 12.0;
                let exact = theorem_2(sigmoid(x), branching);
                // Numbers drawn as playouts draw them, and close ones.
                for u in [rng.unit(), exact, exact.next_up(), exact.next_down(), exact + 1e-3 * (rng.unit() - 0.5)] {
                    assert_eq!(outcomes.exceed(u, x), u < exact, "{u} {x}");
                }
            }
        }
    }

    #[test]
    fn equation_6_is_the_mean_of_its_two_limits() {
        for branching in [2.0, 8.0, 200.0] {
            for x in [0.0, 0.1, 0.5, 0.9, 1.0] {
                let [even, odd] = limits(x, branching);
                assert!((theorem_2(x, branching) - (even + odd) / 2.0).abs() < 1e-12);
                // They are fixed points of the recurrence, equation 12.
                let a = x * (branching - 1.0) / branching;
                assert!((even - (a + odd * (1.0 - a))).abs() < 1e-12 && (odd - even * (1.0 / branching + a)).abs() < 1e-12);
            }
        }
    }
}
