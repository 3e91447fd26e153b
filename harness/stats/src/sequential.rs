//! Stopping as soon as a question is decided: the generalised sequential probability ratio test.
//!
//! It takes results in plan order, never in the order of completion: games that end first are short, hence not representative.

/// Counts of 0 are set to this, so that every value keeps a positive probability under both hypotheses (as in fishtest).
const NO_COUNT: f64 = 1e-3;

/// The log-likelihood ratio of "the mean is `s1`" against "the mean is `s0`" for values with these counts.
///
/// Each hypothesis gets the distribution with its mean that is closest to the observed frequencies p̂ (Van den Bergh, "The generalized
/// maximum likelihood ratio for the expectation value of a distribution", 2020): pᵢ = p̂ᵢ / (1 + θ(aᵢ − s)), where θ makes the mean s.
/// `None` if a mean does not lie strictly between the smallest and the largest value.
pub fn llr(counts: &[(f64, f64)], s0: f64, s1: f64) -> Option<f64> {
    let counts = regular(counts);
    let games: f64 = counts.iter().map(|(_, count)| count).sum();
    let tilt = |s: f64| root(&counts.iter().map(|&(value, count)| (value - s, count / games)).collect::<Vec<_>>());
    let (t0, t1) = (tilt(s0)?, tilt(s1)?);
    // ln p₁ᵢ/p₀ᵢ, in which p̂ᵢ cancels.
    Some(counts.iter().map(|&(value, count)| count * ((t0 * (value - s0)).ln_1p() - (t1 * (value - s1)).ln_1p())).sum())
}

/// The values with the probabilities that they have under the hypothesis "the mean is `s`", as [`llr`] takes them. `None` if the mean does not lie strictly
/// between the smallest and the largest value.
pub(super) fn tilted(counts: &[(f64, f64)], s: f64) -> Option<Vec<(f64, f64)>> {
    let counts = regular(counts);
    let all: f64 = counts.iter().map(|(_, count)| count).sum();
    let theta = root(&counts.iter().map(|&(value, count)| (value - s, count / all)).collect::<Vec<_>>())?;
    Some(counts.iter().map(|&(value, count)| (value, count / all / (1.0 + theta * (value - s)))).collect())
}

/// [`llr`] for rounds of `size` games (2 for pairs) and hypotheses in normalised Elo: the mean lies √size · nelo / (800/ln 10) standard
/// deviations of a round's mean above ½. The distributions are found by iteration (Van den Bergh, section 4.1). `None` if they are not
/// found.
pub fn llr_normalised(counts: &[(f64, f64)], size: u32, nelo0: f64, nelo1: f64) -> Option<f64> {
    let counts = regular(counts);
    let rounds: f64 = counts.iter().map(|(_, count)| count).sum();
    let observed: Vec<(f64, f64)> = counts.iter().map(|&(value, count)| (value, count / rounds)).collect();
    let t = |nelo: f64| deviations(nelo, size);
    let (p0, p1) = (with_t(&observed, t(nelo0))?, with_t(&observed, t(nelo1))?);
    Some(counts.iter().zip(p0.iter().zip(&p1)).map(|((_, count), (p0, p1))| count * (p1 / p0).ln()).sum())
}

/// Normalised Elo as standard deviations of the mean of `size` games, √size · nelo / (800/ln 10).
pub(super) fn deviations(nelo: f64, size: u32) -> f64 {
    nelo * f64::from(size).sqrt() * 10f64.ln() / 800.0
}

/// The distribution closest to `observed` whose mean lies `t` of its standard deviations above ½; `None` if `t` is not finite, or so far from 0 that
/// rounding hides the spread.
///
/// The iteration starts from the distribution on the two ends of the scale that lies so far from ½: from an even one, as in fishtest, no step is
/// possible towards a distance above 1.4.
fn with_t(observed: &[(f64, f64)], t: f64) -> Option<Vec<f64>> {
    let upper = 0.5 + t / (1.0 + t * t).sqrt() / 2.0;
    let share = |value: f64| if value == 1.0 { upper } else { 1.0 - upper };
    let mut p: Vec<f64> = observed.iter().map(|&(value, _)| if value == 0.0 || value == 1.0 { share(value) } else { 0.0 }).collect();
    for _ in 0..50 {
        let (mean, spread) = moments(observed, &p);
        let shifted: Vec<(f64, f64)> = observed
            .iter()
            .map(|&(value, share)| (value - 0.5 - t * spread * (1.0 + ((mean - value) / spread).powi(2)) / 2.0, share))
            .collect();
        let theta = root(&shifted)?;
        let next: Vec<f64> = shifted.iter().map(|&(a, share)| share / (1.0 + theta * a)).collect();
        let moved = p.iter().zip(&next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        p = next;
        if moved < 1e-9 {
            break;
        }
    }
    // Among millions of rounds, rounding keeps the steps above 10⁻⁹: what counts is where they lead.
    let (mean, spread) = moments(observed, &p);
    ((mean - 0.5 - t * spread).abs() < 1e-5 * spread).then_some(p)
}

/// The mean and the standard deviation of these values with other shares.
fn moments(observed: &[(f64, f64)], shares: &[f64]) -> (f64, f64) {
    let mean: f64 = shares.iter().zip(observed).map(|(p, (value, _))| p * value).sum();
    let variance: f64 = shares.iter().zip(observed).map(|(p, (value, _))| p * (value - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

fn regular(counts: &[(f64, f64)]) -> Vec<(f64, f64)> {
    counts.iter().map(|&(value, count)| (value, if count > 0.0 { count } else { NO_COUNT })).collect()
}

/// The θ with Σ pᵢ aᵢ / (1 + θ aᵢ) = 0; `None` unless there are positive and negative aᵢ. The sum falls with θ between its poles.
///
/// Newton's method for the sum times its distances from both poles, which is nearly straight, inside an interval that holds the root.
fn root(shifted: &[(f64, f64)]) -> Option<f64> {
    let most = shifted.iter().map(|(a, _)| *a).fold(f64::NEG_INFINITY, f64::max);
    let least = shifted.iter().map(|(a, _)| *a).fold(f64::INFINITY, f64::min);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let (left, right) = (-1.0 / most, -1.0 / least);
    let (mut low, mut high, mut theta) = (left, right, 0.0);
    for _ in 0..200 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (a, p) in shifted {
            let term = a / (1.0 + theta * a);
            sum += p * term;
            slope -= p * term * term;
        }
        if sum > 0.0 {
            low = theta
        } else {
            high = theta
        }
        let poles = (theta - left) * (right - theta);
        let newton = theta - sum * poles / (slope * poles + sum * (left + right - 2.0 * theta));
        let next = if newton > low && newton < high { newton } else { low + (high - low) / 2.0 };
        let moved = (next - theta).abs();
        theta = next;
        if moved <= 1e-13 * (theta - left).min(right - theta) {
            break;
        }
    }
    Some(theta)
}

/// The bounds of a sequential test (Wald 1945): H0 is accepted at or below the first, H1 at or above the second. `alpha` is the probability
/// of accepting H1 wrongly, `beta` that of accepting H0 wrongly.
pub fn bounds(alpha: f64, beta: f64) -> (f64, f64) {
    ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
}

/// The score that a logistic difference of rating gives, 1 / (1 + 10^(−elo/400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::Rng;

    #[test]
    fn agrees_with_fishtest() {
        // LL, LD, WL + DD, WD, WW and the LLR that fishtest shows for them.
        let pairs = |counts: [f64; 5]| counts.into_iter().enumerate().map(|(i, count)| (i as f64 / 4.0, count)).collect::<Vec<_>>();
        let normalised = llr_normalised(&pairs([365.0, 16618.0, 36229.0, 16974.0, 390.0]), 2, 0.0, 2.0).unwrap();
        assert!((normalised - 2.25).abs() < 0.01, "{normalised}");
        let logistic = llr(&pairs([223.0, 9863.0, 21279.0, 10037.0, 246.0]), score_of_elo(0.5), score_of_elo(2.5)).unwrap();
        assert!((logistic + 3.07).abs() < 0.01, "{logistic}");
        let (accept, reject) = bounds(0.05, 0.05);
        assert!((accept + 2.944).abs() < 1e-3 && (reject - 2.944).abs() < 1e-3);
    }

    /// Bisection, which needs no derivative and no good start.
    fn bisected(shifted: &[(f64, f64)]) -> f64 {
        let sum = |theta: f64| shifted.iter().map(|(a, p)| p * a / (1.0 + theta * a)).sum::<f64>();
        let most = shifted.iter().map(|(a, _)| *a).fold(f64::NEG_INFINITY, f64::max);
        let least = shifted.iter().map(|(a, _)| *a).fold(f64::INFINITY, f64::min);
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..200 {
            let middle = low + (high - low) / 2.0;
            if sum(middle) > 0.0 { low = middle } else { high = middle }
        }
        low
    }

    #[test]
    fn roots_are_those_of_bisection() {
        let mut rng = Rng::from_seed(63);
        for trial in 0..2000 {
            // Values of pairs with counts from 10⁻³ to 10⁶, most of them far from the hypothesis in some trials.
            let middle = 0.02 + 0.96 * rng.unit();
            let mut counts = || 10f64.powf(9.0 * rng.unit() - 3.0);
            let all: Vec<(f64, f64)> = (0..5).map(|i| (f64::from(i) / 4.0 - middle, counts())).collect();
            let total: f64 = all.iter().map(|(_, count)| count).sum();
            let shares: Vec<(f64, f64)> = all.iter().map(|(a, count)| (*a, count / total)).collect();
            let (found, expected) = (root(&shares).unwrap(), bisected(&shares));
            assert!((found - expected).abs() <= 1e-9 * (1.0 + expected.abs()), "{trial}: {found} is not {expected} of {shares:?}");
        }
    }

    /// By fishtest's `LLR_normalized` (commit f0509ab of official-stockfish/fishtest, `server/fishtest/stats/LLRcalc.py`).
    #[test]
    fn huge_and_one_sided_inputs_agree_with_fishtest() {
        for (counts, nelo0, nelo1, expected) in [
            ([0.0, 0.0, 0.0, 3e6, 0.0], -1.75, 0.75, 21648.8478),
            ([0.0, 819_353.0, 101_694.0, 243_354.0, 1_835_597.0], -5.0, -3.0, 17853.5876),
            ([0.0, 0.0, 0.0, 0.0, 50.0], 0.0, 2.0, 0.4054),
        ] {
            let pairs: Vec<(f64, f64)> = counts.into_iter().enumerate().map(|(i, count)| (i as f64 / 4.0, count)).collect();
            let found = llr_normalised(&pairs, 2, nelo0, nelo1).unwrap();
            assert!((found - expected).abs() < 0.01, "{counts:?}: {found}");
        }
    }

    /// The test would never decide if a ratio were missing.
    #[test]
    fn normalised_ratios_exist_for_all_counts_and_distances() {
        let mut rng = Rng::from_seed(64);
        for trial in 0..2000 {
            let pairs: Vec<(f64, f64)> =
                (0..5).map(|i| (f64::from(i) / 4.0, (10f64.powf(7.0 * rng.unit()) * rng.unit().powi(6)).floor())).collect();
            let nelo = 2000.0 * (2.0 * rng.unit() - 1.0);
            let (there, back) = (llr_normalised(&pairs, 2, 0.0, nelo), llr_normalised(&pairs, 2, nelo, 0.0));
            let found = there.unwrap_or_else(|| panic!("{trial}: {nelo} of {pairs:?}"));
            assert!(found.is_finite() && (found + back.unwrap()).abs() < 1e-6 * (1.0 + found.abs()), "{trial}: {found}");
        }
        assert_eq!(llr_normalised(&[(0.0, 3.0), (1.0, 4.0)], 2, 0.0, f64::INFINITY), None);
    }

    #[test]
    fn one_sided_inputs_end() {
        for (place, sign) in [(0, -1.0), (2, 0.0), (4, 1.0)] {
            let mut counts = [0.0; 5];
            counts[place] = 500.0;
            let pairs: Vec<(f64, f64)> = counts.into_iter().enumerate().map(|(i, count)| (i as f64 / 4.0, count)).collect();
            let ratio = llr(&pairs, 0.48, 0.52).unwrap();
            assert!(ratio.is_finite() && (sign == 0.0 && ratio.abs() < 1e-6 || ratio * sign > 3.0), "{place}: {ratio}");
            let normalised = llr_normalised(&pairs, 2, -5.0, 5.0).unwrap();
            assert!(normalised.is_finite() && normalised * sign >= 0.0, "{place}: {normalised}");
        }
        assert_eq!(llr(&[(0.0, 3.0), (1.0, 4.0)], 0.5, 1.0), None);
    }

    #[test]
    fn equals_are_accepted_wrongly_as_seldom_as_stated() {
        // 50 against 55 %, true 50 %, α = β = 5 %, looked at after every pair.
        let mut rng = Rng::from_seed(61);
        let (low, high) = bounds(0.05, 0.05);
        let mut wrong = 0;
        for _ in 0..200 {
            let mut counts = [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0)];
            let ratio = loop {
                counts[rng.below(2) + rng.below(2)].1 += 1.0;
                let ratio = llr(&counts, 0.5, 0.55).unwrap();
                if ratio <= low || ratio >= high {
                    break ratio;
                }
            };
            wrong += u32::from(ratio > 0.0);
        }
        // At most 10 are due, with a standard error of 3.1; the step over the bound makes it fewer.
        assert!((1..20).contains(&wrong), "{wrong} of 200");
    }
}
