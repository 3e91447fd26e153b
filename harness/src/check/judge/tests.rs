//! The rule on cells with known results.

use super::*;
use crate::check::state::cell_of;
use crate::saved::{FORMAT, SavedCell};
use treebench_games::Rng;
use treebench_stats::Moments;

/// A baseline with its measurements.
#[derive(Clone)]
struct Side {
    baseline: Baseline,
    measured: Vec<Measurements>,
}

impl Side {
    /// Cells of matches: name, wins, draws, losses.
    fn new(cells: &[(&str, u64, u64, u64)]) -> Side {
        let measured = |&(_, wins, draws, losses): &(&str, u64, u64, u64)| Measurements {
            played: wins + draws + losses,
            statistics: vec![Statistic::share("score", Moments::of_match(wins, draws, losses))],
            ..Measurements::default()
        };
        let mut side = Side { baseline: empty(), measured: cells.iter().map(measured).collect() };
        for ((name, ..), measured) in cells.iter().zip(&side.measured) {
            side.baseline.cells.push(cell(name, measured));
        }
        side
    }

    fn judge(&self, old: &Side, rule: Rule) -> Vec<JudgedCell> {
        judge(&self.baseline, &self.measured, &old.baseline, rule)
    }
}

fn empty() -> Baseline {
    Baseline { format: FORMAT, experiment: "test".into(), kind: "match".into(), first: 100, cells: Vec::new() }
}

fn cell(name: &str, measured: &Measurements) -> BaselineCell {
    // Equal numbers mean equal games in these tests.
    let saved = SavedCell { cell: name.into(), key: name.into(), records: format!("{measured:?}"), ..SavedCell::default() };
    cell_of(saved, measured)
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

/// Records that are the same prove nothing where the statistics beside them are not theirs.
#[test]
fn an_edited_baseline_contradicts_its_records() {
    let now = Side::new(&[("a", 60, 0, 40)]);
    let mut edited = Side::new(&[("a", 60, 0, 40)]);
    assert_eq!(overall(&now.judge(&edited, Rule::default())), Status::Pass);
    edited.baseline.cells[0].measured = Side::new(&[("a", 40, 0, 60)]).baseline.cells[0].measured.clone();
    let judged = now.judge(&edited, Rule::default()).remove(0);
    assert!(judged.status == Status::Fail && judged.reason.contains("its score does not follow from them"), "{judged:?}");
}

/// Lengths of games are to stay the same: a change in either direction fails, and the tolerance is relative.
#[test]
fn means_that_are_to_stay_the_same_fail_in_either_direction() {
    let side = |mean: f64| {
        let measured = Measurements {
            played: 10_000,
            statistics: vec![Statistic::constant("nodal-states", Moments::from_parts(10_000, mean, 100.0))],
            ..Measurements::default()
        };
        let baseline = Baseline { cells: vec![cell("a", &measured)], ..empty() };
        Side { baseline, measured: vec![measured] }
    };
    let found = |now: f64| side(now).judge(&side(40.0), Rule::default()).remove(0);
    for (mean, expected, word) in [(42.0, Status::Fail, "different"), (38.0, Status::Fail, "different"), (40.1, Status::Pass, "2.000")] {
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
        let measured = Measurements { played: 100, statistics, ..Measurements::default() };
        Side { baseline: Baseline { cells: vec![cell("a", &measured)], ..empty() }, measured: vec![measured] }
    };
    let judged = side(20).judge(&side(80), Rule::default()).remove(0);
    assert!(judged.status == Status::Fail && judged.reason.starts_with("area 20.0 %, in the baseline 80.0 %"), "{judged:?}");
}

/// Rounds of two games each, won or lost as this says of the round's number.
fn rounds(count: usize, won: impl Fn(usize) -> bool) -> Side {
    let rounds: Vec<Option<f64>> = (0..count).map(|i| Some(if won(i) { 1.0 } else { 0.0 })).collect();
    let wins = rounds.iter().flatten().filter(|&&x| x == 1.0).count() as u64;
    let scores = Moments::of_match(2 * wins, 0, 2 * (count as u64 - wins));
    let score = Statistic { rounds: Some(rounds), ..Statistic::share("score", scores) };
    let measured = Measurements { played: 2 * count as u64, statistics: vec![score], ..Measurements::default() };
    let mut baseline = Baseline { cells: vec![cell("a", &measured)], ..empty() };
    baseline.cells[0].saved.records = format!("{:?}", (0..50).map(&won).collect::<Vec<_>>());
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
        lost.status == Status::Fail && !lost.more && lost.reason.contains("(-50.0 points in 50 rounds): significantly lower"),
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
    now.baseline.cells[0].saved.cell = "a, iterations 100".into();
    let judged = now.judge(&old, Rule::default());
    assert!(judged.len() == 1 && judged[0].status == Status::Pass && judged[0].cell == "a, iterations 100", "{judged:?}");
    now.baseline.cells[0].saved.key = "other".into();
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
    assert_eq!(judged(|cell| cell.saved.key = "other".into()).status, Status::Inconclusive);
    assert_eq!(judged(|cell| cell.saved.records.clear()).status, Status::Inconclusive);
    let changed = judged(|cell| cell.saved.records = "other".into());
    assert!(changed.status == Status::Inconclusive && changed.reason.contains("the code has changed"), "{changed:?}");
    let mut timed = old.clone();
    timed.baseline.cells[0].saved.records.clear();
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

/// Two sides of which neither is better: 4 cells of searches (optimal moves, area, difficulty) or of playouts (lengths, branching factor), with this
/// many tasks.
fn equals(rng: &mut Rng, tasks: u64) -> Side {
    let mut side = Side { baseline: empty(), measured: Vec::new() };
    for name in ["a", "b", "c", "d"] {
        let mut values = [Moments::default(); 5];
        for _ in 0..tasks {
            let optimal = f64::from(rng.unit() < 0.7);
            // The area goes with the optimal moves, difficulty is skewed, and the branching factor goes with the length.
            let length = 40.0 + 10.0 * (0..12).map(|_| rng.unit() - 0.5).sum::<f64>();
            let task = [optimal, (optimal + rng.unit()) / 2.0, -10.0 * (1.0 - rng.unit()).ln(), length, length / 8.0 + rng.unit()];
            values.iter_mut().zip(task).for_each(|(moments, x)| moments.push(x));
        }
        let [optimal, area, difficulty, length, branching] = values;
        let statistics = if name < "c" {
            let difficulty = Statistic { better: Direction::Less, ..Statistic::constant("difficulty", difficulty) };
            vec![Statistic::share("optimal", optimal), Statistic::share("area", area), difficulty]
        } else {
            vec![Statistic::constant("nodal-states", length), Statistic::constant("branching", branching)]
        };
        side.measured.push(Measurements { played: tasks, statistics, ..Measurements::default() });
        side.baseline.cells.push(cell(name, side.measured.last().expect("it was just added")));
    }
    side
}

/// How often the check of equal searches and playouts fails.
#[expect(clippy::print_stderr, reason = "many trials print their rates")]
fn equal_searches_and_playouts(trials: u32) {
    let mut rng = Rng::from_seed(53);
    let mut wrong = Vec::new();
    for tasks in [2, 3, 5, 10, 20, 50, 200, 1000] {
        let failed = |rng: &mut Rng| overall(&equals(rng, tasks).judge(&equals(rng, tasks), Rule::default())) == Status::Fail;
        let trials = if tasks > 100 { trials / 3 } else { trials };
        let alarms = (0..trials).filter(|_| failed(&mut rng)).count() as f64;
        if trials >= 1000 {
            eprintln!("{tasks} tasks: {:.2} % of {trials} fail", 100.0 * alarms / f64::from(trials));
        }
        // Three standard errors above 5 %.
        let most = 0.05 * f64::from(trials) + 3.0 * (f64::from(trials) * 0.0475).sqrt();
        if alarms > most {
            wrong.push(format!("{tasks} tasks: {alarms} of {trials} fail"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn equal_searches_and_playouts_fail_in_at_most_5_percent() {
    equal_searches_and_playouts(300);
}

#[test]
#[ignore = "minutes"]
fn equal_searches_and_playouts_fail_in_at_most_5_percent_in_many_trials() {
    equal_searches_and_playouts(6000);
}

/// Searches of an agent without random numbers, which finds the same whenever one of a few positions is drawn again: 200 searches of ten positions.
/// `knows` is whether the sides count their different searches.
fn repeated_searches(rng: &mut Rng, knows: bool) -> Side {
    let mut side = Side { baseline: empty(), measured: Vec::new() };
    let found: Vec<f64> = (0..10).map(|_| f64::from(rng.unit() < 0.5)).collect();
    let mut values = Moments::default();
    (0..200).for_each(|_| values.push(found[rng.below(10)]));
    let optimal = Statistic { different: if knows { 10 } else { 0 }, ..Statistic::share("optimal", values) };
    side.measured.push(Measurements { played: 200, statistics: vec![optimal], ..Measurements::default() });
    side.baseline.cells.push(cell("a", side.measured.last().expect("it was just added")));
    side
}

#[test]
fn searches_that_repeat_others_are_checked_as_one() {
    let mut rng = Rng::from_seed(54);
    let mut failed = |now: bool, old: bool| {
        let fails =
            |rng: &mut Rng| overall(&repeated_searches(rng, now).judge(&repeated_searches(rng, old), Rule::default())) == Status::Fail;
        (0..400).filter(|_| fails(&mut rng)).count()
    };
    // A baseline of an earlier version does not count them; those of now tell how many repeat.
    for (now, old) in [(true, true), (true, false)] {
        let count = failed(now, old);
        assert!(count <= 33, "5 % of 400 and three standard errors: {count}");
    }
    let count = failed(false, false);
    assert!(count > 100, "each taken for one, they differ: {count}");
}
