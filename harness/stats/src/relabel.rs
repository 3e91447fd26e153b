//! The exact permutation test of an even result: the probability of such a score among equals.
//!
//! Under equality with rotated seats, every participant of a round is equally likely to be the candidate. The test compares the candidate's score
//! with its distribution over all these relabellings (Fisher, "The Design of Experiments", 1935, section 21; Pitman 1937). For two players this is
//! the sign-flip test on pairs; for single games without draws it is the binomial test. It holds for any number of rounds, any share of draws and any
//! correlation inside a round.

use super::Rounds;
use super::normal::normal_cdf;
use super::rounds::Cluster;
use statrs::function::gamma::ln_gamma;
use std::collections::BTreeMap;

/// The finest lattice on which scores are counted exactly. Finer ones are rounded to it, to the disadvantage of a small p.
const FINEST: u32 = 5040;
/// Multiplications after which the normal approximation takes over: about 4,000 rounds of two players without repeated games.
const MOST_WORK: u64 = 20_000_000;

/// The two-sided p-value of the candidate's score against an even result, `even` points per game: twice the smaller tail, at most 1 and
/// never 0. Repeated rounds are relabelled together.
///
/// Where the scores of a round do not sum to 1 per game, or `even` is not the fair share of 1, the candidate's score is reflected at
/// `even` instead, which assumes that among equals it is distributed symmetrically.
pub fn relabelling_p(rounds: &Rounds, even: f64) -> f64 {
    let choices: Vec<Vec<f64>> = rounds.clusters().iter().map(|cluster| choices(cluster, even)).collect();
    let unit = lattice(choices.iter().flatten().copied());
    let exact = choices.iter().flatten().all(|&x| on_lattice(x, unit));
    // Choices above the least one of their cluster, in units of the lattice, counted by how often they occur.
    let mut kinds: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
    let mut observed: u64 = 0;
    for choices in &choices {
        let least = choices.iter().copied().fold(f64::INFINITY, f64::min);
        let mut steps: Vec<u32> = choices.iter().map(|x| ((x - least) * f64::from(unit)).round() as u32).collect();
        observed += u64::from(steps[0]);
        steps.sort_unstable();
        if steps.last() != Some(&0) {
            *kinds.entry(steps).or_default() += 1;
        }
    }
    if kinds.is_empty() {
        return 1.0;
    }
    // Every rounded choice is off by at most half a unit, and so is the one below it.
    let slack = if exact { 0 } else { choices.len() as u64 };
    let p = distribution(&kinds).map_or_else(|| normal(&kinds, observed, slack), |pmf| tails(&pmf, observed, slack));
    (2.0 * p).clamp(f64::MIN_POSITIVE, 1.0)
}

/// The possible scores of the candidate in a cluster, its own first.
fn choices(cluster: &Cluster, even: f64) -> Vec<f64> {
    let fair = even * cluster.games;
    let total: f64 = cluster.sums.iter().sum();
    if (total - fair * cluster.sums.len() as f64).abs() < 1e-9 {
        cluster.sums.clone()
    } else {
        vec![cluster.sums[0], 2.0 * fair - cluster.sums[0]]
    }
}

fn on_lattice(x: f64, unit: u32) -> bool {
    let scaled = x * f64::from(unit);
    (scaled - scaled.round()).abs() < 1e-6
}

/// The least number by which all of these become whole, or [`FINEST`].
pub(super) fn lattice(numbers: impl Iterator<Item = f64>) -> u32 {
    let mut unit = 1;
    for x in numbers {
        if !on_lattice(x, unit) {
            match (2..=FINEST / unit).find(|factor| on_lattice(x, unit * factor)) {
                Some(factor) => unit *= factor,
                None => return FINEST,
            }
        }
    }
    unit
}

/// The probability of every sum of one choice per cluster, or `None` if it is too expensive.
fn distribution(kinds: &BTreeMap<Vec<u32>, u64>) -> Option<Vec<f64>> {
    let (mut pmf, mut work) = (vec![1.0], 0);
    for (steps, &count) in kinds {
        let most = *steps.last()? as usize;
        let share = steps.iter().filter(|&&step| step as usize == most).count() as f64 / steps.len() as f64;
        let two_points = steps.iter().all(|&step| step == 0 || step as usize == most);
        // The number of clusters that take the upper of two choices is binomial; other kinds are added one by one.
        let (one, stride, times) = if two_points {
            (binomial(count, share), most, 1)
        } else {
            let mut one = vec![0.0; most + 1];
            steps.iter().for_each(|&step| one[step as usize] += 1.0 / steps.len() as f64);
            (one, 1, count)
        };
        for _ in 0..times {
            work += pmf.len() as u64 * one.len() as u64;
            if work > MOST_WORK {
                return None;
            }
            pmf = convolve(&pmf, &one, stride);
        }
    }
    Some(pmf)
}

/// Binomial probabilities of 0 to `n` successes with probability `p` each.
fn binomial(n: u64, p: f64) -> Vec<f64> {
    let ln_choose = |k: u64| ln_gamma(n as f64 + 1.0) - ln_gamma(k as f64 + 1.0) - ln_gamma((n - k) as f64 + 1.0);
    if n < 60 {
        // Products of whole numbers and powers are exact enough to give 2⁻⁶ as 2⁻⁶.
        let mut choose = 1.0;
        return (0..=n)
            .map(|k| {
                let term = choose * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32);
                choose = choose * (n - k) as f64 / (k + 1) as f64;
                term
            })
            .collect();
    }
    (0..=n).map(|k| (ln_choose(k) + k as f64 * p.ln() + (n - k) as f64 * (1.0 - p).ln()).exp()).collect()
}

/// The distribution of a sum, the second number counting in steps of `stride`.
pub(super) fn convolve(pmf: &[f64], other: &[f64], stride: usize) -> Vec<f64> {
    let mut sum = vec![0.0; pmf.len() + (other.len() - 1) * stride];
    for (j, &q) in other.iter().enumerate().filter(|(_, q)| **q > 0.0) {
        sum[j * stride..].iter_mut().zip(pmf).for_each(|(sum, p)| *sum += p * q);
    }
    sum
}

/// The smaller tail, the observed sum included.
fn tails(pmf: &[f64], observed: u64, slack: u64) -> f64 {
    let low = observed.saturating_sub(slack) as usize;
    let high = ((observed + slack) as usize).min(pmf.len() - 1);
    // From the small end, so that small probabilities are not lost in large sums.
    let upper: f64 = pmf[low..].iter().rev().sum();
    let lower: f64 = pmf[..=high].iter().sum();
    upper.min(lower)
}

/// The smaller tail by the normal approximation with continuity correction.
fn normal(kinds: &BTreeMap<Vec<u32>, u64>, observed: u64, slack: u64) -> f64 {
    let (mut mean, mut variance) = (0.0, 0.0);
    for (steps, &count) in kinds {
        let n = steps.len() as f64;
        let centre = steps.iter().map(|&step| f64::from(step)).sum::<f64>() / n;
        mean += count as f64 * centre;
        variance += count as f64 * steps.iter().map(|&step| (f64::from(step) - centre).powi(2)).sum::<f64>() / n;
    }
    let distance = ((observed as f64 - mean).abs() - 0.5 - slack as f64).max(0.0);
    normal_cdf(-distance / variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-9, "{found} is not {expected}");
    }

    #[test]
    fn single_games_give_the_binomial_test() {
        near(relabelling_p(&Rounds::of_match(6, 0, 0), 0.5), 2.0 / 64.0);
        near(relabelling_p(&Rounds::of_match(20, 0, 0), 0.5), 2.0f64.powi(-19));
        // Sign test, Conover (1999, section 3.4): 8 of 10 is 2 · (45 + 10 + 1) / 1024. Draws say nothing.
        near(relabelling_p(&Rounds::of_match(8, 0, 2), 0.5), 112.0 / 1024.0);
        near(relabelling_p(&Rounds::of_match(8, 90, 2), 0.5), 112.0 / 1024.0);
        assert_eq!(relabelling_p(&Rounds::of_match(0, 30, 0), 0.5), 1.0);
        assert_eq!(relabelling_p(&Rounds::new(2), 0.5), 1.0);
    }

    #[test]
    fn fishers_own_example() {
        // Darwin's plants (Fisher 1935, section 21): of 2¹⁵ sign patterns of the differences 835 sum to 314 or more and 28 of them
        // to exactly 314; two-sided, 2 · 863 / 32768. Differences d are scores (1 + d / 100) / 2 here.
        let differences = [49.0, -67.0, 8.0, 16.0, 6.0, 23.0, 28.0, 41.0, 14.0, 29.0, 56.0, 24.0, 75.0, 60.0, -48.0];
        let mut rounds = Rounds::new(2);
        differences.iter().for_each(|d| rounds.push(0, 1, &[(1.0 + d / 100.0) / 2.0, (1.0 - d / 100.0) / 2.0]));
        near(relabelling_p(&rounds, 0.5), 2.0 * 863.0 / 32768.0);
    }

    #[test]
    fn won_pairs_count_as_pairs_and_repetitions_not_at_all() {
        let pairs = |keys: &dyn Fn(u64) -> u64, n: u64| {
            let mut rounds = Rounds::new(2);
            (0..n).for_each(|i| rounds.push(keys(i), 2, &[2.0, 0.0]));
            relabelling_p(&rounds, 0.5)
        };
        near(pairs(&|i| i + 1, 3), 0.25);
        near(pairs(&|i| i + 1, 10), 2.0f64.powi(-9));
        near(pairs(&|i| i % 2 + 1, 100), 0.5);
        assert_eq!(pairs(&|_| 1, 100), 1.0);
    }

    #[test]
    fn three_players_take_one_third() {
        let mut rounds = Rounds::new(3);
        (0..4).for_each(|_| rounds.push(0, 1, &[1.0, 0.0, 0.0]));
        near(relabelling_p(&rounds, 1.0 / 3.0), 2.0 / 81.0);
        // A round with 2, 1 and 0 wins: each might have been the candidate's.
        let mut rounds = Rounds::new(3);
        (0..4).for_each(|_| rounds.push(0, 3, &[2.0, 1.0, 0.0]));
        near(relabelling_p(&rounds, 1.0 / 3.0), 2.0 / 81.0);
        // Scores that do not sum to 1 are reflected at the even result.
        let mut rounds = Rounds::new(3);
        (0..6).for_each(|_| rounds.push(0, 1, &[1.0, 1.0, 1.0]));
        near(relabelling_p(&rounds, 1.0 / 3.0), 2.0 / 64.0);
    }

    #[test]
    fn large_samples_agree_with_the_normal_approximation_and_never_give_0() {
        let rounds = Rounds::of_match(1100, 300, 1000);
        let z = (100.0 - 1.0) / 2100f64.sqrt();
        let expected = 2.0 * normal_cdf(-z);
        assert!((relabelling_p(&rounds, 0.5) / expected - 1.0).abs() < 2e-3);
        assert!(relabelling_p(&Rounds::of_match(5000, 0, 0), 0.5) > 0.0);
        // Beyond the limit of work, on pairs of both kinds.
        let mut many = Rounds::new(2);
        for i in 0..12_000 {
            let score = [2.0, 1.5, 1.0, 0.5, 0.0, 1.5][i % 6];
            many.push(0, 2, &[score, 2.0 - score]);
        }
        let z = (2000.0 - 0.5) / (2000.0 * (4.0 + 4.0) + 2000.0 * 3.0f64).sqrt();
        let p = relabelling_p(&many, 0.5);
        assert!((p / (2.0 * normal_cdf(-z)) - 1.0).abs() < 0.02, "{p} at z = {z}");
    }
}
