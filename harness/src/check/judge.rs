//! The rule: when a statistic has regressed, when it has not, and when there is too little to tell.

use super::compare::Pair;
use super::{Baseline, BaselineCell, Decision, Looks, Series, sequential};
use crate::kinds::{Better, Measured, Statistic};
use crate::stats::holm;

/// What a cell is found to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// A regression larger than the tolerance is excluded, or the games are known to be the same.
    Pass,
    /// Too few games to tell, or nothing to compare with.
    Inconclusive,
    /// A statistic is worse than the baseline's beyond chance, or a larger share of tasks has no result.
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

/// A cell with what was found and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The cell's place in the grid, in words.
    pub cell: String,
    /// What was found.
    pub status: Status,
    /// Why, in a sentence.
    pub reason: String,
    /// Whether more tasks might decide the cell: its sequential test is open, and the baseline holds more rounds.
    pub more: bool,
}

/// Judges every cell of either side. `measured` says of each cell of `now` which of its statistics are compared, and how.
///
/// Cells are found in the baseline by their key, otherwise by their name, so that a new axis or budget does not make old cells new ones.
/// A cell fails if the candidate fails in a larger share of its tasks than in the baseline, or if a larger share of tasks has
/// no result at all: agents are meant never to fail, so that no allowance for chance is made. It passes if its first records are identical,
/// which proves that its games are the same where the budgets of both are counted. Otherwise every statistic is compared:
///
/// * one whose results are known round by round by the sequential test (`sequential`), at level α divided by the number of such
///   comparisons: it passes, fails, or asks for more rounds;
/// * any other by the interval of its change (Newcombe's for shares, Welch's for other means): it fails if it is worse at level α after Holm's
///   correction over all of these, passes if the one-sided 1 − α interval excludes a change for the worse beyond the tolerance, and is
///   inconclusive otherwise.
pub fn judge(now: &Baseline, measured: &[Measured], baseline: &Baseline, rule: Rule) -> Vec<Judged> {
    let cells: Vec<Compared<'_>> = now.cells.iter().zip(measured).map(|(cell, measured)| Compared::new(cell, measured, baseline)).collect();
    let p_values: Vec<f64> = cells.iter().flat_map(|cell| &cell.means).map(|(_, pair)| pair.p_worse()).collect();
    let mut worse = holm(&p_values, rule.alpha).into_iter().zip(p_values);
    let sequential = cells.iter().map(|cell| cell.rounds.len()).sum::<usize>().max(1);
    let alpha = rule.alpha / sequential as f64;
    let same_first = now.first == baseline.first;
    let mut judged: Vec<Judged> = Vec::new();
    for cell in &cells {
        let found: Vec<(bool, f64)> = worse.by_ref().take(cell.means.len()).collect();
        let Found { status, reason, more } = cell.judge(now.first, same_first, &found, rule, alpha);
        judged.push(Judged { cell: cell.now.cell.clone(), status, reason, more });
    }
    let known = |old: &BaselineCell| cells.iter().any(|cell| cell.old == Some(old));
    judged.extend(baseline.cells.iter().filter(|old| !known(old)).map(|old| Judged {
        cell: old.cell.clone(),
        status: Status::Inconclusive,
        reason: "is in the baseline but not in the experiment; update the baseline if that is meant".to_owned(),
        more: false,
    }));
    judged
}

/// A cell on both sides.
struct Compared<'a> {
    now: &'a BaselineCell,
    old: Option<&'a BaselineCell>,
    /// The statistics that both sides have round by round.
    rounds: Vec<(&'a str, Rounds)>,
    /// The others that both sides have.
    means: Vec<(&'a str, Pair)>,
}

/// A statistic round by round on both sides.
struct Rounds {
    now: Series,
    old: Series,
    /// Rounds between two looks.
    every: usize,
}

/// What is found of a cell or of a statistic.
struct Found {
    status: Status,
    reason: String,
    more: bool,
}

impl<'a> Compared<'a> {
    fn new(now: &'a BaselineCell, measured: &'a Measured, baseline: &'a Baseline) -> Self {
        let cells = &baseline.cells;
        let old = cells.iter().find(|old| old.key == now.key && old.cell == now.cell);
        let old = old.or_else(|| cells.iter().find(|old| old.key == now.key)).or_else(|| cells.iter().find(|old| old.cell == now.cell));
        let mut compared = Compared { now, old, rounds: Vec::new(), means: Vec::new() };
        for statistic in &measured.statistics {
            let Some(before) = old.and_then(|old| old.statistic(&statistic.name)) else { continue };
            let &Statistic { better, share, values, .. } = statistic;
            match (&statistic.rounds, before.series()) {
                (Some(rounds), Some(old)) if better == Better::More => {
                    // The rounds of a cell all have the same number of tasks.
                    let tasks = (measured.played as usize).div_ceil(rounds.len().max(1)).max(1);
                    let every = (baseline.first as usize / tasks).max(1);
                    compared.rounds.push((&statistic.name, Rounds { now: Series(rounds.clone()), old, every }));
                }
                _ => compared.means.push((&statistic.name, Pair { now: values, old: before.values(), better, share })),
            }
        }
        compared
    }

    /// `found` says of every pair of means whether it is worse after Holm's correction, and its p-value; `alpha` is the level of one
    /// sequential test.
    fn judge(&self, first: u32, same_first: bool, found: &[(bool, f64)], rule: Rule, alpha: f64) -> Found {
        let decided = |status, reason| Found { status, reason, more: false };
        if let Some(reason) = more_without_result(self.now, self.old) {
            return decided(Status::Fail, reason);
        }
        let Some(old) = self.old else {
            return decided(Status::Inconclusive, "is not in the baseline; add it with --update".to_owned());
        };
        let same_tasks = self.now.counted && old.counted && self.now.key == old.key && same_first && self.now.played > 0;
        if same_tasks && self.now.records == old.records {
            let rounds = self.rounds.iter().map(|(name, rounds)| share(name, rounds.now.mean()));
            let means = self.means.iter().filter(|(_, pair)| pair.now.count() > 0).map(|(name, pair)| figure(name, pair));
            let figures: Vec<String> = rounds.chain(means).collect();
            return decided(Status::Pass, format!("identical: {} tasks, {}", self.now.played.min(u64::from(first)), figures.join(", ")));
        }
        let mut all: Vec<Found> = self.rounds.iter().map(|(name, rounds)| rounds.judge(name, rule, alpha)).collect();
        all.extend(self.means.iter().zip(found).map(|((name, pair), &(worse, p))| {
            let (status, reason) = one(name, pair, worse, p, rule);
            decided(status, reason)
        }));
        let Some(status) = all.iter().map(|found| found.status).max() else {
            return decided(Status::Inconclusive, "has no statistic in common with the baseline; update it".to_owned());
        };
        // Of several statistics only those are worth a word that decide.
        let more = status == Status::Inconclusive && all.iter().any(|found| found.more);
        let mut reasons: Vec<String> = all.into_iter().filter(|found| found.status == status).map(|found| found.reason).collect();
        if same_tasks {
            reasons.push("the same tasks came out differently, so that the code has changed".to_owned());
        }
        Found { status, reason: reasons.join("; "), more }
    }
}

impl Rounds {
    fn judge(&self, name: &str, rule: Rule, alpha: f64) -> Found {
        let looks = Looks { every: self.every, tolerance: rule.tolerance, alpha, beta: rule.alpha };
        let more = self.old.0.len() > self.now.0.len();
        let advice = if more { "more games are needed" } else { "the baseline holds no more rounds: write it with a larger --games" };
        let Some(found) = sequential(&self.now, &self.old, looks) else {
            return Found { status: Status::Inconclusive, reason: format!("{name} has too few rounds to compare; {advice}"), more };
        };
        let mean = |series: &Series| Series(series.0[..found.rounds].to_vec()).mean();
        let figures = format!(
            "{} against {:.1} % ({:+.1} points in {} rounds)",
            share(name, mean(&self.now)),
            100.0 * mean(&self.old),
            100.0 * found.change,
            found.rounds
        );
        let test = format!("log-likelihood ratio {:.2}, bounds {:.2} and {:.2}", found.llr, found.bounds.0, found.bounds.1);
        let loss = 200.0 * rule.tolerance;
        match found.decision {
            Decision::Pass => {
                Found { status: Status::Pass, reason: format!("{figures}: a loss of {loss:.1} points is excluded ({test})"), more: false }
            }
            Decision::Fail => Found { status: Status::Fail, reason: format!("{figures}: lower beyond chance ({test})"), more: false },
            Decision::Open => Found { status: Status::Inconclusive, reason: format!("{figures}: undecided ({test}); {advice}"), more },
        }
    }
}

/// A share and its value now.
fn share(name: &str, value: f64) -> String {
    format!("{name} {:.1} %", 100.0 * value)
}

/// A statistic and its value now.
fn figure(name: &str, pair: &Pair) -> String {
    if pair.share { share(name, pair.now.mean()) } else { format!("{name} {:.3}", pair.now.mean()) }
}

/// What is found of one statistic.
fn one(name: &str, pair: &Pair, worse: bool, p: f64, rule: Rule) -> (Status, String) {
    if !pair.is_comparable() {
        return (Status::Inconclusive, format!("{name} has too few results to compare"));
    }
    let (old, change) = (pair.old.mean(), pair.change());
    let (figures, points): (String, fn(f64) -> String) = if pair.share {
        (format!("{} against {:.1} % ({:+.1} points)", figure(name, pair), 100.0 * old, 100.0 * change), |x| {
            format!("{:.1} points", 100.0 * x)
        })
    } else {
        (format!("{} against {old:.3} ({change:+.3})", figure(name, pair)), |x| format!("{x:.3}"))
    };
    let (possible, accepted) = (pair.possible_loss(rule.alpha), pair.accepted_loss(rule.tolerance));
    let what = match pair.better {
        Better::Neither => "change",
        Better::More | Better::Less => "loss",
    };
    if worse {
        let how = match pair.better {
            Better::More => "lower",
            Better::Less => "higher",
            Better::Neither => "different",
        };
        (Status::Fail, format!("{figures}: {how} beyond chance, p = {p:.1e}"))
    } else if possible <= accepted {
        (Status::Pass, format!("{figures}: a {what} of more than {} is excluded", points(accepted)))
    } else {
        (Status::Inconclusive, format!("{figures}: a {what} of up to {} is possible; more games are needed", points(possible)))
    }
}

/// Why a cell fails whatever its statistics are: the candidate fails in a larger share of tasks, or more tasks have no result.
fn more_without_result(now: &BaselineCell, old: Option<&BaselineCell>) -> Option<String> {
    let share = |count: u64, played: u64| if played == 0 { 0.0 } else { 100.0 * count as f64 / played as f64 };
    let compare = |what: &str, count: fn(&BaselineCell) -> u64| {
        let (count, old_count, old_played) = (count(now), old.map_or(0, count), old.map_or(1, |old| old.played));
        // Whole numbers compare shares exactly.
        (u128::from(count) * u128::from(old_played.max(1)) > u128::from(old_count) * u128::from(now.played)).then(|| {
            let (share, old_share) = (share(count, now.played), share(old_count, old_played));
            format!("{what} in {count} of {} games ({share:.1} %, in the baseline {old_share:.1} %)", now.played)
        })
    };
    compare("the candidate failed", |cell| cell.failures)
        .or_else(|| {
            let reason = compare("there is no result", BaselineCell::without_result)?;
            let BaselineCell { failures, opponent_failures, void, .. } = now;
            Some(format!("{reason}: {failures} failures of the candidate, {opponent_failures} of opponents, {void} void"))
        })
        .map(|reason| reason + "; see the run's messages")
}

/// The status of the whole check: that of its worst cell.
pub fn overall(judged: &[Judged]) -> Status {
    judged.iter().map(|cell| cell.status).max().unwrap_or(Status::Inconclusive)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{BASELINE_FORMAT, BaselineStatistic};
    use crate::games::Rng;
    use crate::stats::Moments;

    /// A baseline with its measurements.
    #[derive(Clone)]
    struct Side {
        baseline: Baseline,
        measured: Vec<Measured>,
    }

    impl Side {
        /// Cells of matches: name, wins, draws, losses.
        fn new(cells: &[(&str, u64, u64, u64)]) -> Side {
            let measured = |&(_, wins, draws, losses): &(&str, u64, u64, u64)| Measured {
                played: wins + draws + losses,
                statistics: vec![Statistic::share("score", Moments::of_match(wins, draws, losses))],
                ..Measured::default()
            };
            let mut side = Side { baseline: empty(), measured: cells.iter().map(measured).collect() };
            for ((name, ..), measured) in cells.iter().zip(&side.measured) {
                side.baseline.cells.push(cell(name, measured));
            }
            side
        }

        fn judge(&self, old: &Side, rule: Rule) -> Vec<Judged> {
            judge(&self.baseline, &self.measured, &old.baseline, rule)
        }
    }

    fn empty() -> Baseline {
        Baseline { format: BASELINE_FORMAT, experiment: "test".into(), kind: "match".into(), first: 100, cells: Vec::new() }
    }

    fn cell(name: &str, measured: &Measured) -> BaselineCell {
        let statistics = measured.statistics.iter().map(BaselineStatistic::of);
        BaselineCell {
            cell: name.into(),
            key: name.into(),
            counted: true,
            // Equal numbers mean equal games in these tests.
            records: format!("{measured:?}"),
            played: measured.played,
            failures: measured.failures,
            opponent_failures: measured.opponent_failures,
            void: measured.void,
            statistics: statistics.collect(),
        }
    }

    fn status(now: (u64, u64, u64), old: (u64, u64, u64)) -> Status {
        overall(&Side::new(&[("a", now.0, now.1, now.2)]).judge(&Side::new(&[("a", old.0, old.1, old.2)]), Rule::default()))
    }

    #[test]
    fn tells_the_three_apart() {
        assert_eq!(status((60, 0, 40), (60, 0, 40)), Status::Pass);
        assert_eq!(status((5200, 0, 4800), (5100, 0, 4900)), Status::Pass);
        assert_eq!(status((30, 0, 70), (60, 0, 40)), Status::Fail);
        assert_eq!(status((52, 0, 48), (55, 0, 45)), Status::Inconclusive);
        // Clean sweeps have no variance and are judged all the same.
        assert_eq!(status((0, 0, 100), (100, 0, 0)), Status::Fail);
        assert_eq!(status((0, 0, 0), (10, 0, 0)), Status::Inconclusive);
    }

    /// Lengths of games are to stay the same: a change in either direction fails, and the tolerance is relative.
    #[test]
    fn means_that_are_to_stay_the_same_fail_in_either_direction() {
        let side = |mean: f64| {
            let measured = Measured {
                played: 10_000,
                statistics: vec![Statistic::constant("nodal-states", Moments::from_parts(10_000, mean, 100.0))],
                ..Measured::default()
            };
            let baseline = Baseline { cells: vec![cell("a", &measured)], ..empty() };
            Side { baseline, measured: vec![measured] }
        };
        let found = |now: f64| side(now).judge(&side(40.0), Rule::default()).remove(0);
        for (mean, expected, word) in [(42.0, Status::Fail, "different"), (38.0, Status::Fail, "different"), (40.1, Status::Pass, "2.000")]
        {
            let judged = found(mean);
            assert!(judged.status == expected && judged.reason.contains(word), "{mean}: {judged:?}");
        }
    }

    #[test]
    fn a_cell_is_as_bad_as_its_worst_statistic() {
        let side = |area: u64| {
            let statistics = vec![
                Statistic::share("optimal", Moments::of_match(50, 0, 50)),
                Statistic::share("area", Moments::of_match(area, 0, 100 - area)),
            ];
            let measured = Measured { played: 100, statistics, ..Measured::default() };
            Side { baseline: Baseline { cells: vec![cell("a", &measured)], ..empty() }, measured: vec![measured] }
        };
        let judged = side(20).judge(&side(80), Rule::default()).remove(0);
        assert!(judged.status == Status::Fail && judged.reason.starts_with("area 20.0 % against 80.0 %"), "{judged:?}");
    }

    /// Rounds of two games each, won or lost as this says of the round's number.
    fn rounds(count: usize, won: impl Fn(usize) -> bool) -> Side {
        let rounds: Vec<Option<f64>> = (0..count).map(|i| Some(if won(i) { 1.0 } else { 0.0 })).collect();
        let wins = rounds.iter().flatten().filter(|&&x| x == 1.0).count() as u64;
        let scores = Moments::of_match(2 * wins, 0, 2 * (count as u64 - wins));
        let score = Statistic { rounds: Some(rounds), ..Statistic::share("score", scores) };
        let measured = Measured { played: 2 * count as u64, statistics: vec![score], ..Measured::default() };
        let mut baseline = Baseline { cells: vec![cell("a", &measured)], ..empty() };
        baseline.cells[0].records = format!("{:?}", (0..50).map(&won).collect::<Vec<_>>());
        Side { baseline, measured: vec![measured] }
    }

    #[test]
    fn rounds_are_judged_by_the_sequential_test_and_ask_for_more() {
        let old = rounds(400, |i| i % 2 == 0);
        let found = |now: &Side| now.judge(&old, Rule::default()).remove(0);
        // The first 100 tasks are the same, whatever the baseline holds beyond them.
        let same = found(&rounds(50, |i| i % 2 == 0));
        assert!(same.status == Status::Pass && same.reason.starts_with("identical: 100 tasks, score 50.0 %"), "{same:?}");
        let open = found(&rounds(50, |i| i % 2 == 1));
        assert!(open.status == Status::Inconclusive && open.more && open.reason.contains("the code has changed"), "{open:?}");
        let lost = found(&rounds(50, |_| false));
        assert!(
            lost.status == Status::Fail && !lost.more && lost.reason.contains("(-50.0 points in 50 rounds): lower beyond chance"),
            "{lost:?}"
        );
        let won = found(&rounds(100, |i| i != 3));
        assert!(won.status == Status::Pass && won.reason.contains("a loss of 10.0 points is excluded"), "{won:?}");
        // Without further rounds in the baseline the advice is another one.
        let end = rounds(50, |i| i % 2 == 1).judge(&rounds(50, |i| i % 2 == 0), Rule::default()).remove(0);
        assert!(end.status == Status::Inconclusive && !end.more && end.reason.contains("larger --games"), "{end:?}");
    }

    #[test]
    fn a_cell_is_found_by_its_key_if_its_name_has_changed() {
        let old = Side::new(&[("a", 50, 0, 50)]);
        let mut now = old.clone();
        now.baseline.cells[0].cell = "a, iterations 100".into();
        let judged = now.judge(&old, Rule::default());
        assert!(judged.len() == 1 && judged[0].status == Status::Pass && judged[0].cell == "a, iterations 100", "{judged:?}");
        now.baseline.cells[0].key = "other".into();
        assert_eq!(now.judge(&old, Rule::default()).len(), 2);
    }

    #[test]
    fn new_and_lost_cells_are_named() {
        let judged = Side::new(&[("a", 1, 0, 1), ("b", 1, 0, 1)]).judge(&Side::new(&[("a", 1, 0, 1), ("c", 1, 0, 1)]), Rule::default());
        let found: Vec<(&str, Status)> = judged.iter().map(|j| (j.cell.as_str(), j.status)).collect();
        assert_eq!(found, [("a", Status::Pass), ("b", Status::Inconclusive), ("c", Status::Inconclusive)]);
    }

    #[test]
    fn only_the_same_records_of_counted_games_are_identical() {
        let old = Side::new(&[("a", 50, 0, 50)]);
        let judged = |change: fn(&mut BaselineCell)| {
            let mut now = old.clone();
            change(&mut now.baseline.cells[0]);
            now.judge(&old, Rule::default()).remove(0)
        };
        assert_eq!(judged(|_| {}).status, Status::Pass);
        assert_eq!(judged(|cell| cell.key = "other".into()).status, Status::Inconclusive);
        assert_eq!(judged(|cell| cell.counted = false).status, Status::Inconclusive);
        let changed = judged(|cell| cell.records = "other".into());
        assert!(changed.status == Status::Inconclusive && changed.reason.contains("the code has changed"), "{changed:?}");
        let mut timed = old.clone();
        timed.baseline.cells[0].counted = false;
        assert_eq!(overall(&timed.judge(&timed, Rule::default())), Status::Inconclusive);
    }

    /// Adds tasks without a result: failures of the candidate, of opponents, void ones.
    fn spoilt(side: &Side, failures: u64, opponent_failures: u64, void: u64) -> Side {
        let mut side = side.clone();
        let measured = &mut side.measured[0];
        (measured.failures, measured.opponent_failures, measured.void) = (failures, opponent_failures, void);
        measured.played += failures + opponent_failures + void;
        side.baseline.cells = vec![cell("a", measured)];
        side
    }

    #[test]
    fn a_larger_share_of_tasks_without_a_result_fails() {
        let (small, large) = (Side::new(&[("a", 50, 0, 50)]), Side::new(&[("a", 500, 0, 500)]));
        let found = |now: &Side, old: &Side| {
            let judged = now.judge(old, Rule { tolerance: 0.5, ..Rule::default() }).remove(0);
            (judged.status, judged.reason)
        };
        for (now, why) in [((1, 0, 0), "the candidate failed in 1 of 101"), ((0, 1, 0), "1 of opponents"), ((0, 0, 1), "1 void")] {
            let (status, reason) = found(&spoilt(&small, now.0, now.1, now.2), &small);
            assert!(status == Status::Fail && reason.contains(why), "{reason}");
        }
        // Ten times the games with ten times the failures are the same share; the other way round it is ten times as large.
        assert_eq!(found(&spoilt(&large, 10, 20, 30), &spoilt(&small, 1, 2, 3)).0, Status::Pass);
        assert_eq!(found(&spoilt(&small, 0, 0, 6), &spoilt(&large, 0, 0, 6)).0, Status::Fail);
        // The candidate's own failures are not made up for by fewer of its opponents'.
        assert_eq!(found(&spoilt(&small, 2, 0, 0), &spoilt(&small, 1, 5, 0)).0, Status::Fail);
        assert_eq!(found(&spoilt(&small, 0, 0, 0), &spoilt(&small, 1, 5, 0)).0, Status::Pass);
        let nothing = Side { baseline: empty(), measured: Vec::new() };
        assert_eq!(found(&spoilt(&small, 0, 1, 0), &nothing).0, Status::Fail);
    }

    /// Plays `games` games with this chance of winning, for each of four cells.
    fn sample(rng: &mut Rng, games: u64, win: f64) -> Side {
        let rows: Vec<_> = ["a", "b", "c", "d"]
            .map(|name| {
                let wins = (0..games).filter(|_| rng.unit() < win).count() as u64;
                (name, wins, 0, games - wins)
            })
            .to_vec();
        Side::new(&rows)
    }

    #[test]
    fn false_alarms_are_rare_and_losses_are_found() {
        let mut rng = Rng::from_seed(51);
        let mut count = |win: f64| {
            (0..400)
                .filter(|_| overall(&sample(&mut rng, 300, win).judge(&sample(&mut rng, 300, 0.6), Rule::default())) == Status::Fail)
                .count()
        };
        // At most 5 % of 400 by design; 40 is more than four standard errors above that.
        let alarms = count(0.6);
        assert!(alarms < 40, "{alarms} false alarms in 400");
        let found = count(0.4);
        assert!(found > 380, "a loss of 20 points was found {found} times in 400");
    }

    #[test]
    fn a_loss_beyond_the_tolerance_rarely_passes() {
        let mut rng = Rng::from_seed(52);
        let passes = (0..400)
            .filter(|_| sample(&mut rng, 2000, 0.55).judge(&sample(&mut rng, 2000, 0.6), Rule::default())[0].status == Status::Pass)
            .count();
        assert!(passes < 40, "{passes} of 400");
    }
}
