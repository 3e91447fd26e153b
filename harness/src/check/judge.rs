//! The rule by which a statistic has regressed, has not, or is inconclusive.

use super::compare::Pair;
use super::{Decision, Looks, sequential};
use crate::experiment::{CellPair, pair_cells};
use crate::kinds::{Direction, Measurements, Statistic};
use crate::saved::{Baseline, BaselineCell, BaselineMeasured, Series};
use std::collections::{BTreeMap, BTreeSet};
use treebench_reports::{p_words, signed};
use treebench_stats::{Moments, Sides, holm};

/// The verdict on a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// A regression larger than the tolerance is excluded, or the games are known to be the same.
    Pass,
    /// Too few games, or nothing to compare with.
    Inconclusive,
    /// A statistic is significantly worse than the baseline's, or a larger share of tasks has no result.
    Fail,
}

impl Status {
    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Status::Pass => "pass",
            Status::Inconclusive => "inconclusive",
            Status::Fail => "fail",
        }
    }
}

/// How strict the comparison is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// The change for the worse that is still accepted: absolute for shares (on the scale [0, 1]), otherwise relative to the baseline. The
    /// sequential test passes no loss and fails a loss of twice the tolerance.
    pub tolerance: f64,
    /// The probability of any false alarm over all comparisons together, and of overlooking a regression beyond the tolerance (in a
    /// sequential test: beyond twice the tolerance) in one of them.
    pub alpha: f64,
}

impl Default for Rule {
    fn default() -> Self {
        Rule { tolerance: 0.05, alpha: 0.05 }
    }
}

/// A cell with its verdict and the reason.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedCell {
    /// The cell's place in the grid, in words.
    pub cell: String,
    /// The verdict.
    pub status: Status,
    /// The reason, in a sentence.
    pub reason: String,
    /// Whether more tasks might decide the cell: its sequential test is open, and the baseline holds more rounds.
    pub more: bool,
}

/// Judges every cell of either side. `measured` gives, for each cell of `now`, the statistics to compare and how.
///
/// Cells are paired with those of the baseline by [`pair_cells`], so a new axis, budget or value does not turn old cells into new ones; the reason
/// then names the difference. A cell fails if the candidate fails in a larger share of its tasks than in the baseline, or if a larger share of tasks
/// has no result: agents should never fail, so no allowance is made for chance. It passes if its first records are identical, which proves under
/// counted budgets that its games are the same. Otherwise every statistic is compared:
///
/// * one whose results are known round by round by the sequential test (`sequential`), at level α divided by the number of such
///   comparisons: it passes, fails, or asks for more rounds;
/// * any other by the interval of its change (on the logit scale for shares, Welch's for other means): it fails if it is worse at level α after Holm's
///   correction over all of these, passes if the one-sided 1 − α interval excludes a change for the worse beyond the tolerance, and is
///   inconclusive otherwise.
pub fn judge(now: &Baseline, measured: &[Measurements], baseline: &Baseline, rule: Rule) -> Vec<JudgedCell> {
    let pairs = pair_cells(&baseline.saved_names(), &now.saved_names());
    let mut pairs: BTreeMap<usize, CellPair> = pairs.into_iter().map(|pair| (pair.second, pair)).collect();
    let known: BTreeSet<usize> = pairs.values().map(|pair| pair.first).collect();
    let compared = |(place, (cell, measured))| {
        let pair = pairs.remove(&place);
        let old = pair.as_ref().and_then(|pair| baseline.cells.get(pair.first));
        CellSides::new(cell, measured, old, pair, baseline.first)
    };
    let cells: Vec<CellSides<'_>> = now.cells.iter().zip(measured).enumerate().map(compared).collect();
    let p_values: Vec<f64> = cells.iter().flat_map(|cell| &cell.means).map(|(_, pair)| pair.p_worse()).collect();
    let mut worse = holm(&p_values, rule.alpha).into_iter().zip(p_values);
    let sequential = cells.iter().map(|cell| cell.rounds.len()).sum::<usize>().max(1);
    let alpha = rule.alpha / sequential as f64;
    let same_first = now.first == baseline.first;
    let mut judged: Vec<JudgedCell> = Vec::new();
    for cell in &cells {
        let found: Vec<(bool, f64)> = worse.by_ref().take(cell.means.len()).collect();
        let Judgement { mut status, mut reason, mut more } = cell.judge(now.first, same_first, &found, rule, alpha);
        if cell.is_other_setting && more_without_result(cell.now, cell.old).is_none() {
            (status, more) = (Status::Inconclusive, false);
            reason = format!(
                "its game, opponent or setting differs from the baseline's, so the two cannot be compared; run with --update if this is \
                 intended ({reason})"
            );
        }
        if !cell.difference.is_empty() {
            reason = format!("{}: {reason}", cell.difference);
        }
        judged.push(JudgedCell { cell: cell.now.saved.cell.clone(), status, reason, more });
    }
    let missing = baseline.cells.iter().enumerate().filter(|(place, _)| !known.contains(place));
    judged.extend(missing.map(|(_, old)| JudgedCell {
        cell: old.saved.cell.clone(),
        status: Status::Inconclusive,
        reason: "in the baseline but not in the experiment; --update drops it".to_owned(),
        more: false,
    }));
    judged
}

/// A cell on both sides.
struct CellSides<'a> {
    now: &'a BaselineCell,
    old: Option<&'a BaselineCell>,
    /// The difference between their names; empty if none.
    difference: String,
    /// Whether the baseline's was played in another game, under other settings, or against other opponents.
    is_other_setting: bool,
    /// The statistics with rounds on both sides.
    rounds: Vec<(&'a str, Rounds)>,
    /// The other common statistics.
    means: Vec<(&'a str, Pair)>,
}

/// A statistic round by round on both sides.
struct Rounds {
    now: Series,
    old: Series,
    /// Which current rounds are the same games.
    keys: Vec<u64>,
    /// Rounds between two looks.
    every: usize,
}

/// The verdict on a cell or a statistic.
struct Judgement {
    status: Status,
    reason: String,
    more: bool,
}

impl<'a> CellSides<'a> {
    fn new(now: &'a BaselineCell, measured: &'a Measurements, old: Option<&'a BaselineCell>, pair: Option<CellPair>, first: u32) -> Self {
        let (difference, is_other_setting) = pair.map(|pair| (pair.difference, pair.is_other_setting)).unwrap_or_default();
        let mut compared = CellSides { now, old, difference, is_other_setting, rounds: Vec::new(), means: Vec::new() };
        for statistic in &measured.statistics {
            let Some(before) = old.and_then(|old| old.statistic(&statistic.name)) else { continue };
            let &Statistic { better, share, values, different, .. } = statistic;
            match (&statistic.rounds, before.series()) {
                (Some(rounds), Some(old)) if better == Direction::More => {
                    // The rounds of a cell all have the same number of tasks.
                    let tasks = (measured.played as usize).div_ceil(rounds.len().max(1)).max(1);
                    let every = (first as usize / tasks).max(1);
                    compared
                        .rounds
                        .push((&statistic.name, Rounds { now: Series(rounds.clone()), old, keys: statistic.keys.clone(), every }));
                }
                _ => {
                    let sides = Sides {
                        now: thinned(values, share_of(different, values)),
                        old: thinned(before.values(), share_of(before.different(), before.values()).or(share_of(different, values))),
                        share,
                    };
                    compared.means.push((&statistic.name, Pair { sides, better }));
                }
            }
        }
        compared
    }

    /// A statistic of the baseline that contradicts its own records, which are the same now.
    fn contradicted(&self, old: &BaselineCell) -> Option<&'a str> {
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * (1.0 + a.abs()) || a.is_nan() && b.is_nan();
        let same = |pair: &(&Option<f64>, &Option<f64>)| match pair {
            (Some(now), Some(old)) => near(*now, *old),
            (now, old) => now == old,
        };
        let rounds =
            self.rounds.iter().find(|(_, rounds)| !rounds.now.0.iter().zip(&rounds.old.0).take(rounds.every).all(|pair| same(&pair)));
        let equal = |Pair { sides: Sides { now, old, .. }, .. }: &Pair| {
            now.count() == old.count() && (now.count() == 0 || near(now.mean(), old.mean()) && near(now.variance(), old.variance()))
        };
        let counts = |cell: &BaselineCell| [cell.measured.failures, cell.measured.opponent_failures, cell.measured.void];
        if self.now.played() == old.played() && counts(self.now) != counts(old) {
            return Some("number of failures");
        }
        let means = || self.means.iter().find(|(_, pair)| self.now.played() == old.played() && !equal(pair)).map(|(name, _)| *name);
        rounds.map(|(name, _)| *name).or_else(means)
    }

    /// `found` has, for every pair of means, whether it is worse after Holm's correction, and its p-value; `alpha` is the level of one sequential
    /// test.
    fn judge(&self, first: u32, same_first: bool, found: &[(bool, f64)], rule: Rule, alpha: f64) -> Judgement {
        let decided = |status, reason| Judgement { status, reason, more: false };
        if let Some(reason) = more_without_result(self.now, self.old) {
            return decided(Status::Fail, reason);
        }
        let Some(old) = self.old else {
            return decided(Status::Inconclusive, "not in the baseline; add it with --update".to_owned());
        };
        let counted = !self.now.saved.records.is_empty() && !old.saved.records.is_empty();
        let same_tasks = counted && self.now.saved.key == old.saved.key && same_first && self.now.played() > 0;
        if same_tasks && self.now.saved.records == old.saved.records {
            if let Some(name) = self.contradicted(old) {
                let reason = format!(
                    "the first {first} tasks match the baseline, but its {name} does not follow from them, so it was edited; rewrite it \
                     with --update"
                );
                return decided(Status::Fail, reason);
            }
            let rounds = self.rounds.iter().map(|(name, rounds)| share(name, rounds.now.mean()));
            let means = self.means.iter().filter(|(_, pair)| pair.sides.now.count() > 0).map(|(name, pair)| figure(name, pair));
            let figures: Vec<String> = rounds.chain(means).collect();
            return decided(Status::Pass, format!("identical: {} tasks, {}", self.now.played().min(u64::from(first)), figures.join(", ")));
        }
        let mut all: Vec<Judgement> = self.rounds.iter().map(|(name, rounds)| rounds.judge(name, rule, alpha)).collect();
        all.extend(self.means.iter().zip(found).map(|((name, pair), &(worse, p))| {
            let (status, reason) = one(name, pair, worse, p, rule);
            decided(status, reason)
        }));
        let Some(status) = all.iter().map(|found| found.status).max() else {
            return decided(Status::Inconclusive, "no statistic in common with the baseline; update it".to_owned());
        };
        // Of several statistics only those are worth a word that decide.
        let more = status == Status::Inconclusive && all.iter().any(|found| found.more);
        let mut reasons: Vec<String> = all.into_iter().filter(|found| found.status == status).map(|found| found.reason).collect();
        if same_tasks {
            reasons.push("the same tasks gave different results, so the code has changed".to_owned());
        }
        Judgement { status, reason: reasons.join("; "), more }
    }
}

impl Rounds {
    fn judge(&self, name: &str, rule: Rule, alpha: f64) -> Judgement {
        let looks = Looks { every: self.every, tolerance: rule.tolerance, alpha, beta: rule.alpha };
        let more = self.old.0.len() > self.now.0.len();
        let advice = if more { "more games are needed" } else { "the baseline has no more rounds; rewrite it with a larger --games" };
        let Some(found) = sequential(&self.now, &self.old, &self.keys, looks) else {
            return Judgement { status: Status::Inconclusive, reason: format!("{name} has too few rounds to compare; {advice}"), more };
        };
        let repeats = 2.0 * found.effective < Series(self.now.0[..found.rounds].to_vec()).count() as f64;
        // Both means are of the rounds that have a result on both sides, as the difference is.
        let both = |series: &Series, other: &Series| {
            let known = series.0.iter().zip(&other.0).take(found.rounds).map(|(own, other)| own.filter(|_| other.is_some()));
            Series(known.collect())
        };
        let (now, old) = (both(&self.now, &self.old), both(&self.old, &self.now));
        let of = if now.count() < found.rounds { format!("{} of {}", now.count(), found.rounds) } else { found.rounds.to_string() };
        let figures = format!(
            "{}, in the baseline {:.1} % ({} points in {of} rounds{})",
            share(name, now.mean()),
            100.0 * old.mean(),
            signed(100.0 * found.change, 1),
            if repeats { format!(", of which repetitions leave an effective {:.0}", found.effective) } else { String::new() }
        );
        let advice = if repeats { "vary the openings with `openings` or `random-plies` in [match]" } else { advice };
        let test = format!("log-likelihood ratio {:.2}, bounds {:.2} and {:.2}", found.llr, found.bounds.0, found.bounds.1);
        let loss = 200.0 * rule.tolerance;
        match found.decision {
            Decision::Pass => Judgement {
                status: Status::Pass,
                reason: format!("{figures}: a loss of {loss:.1} points is excluded ({test})"),
                more: false,
            },
            Decision::Fail => Judgement { status: Status::Fail, reason: format!("{figures}: significantly lower ({test})"), more: false },
            Decision::Open => Judgement { status: Status::Inconclusive, reason: format!("{figures}: undecided ({test}); {advice}"), more },
        }
    }
}

/// A share and its value now.
fn share(name: &str, value: f64) -> String {
    format!("{name} {:.1} %", 100.0 * value)
}

/// A statistic and its value now.
fn figure(name: &str, pair: &Pair) -> String {
    if pair.sides.share { share(name, pair.sides.now.mean()) } else { format!("{name} {:.3}", pair.sides.now.mean()) }
}

/// The share of values that repeat no other; `None` if none does, or if it is not known.
fn share_of(different: u64, values: Moments) -> Option<f64> {
    (different > 0).then(|| different as f64 / values.count().max(1) as f64)
}

/// Values of which a share repeats no other, as those. A baseline of an earlier version does not know its share, and takes that of the searches now.
fn thinned(values: Moments, share: Option<f64>) -> Moments {
    match share.map(|share| (share * values.count() as f64).round() as u64) {
        Some(different) if different < values.count() => Moments::from_parts(different.max(1), values.mean(), values.variance()),
        _ => values,
    }
}

/// The verdict on one statistic.
fn one(name: &str, pair: &Pair, worse: bool, p: f64, rule: Rule) -> (Status, String) {
    if !pair.is_comparable() {
        return (Status::Inconclusive, format!("{name} has too few results to compare"));
    }
    let (old, change) = (pair.sides.old.mean(), pair.sides.change());
    let (figures, points): (String, fn(f64) -> String) = if pair.sides.share {
        (format!("{}, in the baseline {:.1} % ({} points)", figure(name, pair), 100.0 * old, signed(100.0 * change, 1)), |x| {
            format!("{:.1} points", 100.0 * x)
        })
    } else {
        (format!("{}, in the baseline {old:.3} ({})", figure(name, pair), signed(change, 3)), |x| format!("{x:.3}"))
    };
    let (possible, accepted) = (pair.possible_loss(rule.alpha), pair.accepted_loss(rule.tolerance));
    let what = match pair.better {
        Direction::Neither => "change",
        Direction::More | Direction::Less => "loss",
    };
    if worse {
        let how = match pair.better {
            Direction::More => "lower",
            Direction::Less => "higher",
            Direction::Neither => "different",
        };
        (Status::Fail, format!("{figures}: significantly {how}, {}", p_words(p)))
    } else if possible <= accepted {
        (Status::Pass, format!("{figures}: a {what} of more than {} is excluded", points(accepted)))
    } else {
        (Status::Inconclusive, format!("{figures}: a {what} of up to {} is possible; more games are needed", points(possible)))
    }
}

/// Why a cell fails regardless of its statistics: the candidate fails in a larger share of tasks, or more tasks have no result.
fn more_without_result(now: &BaselineCell, old: Option<&BaselineCell>) -> Option<String> {
    let share = |count: u64, played: u64| if played == 0 { 0.0 } else { 100.0 * count as f64 / played as f64 };
    let compare = |what: &str, count: fn(&BaselineCell) -> u64| {
        let (count, old_count, old_played) = (count(now), old.map_or(0, count), old.map_or(1, BaselineCell::played));
        let played = now.played();
        // Whole numbers compare shares exactly.
        (u128::from(count) * u128::from(old_played.max(1)) > u128::from(old_count) * u128::from(played)).then(|| {
            let (share, old_share) = (share(count, played), share(old_count, old_played));
            format!("{what} in {count} of {played} games ({share:.1} %, in the baseline {old_share:.1} %)")
        })
    };
    compare("the candidate failed", |cell| cell.measured.failures)
        .or_else(|| {
            let reason = compare("there is no result", BaselineCell::without_result)?;
            let BaselineMeasured { failures, opponent_failures, void, .. } = &now.measured;
            Some(format!("{reason}: {failures} failures of the candidate, {opponent_failures} of opponents, {void} void"))
        })
        .map(|reason| reason + "; see the messages of the run")
}

/// The status of the check: that of its worst cell.
pub fn overall(judged: &[JudgedCell]) -> Status {
    judged.iter().map(|cell| cell.status).max().unwrap_or(Status::Inconclusive)
}

#[cfg(test)]
mod tests;
