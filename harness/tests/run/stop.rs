//! `[stop]`: the point at which play stops depends only on the records in the order of the plan.

use crate::setup::{Setup, exported, kind, plain, run, silent, values};
use std::path::Path;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;
use std::time::Duration;
use treebench::games::Rng;
use treebench::games::params::Value;
use treebench::kinds::counted;
use treebench::kinds::r#match::MatchSummary;
use treebench::plan::Plan;
use treebench::run::{RunEnd, execute};
use treebench::stats::{Decision, StopRule, StopTest, Unit};
use treebench::store::{Export, ExportFormat, Store};

const INTERVAL: StopRule = StopRule { test: StopTest::Interval { width: None, alpha: 0.05 }, at_least: 4, at_most: 120 };

fn gsprt(h0: f64, h1: f64) -> StopRule {
    StopRule { test: StopTest::Gsprt { h0, h1, unit: Unit::Points, alpha: 0.05, beta: 0.05 }, at_least: 0, at_most: 120 }
}

/// A cell that is decided early, one that takes longer, and one that is even; games differ in duration.
fn setup(stop: StopRule) -> Setup<'static> {
    let mut setup = Setup::of(&["uct", "test-busy"], 120);
    setup.games = vec![plain("tic-tac-toe"), plain("connect-four"), plain("breakthrough")];
    setup.agents[1].1 = values([("draws", Value::Int(2000))]);
    setup.budget = treebench::agents::Budget::Iterations(3);
    setup.stop = Some(stop);
    setup
}

/// The reason why each cell stopped, and its number of games.
fn decisions(plan: &Plan, dir: &Path) -> Vec<(Option<Decision>, u32)> {
    let store = Store::open_read_only(dir, kind().table()).unwrap();
    let mut rows = store.summary_rows(plan).unwrap().only(counted(plan, None, &store).unwrap());
    let sequences = MatchSummary::of(&plan.experiment, &mut rows).sequences().unwrap();
    sequences.iter().map(|sequence| (sequence.decision(), sequence.games())).collect()
}

/// The compared values: the records that count, and the decisions.
fn outcome(plan: &Plan, dir: &Path) -> (String, Vec<(Option<Decision>, u32)>) {
    let (records, decisions) = (exported(plan, dir), decisions(plan, dir));
    let games: u32 = decisions.iter().map(|(_, games)| games).sum();
    assert_eq!(records.lines().count() as u32, games, "exactly the games of the decisions count");
    (records, decisions)
}

#[test]
fn threads_change_no_decision() {
    for rule in [INTERVAL, gsprt(50.0, 65.0)] {
        let plan = setup(rule).plan();
        let outcomes: Vec<_> = [1, 2, 5]
            .into_iter()
            .map(|threads| {
                let dir = tempfile::tempdir().unwrap();
                assert_eq!(run(&plan, dir.path(), threads).end, RunEnd::Complete);
                outcome(&plan, dir.path())
            })
            .collect();
        assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{:?}", outcomes.iter().map(|o| &o.1).collect::<Vec<_>>());
        let decisions = &outcomes[0].1;
        assert!(decisions.iter().all(|(decision, _)| decision.is_some()));
        assert!(decisions.iter().any(|(_, games)| *games < 120), "some cell stops early: {decisions:?}");
    }
}

/// One thread plays nothing ahead: it stops with the game that decides.
#[test]
fn one_thread_plays_no_game_too_many() {
    let mut setup = setup(INTERVAL);
    setup.games.truncate(1);
    setup.budget = treebench::agents::Budget::Iterations(100);
    let (plan, dir) = (setup.plan(), tempfile::tempdir().unwrap());
    let outcome = run(&plan, dir.path(), 1);
    let (decision, games) = decisions(&plan, dir.path())[0];
    assert!(decision == Some(Decision::Better) && outcome.played == u64::from(games), "{decision:?} after {games} of {}", outcome.played);
    // The same command plays nothing more.
    assert_eq!((run(&plan, dir.path(), 3).played, run(&plan, dir.path(), 3).end), (0, RunEnd::Complete));
}

#[test]
fn interruptions_and_games_that_are_there_already_change_no_decision() {
    let plan = setup(INTERVAL).plan();
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 2);
    let expected = outcome(&plan, dir.path());

    // All games of the plan are there: those beyond a decision count for nothing, and are told apart.
    let all = setup(INTERVAL);
    let everything = Setup { stop: None, ..all }.plan();
    let dir = tempfile::tempdir().unwrap();
    run(&everything, dir.path(), 2);
    assert_eq!(run(&plan, dir.path(), 2).played, 0);
    assert_eq!(outcome(&plan, dir.path()), expected);
    let store = Store::open_read_only(dir.path(), kind().table()).unwrap();
    let mut bytes = Vec::new();
    Export::new(&store, &plan, false, Vec::new())
        .counting(counted(&plan, None, &store).unwrap())
        .write(ExportFormat::Jsonl, &mut bytes)
        .unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let number = |what: &str| text.lines().filter(|line| line.contains(what)).count();
    assert_eq!((number("\"counts\":1"), text.lines().count()), (expected.0.lines().count(), 360));
    assert_eq!(number("\"counts\":0"), 360 - expected.0.lines().count());

    // A random part of them is lost, as if it had been in flight.
    let mut rng = Rng::from_seed(5);
    for share in [2, 5, 30] {
        let lost = tempfile::tempdir().unwrap();
        std::fs::copy(dir.path().join("results.sqlite"), lost.path().join("results.sqlite")).unwrap();
        let file = rusqlite::Connection::open(lost.path().join("results.sqlite")).unwrap();
        let ids: Vec<i64> =
            file.prepare("SELECT id FROM match").unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        for id in ids.into_iter().filter(|_| rng.below(share) == 0) {
            file.execute("DELETE FROM match WHERE id = ?", [id]).unwrap();
        }
        drop(file);
        assert_eq!(run(&plan, lost.path(), 5).end, RunEnd::Complete);
        assert_eq!(outcome(&plan, lost.path()), expected, "one in {share} is lost");
    }
}

#[test]
fn a_run_that_is_stopped_goes_on() {
    let mut slow = setup(INTERVAL);
    slow.agents[1].1 = values([("draws", Value::Int(8_000))]);
    let plan = slow.plan();
    let whole = tempfile::tempdir().unwrap();
    run(&plan, whole.path(), 2);
    let expected = outcome(&plan, whole.path());
    let dir = tempfile::tempdir().unwrap();
    let mut stopped = 0;
    for sitting in 1.. {
        let options = silent(3);
        let end = thread::scope(|scope| {
            let stop = options.stop.clone();
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(30 << sitting));
                stop.store(true, SeqCst);
            });
            let mut store = Store::open(dir.path(), kind().table()).unwrap();
            execute(&plan, &mut store, &options).unwrap().end
        });
        if end == RunEnd::Complete {
            break;
        }
        stopped += 1;
        // What is there in the meantime is the beginning of what there will be.
        let so_far = decisions(&plan, dir.path());
        assert!(so_far.iter().zip(&expected.1).all(|(now, end)| now.1 <= end.1 && (now.0.is_none() || now == end)), "{so_far:?}");
    }
    assert!(stopped > 0, "nothing was stopped");
    assert_eq!(outcome(&plan, dir.path()), expected);
}

/// Failures carry no information, but count as games.
#[test]
fn failing_agents_come_to_the_largest_number_of_games() {
    let mut setup = setup(INTERVAL);
    setup.agents = vec![plain("random"), ("test-faulty", values([("one-in", Value::Int(1))]))];
    setup.games.truncate(1);
    let (plan, dir) = (setup.plan(), tempfile::tempdir().unwrap());
    let played = run(&plan, dir.path(), 2);
    assert_eq!((played.end, played.failures, played.played), (RunEnd::Complete, 120, 120));
    assert_eq!(decisions(&plan, dir.path()), [(Some(Decision::AtMost), 120)]);
    // Played again, they decide: a fault that is mended does not leave the verdict behind.
    let mut setup = self::setup(INTERVAL);
    setup.agents = vec![plain("random"), ("test-faulty", values([("one-in", Value::Int(3))]))];
    setup.games.truncate(1);
    let (plan, dir) = (setup.plan(), tempfile::tempdir().unwrap());
    run(&plan, dir.path(), 2);
    let two = outcome(&plan, dir.path());
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 1);
    assert_eq!(outcome(&plan, dir.path()), two);
}

/// Two deterministic agents repeat the same two games, which decides nothing.
#[test]
fn repetitions_decide_nothing() {
    let mut setup = setup(gsprt(30.0, 70.0));
    setup.agents = vec![plain("minimax"), plain("minimax")];
    setup.games = vec![plain("tic-tac-toe")];
    setup.agents[1].1 = values([("depth", Value::Int(1))]);
    setup.budget = treebench::agents::Budget::Iterations(200);
    let (plan, dir) = (setup.plan(), tempfile::tempdir().unwrap());
    run(&plan, dir.path(), 2);
    let store = Store::open_read_only(dir.path(), kind().table()).unwrap();
    let mut rows = store.summary_rows(&plan).unwrap();
    let summary = MatchSummary::of(&plan.experiment, &mut rows);
    let distinct = summary.cells[0].distinct_games();
    let sequence = &summary.sequences().unwrap()[0];
    assert!(distinct <= 4, "they repeat themselves: {distinct}");
    assert_eq!((sequence.decision(), sequence.games()), (Some(Decision::AtMost), 120), "{:?}", sequence.ratio());
}

#[test]
fn games_for_three_are_stopped_by_rounds_of_three() {
    let mut setup = setup(INTERVAL);
    setup.games = vec![plain("connect-three")];
    setup.agents = vec![plain("uct"), plain("random"), plain("random")];
    setup.budget = treebench::agents::Budget::Iterations(60);
    let plan = setup.plan();
    let outcomes: Vec<_> = [1, 4]
        .into_iter()
        .map(|threads| {
            let dir = tempfile::tempdir().unwrap();
            run(&plan, dir.path(), threads);
            outcome(&plan, dir.path())
        })
        .collect();
    assert_eq!(outcomes[0], outcomes[1]);
    let (decision, games) = outcomes[0].1[0];
    assert!(decision == Some(Decision::Better) && games < 120 && games.is_multiple_of(3), "{decision:?} after {games}");
}
