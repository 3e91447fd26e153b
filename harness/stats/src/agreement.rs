//! A measured score against a printed one.

use super::estimate::z_at;
use super::normal::normal_cdf;
use super::{Estimate, Z95};

/// How far a measured value lies from a printed one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Agreement {
    /// Ours minus the printed value.
    pub difference: f64,
    /// The difference in standard errors of the difference, with its sign.
    pub z: f64,
    /// The two-sided p-value of equal true scores, never 0.
    pub p: f64,
}

/// Compares an estimate with a printed score, both on the scale from 0 to 1; `half` is the printed 95 % half-width, and without it the
/// printed value counts as exact.
///
/// z is the point at which the interval of the difference touches 0. That interval is Newcombe's (1998, method 10), made of our Wilson
/// interval and the printed one, whose half-width grows with z. That two intervals overlap says little: between equals with equal
/// errors 99.4 % do.
///
/// `None` if there are no games.
pub fn agreement(ours: Estimate, printed: f64, half: Option<f64>) -> Option<Agreement> {
    let difference = ours.mean - printed;
    if difference.is_nan() {
        return None;
    }
    let error = half.unwrap_or(0.0) / Z95;
    let apart = |z: f64| {
        let (low, high) = ours.interval(z);
        let own = if difference > 0.0 { ours.mean - low } else { high - ours.mean };
        difference.abs() > (own * own + (z * error).powi(2)).sqrt()
    };
    let z = if difference == 0.0 { 0.0 } else { z_at(apart) };
    Some(Agreement { difference, z: z.copysign(difference), p: (2.0 * normal_cdf(-z)).clamp(f64::MIN_POSITIVE, 1.0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::Rng;

    #[test]
    fn equal_experiments_disagree_in_one_of_twenty() {
        // Two experiments of 400 games at 60 %: overlap would find 0.6 % of disagreement.
        let mut rng = Rng::from_seed(9);
        let mut play = || (0..400).filter(|_| rng.unit() < 0.6).count() as f64 / 400.0;
        let (mut apart, mut disjoint) = (0, 0);
        for _ in 0..4000 {
            let (printed, ours) = (play(), play());
            let half = |x: f64| Z95 * (x * (1.0 - x) / 400.0).sqrt();
            apart += u32::from(agreement(Estimate { mean: ours, size: 400.0 }, printed, Some(half(printed))).unwrap().p <= 0.05);
            disjoint += u32::from((ours - printed).abs() > half(ours) + half(printed));
        }
        // 200 expected, standard error 14.
        assert!((155..245).contains(&apart) && disjoint < 60, "{apart} {disjoint}");
    }

    #[test]
    fn agrees_with_the_z_of_two_proportions() {
        // Both intervals nearly symmetric: z = 0.1 / √(2 · 0.25/1000) up to the curvature of Wilson's interval.
        let found = agreement(Estimate { mean: 0.55, size: 1000.0 }, 0.45, Some(Z95 * (0.2475f64 / 1000.0).sqrt())).unwrap();
        assert!((found.z - 0.1 / (2.0 * 0.2475f64 / 1000.0).sqrt()).abs() < 0.03 && found.p < 1e-5, "{found:?}");
        assert!((found.difference - 0.1).abs() < 1e-12);
    }

    #[test]
    fn exact_values_clean_sweeps_and_no_games() {
        // Against an exact value this is the score test: z = (0.6 − 0.5)/√(0.25/100) = 2.
        let exact = agreement(Estimate { mean: 0.4, size: 100.0 }, 0.5, None).unwrap();
        assert!((exact.z + 2.0).abs() < 1e-9, "{exact:?}");
        let sweep = agreement(Estimate { mean: 1.0, size: 20.0 }, 1.0, Some(0.0)).unwrap();
        assert_eq!((sweep.z, sweep.p), (0.0, 1.0));
        assert!(agreement(Estimate { mean: 1.0, size: 20.0 }, 0.9, Some(0.03)).unwrap().p > 0.05);
        assert_eq!(agreement(Estimate { mean: f64::NAN, size: 0.0 }, 0.9, None), None);
    }
}
