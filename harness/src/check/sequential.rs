//! The sequential test of the current rounds against those of the baseline.
//!
//! Each round gives one difference, now minus baseline: if the keys of a cell are equal, both sides had the same seeds. The generalised sequential
//! probability ratio test decides between no loss and a loss of twice the tolerance. It looks after fixed numbers of rounds, in plan order, so the
//! verdict does not depend on threads, on interruptions, or on rounds played past it.
//!
//! Repeated rounds, as deterministic agents play them, are no further evidence: the log-likelihood ratio is multiplied by the effective number of
//! distinct current rounds (Kish 1965, as in verdicts) over their number.

use crate::saved::Series;
use std::collections::BTreeMap;
use treebench_stats::{bounds, llr};

/// The looks of the test and its error rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Looks {
    /// Rounds before the first look, and between two.
    pub every: usize,
    /// The loss, on the scale [0, 1], at which pass and fail are about equally likely.
    pub tolerance: f64,
    /// The probability of a false alarm in this comparison.
    pub alpha: f64,
    /// The probability of passing a loss of twice the tolerance.
    pub beta: f64,
}

/// The decision of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A loss of twice the tolerance is excluded.
    Pass,
    /// A loss is found.
    Fail,
    /// More rounds are needed.
    Open,
}

/// The state of the test at its last look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequential {
    /// The decision.
    pub decision: Decision,
    /// Rounds up to that look, including those without a result on either side.
    pub rounds: usize,
    /// The log-likelihood ratio of a loss of twice the tolerance against none.
    pub llr: f64,
    /// The bounds at which it decides: pass at or below the first, fail at or above the second.
    pub bounds: (f64, f64),
    /// The mean difference per round, now minus baseline.
    pub change: f64,
    /// The effective number of distinct current rounds with a result.
    pub effective: f64,
}

/// Runs the test over the rounds that both sides have. Current rounds with equal `keys` are the same games; 0, or a missing key, equals none. `None`
/// if there are too few rounds for one look.
pub fn sequential(now: &Series, old: &Series, keys: &[u64], looks: Looks) -> Option<Sequential> {
    let bounds = bounds(looks.alpha, looks.beta);
    let common = now.0.len().min(old.0.len());
    let mut differences = Differences::default();
    let mut last = None;
    for rounds in (1..=common / looks.every.max(1)).map(|look| look * looks.every.max(1)) {
        for i in rounds - looks.every.max(1)..rounds {
            if let (Some(now), Some(old)) = (now.0[i], old.0[i]) {
                differences.push(now - old, keys.get(i).copied().unwrap_or(0));
            }
        }
        let Some(llr) = differences.llr(-2.0 * looks.tolerance) else { continue };
        let decision = match llr {
            llr if llr >= bounds.1 => Decision::Fail,
            llr if llr <= bounds.0 => Decision::Pass,
            _ => Decision::Open,
        };
        let (change, effective) = (differences.sum / differences.count, differences.effective());
        last = Some(Sequential { decision, rounds, llr, bounds, change, effective });
        if decision != Decision::Open {
            break;
        }
    }
    last
}

/// Differences and how often each came up.
#[derive(Default)]
struct Differences {
    /// Keyed by the difference in billionths, so that rounding does not separate equal ones.
    counts: BTreeMap<i64, f64>,
    count: f64,
    sum: f64,
    /// How often each key other than 0 came up.
    repeated: BTreeMap<u64, f64>,
    /// The sum of the squared numbers of rounds with the same games.
    squares: f64,
}

impl Differences {
    const UNIT: f64 = 1e9;

    fn push(&mut self, difference: f64, key: u64) {
        let count = if key == 0 { &mut 0.0 } else { self.repeated.entry(key).or_default() };
        self.squares += 2.0 * *count + 1.0;
        *count += 1.0;
        *self.counts.entry((difference * Self::UNIT).round() as i64).or_default() += 1.0;
        self.count += 1.0;
        self.sum += difference;
    }

    fn llr(&self, loss: f64) -> Option<f64> {
        if self.count == 0.0 {
            return None;
        }
        // What has not come up yet is possible all the same.
        let mut counts = self.counts.clone();
        for difference in [-1.0, -0.5, 0.0, 0.5, 1.0] {
            counts.entry((difference * Self::UNIT) as i64).or_default();
        }
        let counts: Vec<(f64, f64)> = counts.into_iter().map(|(x, count)| (x as f64 / Self::UNIT, count)).collect();
        Some(llr(&counts, 0.0, loss)? * self.effective() / self.count)
    }

    /// The effective number of distinct rounds.
    fn effective(&self) -> f64 {
        self.count * self.count / self.squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::Rng;

    /// The 22 cells of `configs/ci.toml` with 100 iterations: shares of won and drawn games.
    const CELLS: [(f64, f64); 22] = [
        (0.120, 0.460),
        (0.480, 0.030),
        (0.985, 0.0),
        (0.735, 0.175),
        (0.255, 0.650),
        (0.560, 0.035),
        (0.915, 0.0),
        (0.615, 0.065),
        (0.145, 0.685),
        (0.370, 0.070),
        (0.840, 0.0),
        (0.540, 0.055),
        (0.350, 0.485),
        (0.640, 0.010),
        (0.525, 0.0),
        (0.645, 0.0),
        (0.615, 0.060),
        (0.940, 0.055),
        (0.995, 0.0),
        (0.845, 0.0),
        (0.955, 0.0),
        (0.995, 0.005),
    ];
    /// The maximum number of pairs per cell, and a cell's share of the false alarms.
    const PAIRS: usize = 1000;
    const LOOKS: Looks = Looks { every: 100, tolerance: 0.05, alpha: 0.05 / CELLS.len() as f64, beta: 0.05 };

    fn play(rng: &mut Rng, (win, draw): (f64, f64), pairs: usize) -> Series {
        let mut game = || match rng.unit() {
            u if u < win => 0.5,
            u if u < win + draw => 0.25,
            _ => 0.0,
        };
        Series((0..pairs).map(|_| Some(game() + game())).collect())
    }

    /// A cell whose score is lower by `loss`: first won games become losses, then drawn ones.
    fn worse((win, draw): (f64, f64), loss: f64) -> (f64, f64) {
        let wins = (win - loss).max(0.0);
        (wins, (draw - 2.0 * (loss - (win - wins))).max(0.0))
    }

    /// The verdict of one cell with this loss against its baseline.
    fn decide(rng: &mut Rng, cell: (f64, f64), loss: f64) -> Sequential {
        let (old, now) = (play(rng, cell, PAIRS), play(rng, worse(cell, loss), PAIRS));
        sequential(&now, &old, &[], LOOKS).expect("there are enough rounds")
    }

    /// Checks of unchanged code, and of code by which one cell loses. `factor` multiplies the trials of the short test.
    #[expect(clippy::print_stderr, reason = "many trials print their rates")]
    fn changes(factor: u32) {
        // No change at all: every cell must pass for exit code 0.
        let mut rng = Rng::from_seed(1707);
        let all = 60 * factor;
        let (mut passed, mut failed, mut games) = (0, 0, 0);
        for _ in 0..all {
            let found: Vec<Sequential> = CELLS.iter().map(|&cell| decide(&mut rng, cell, 0.0)).collect();
            passed += u32::from(found.iter().all(|found| found.decision == Decision::Pass));
            failed += u32::from(found.iter().any(|found| found.decision == Decision::Fail));
            games += found.iter().map(|found| 2 * found.rounds).sum::<usize>();
        }
        let per_cell = games as f64 / f64::from(all) / CELLS.len() as f64;
        if factor > 1 {
            eprintln!("no change: {passed} of {all} pass, {failed} fail; {per_cell:.0} games a cell");
        }
        // 95 % are promised; three standard errors below.
        assert!(f64::from(passed) >= f64::from(all) * 0.95 - 3.0 * (f64::from(all) * 0.0475).sqrt(), "{passed} of {all} pass");

        // One cell loses; the others are the same and decide nothing.
        let all = 400 * factor;
        for (loss, least) in [(0.02, 0.0), (0.05, 0.0), (0.10, 0.9), (0.15, 0.95)] {
            let cells: Vec<(f64, f64)> = CELLS.into_iter().filter(|(win, draw)| win + draw / 2.0 > loss).collect();
            let (mut failed, mut passed) = (0, 0);
            for i in 0..all as usize {
                let found = decide(&mut rng, cells[i % cells.len()], loss).decision;
                failed += u32::from(found == Decision::Fail);
                passed += u32::from(found == Decision::Pass);
            }
            if factor > 1 {
                eprintln!("-{} points: {failed} of {all} fail, {passed} pass, {} are undecided", 100.0 * loss, all - failed - passed);
            }
            let error = 3.0 * (f64::from(all) * least * (1.0 - least)).sqrt();
            assert!(f64::from(failed) >= f64::from(all) * least - error, "-{} points: {failed} of {all} fail", 100.0 * loss);
        }
    }

    #[test]
    fn harmless_changes_pass_and_losses_fail() {
        changes(1);
    }

    #[test]
    #[ignore = "minutes"]
    fn harmless_changes_pass_and_losses_fail_in_many_trials() {
        changes(20);
    }

    #[test]
    fn rounds_beyond_the_decision_and_missing_ones_change_nothing() {
        let mut rng = Rng::from_seed(1708);
        let (old, mut now) = (play(&mut rng, (0.6, 0.0), PAIRS), play(&mut rng, (0.3, 0.0), PAIRS));
        let found = sequential(&now, &old, &[], LOOKS).unwrap();
        assert!(found.decision == Decision::Fail && found.rounds < PAIRS, "{found:?}");
        now.0.truncate(found.rounds + 3);
        assert_eq!(sequential(&now, &old, &[], LOOKS), Some(found));
        now.0.truncate(LOOKS.every - 1);
        assert_eq!(sequential(&now, &old, &[], LOOKS), None);
        // Equal results exclude a loss at the first look; rounds without a result are skipped.
        let mut same = old.clone();
        same.0[..50].fill(None);
        let found = sequential(&same, &old, &[], LOOKS).unwrap();
        assert_eq!((found.decision, found.rounds, found.change), (Decision::Pass, LOOKS.every, 0.0));
    }

    #[test]
    fn clean_sweeps_are_decided() {
        let all = |score: f64| Series(vec![Some(score); 200]);
        assert_eq!(sequential(&all(1.0), &all(1.0), &[], LOOKS).unwrap().decision, Decision::Pass);
        assert_eq!(sequential(&all(0.0), &all(1.0), &[], LOOKS).unwrap().decision, Decision::Fail);
        assert_eq!(sequential(&all(1.0), &all(0.0), &[], LOOKS).unwrap().decision, Decision::Pass);
    }

    #[test]
    fn repeated_rounds_are_no_further_evidence() {
        let all = |score: f64| Series(vec![Some(score); 1000]);
        let found = |keys: &[u64]| sequential(&all(0.0), &all(1.0), keys, LOOKS).unwrap();
        let once = found(&[7; 1000]);
        assert!(once.decision == Decision::Open && once.rounds == 1000 && (once.effective - 1.0).abs() < 1e-9, "{once:?}");
        let different: Vec<u64> = (1..=1000).collect();
        assert_eq!((found(&different), found(&[]).decision), (found(&[]), Decision::Fail));
        // Each game ten times: ten times as many rounds are needed.
        let tenfold: Vec<u64> = (0..1000).map(|i| 1 + i % 100).collect();
        let found = found(&tenfold);
        assert!(found.decision == Decision::Fail && (found.effective - 100.0).abs() < 1e-9, "{found:?}");
    }
}
