//! Failures of agents and games are recorded, never scored, and the run goes on.

use crate::agents::{BUILT, Fault};
use crate::setup::{Named, Setup, again, kind, number, plain, rows, run, silent, text, values};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;
use treebench::agents::Budget;
use treebench::experiment::References;
use treebench::games::params::{ParamField, Value, resolve};
use treebench::kinds::r#match::OnFailure;
use treebench::run::{RunEnd, RunError, RunOptions, check_machine, execute};
use treebench::store::{Store, physical_cores};

pub(crate) fn faulty(fault: Fault, one_in: i64) -> Named<'static> {
    ("test-faulty", values([("fault", fault.to_value()), ("one-in", Value::Int(one_in))]))
}

pub(crate) fn against_random(agent: Named<'static>, games: u32) -> Setup<'static> {
    Setup { agents: vec![agent, plain("random")], ..Setup::of(&[], games) }
}

/// Every fault ends the game with the right name, the right culprit, the position and the seed.
#[test]
fn faults_are_told_apart() {
    for (fault, ending, words) in [
        (Fault::Panic, "agent-error", "panicked while choosing a move: out of ideas (harness/tests/run/agents.rs:"),
        (Fault::PanicWatching, "agent-error", "panicked while watching: cannot look (harness/tests/run/agents.rs:"),
        (Fault::Overrun, "timeout", "went on after its budget was spent: "),
        (Fault::Illegal, "agent-error", "played an illegal move (semimoves [99])"),
        (Fault::Silent, "agent-error", "played an illegal move (semimoves [])"),
        (Fault::GivesUp, "agent-error", "said that it cannot move: no idea"),
    ] {
        let plan = against_random(faulty(fault, 1), 4).plan();
        let dir = tempfile::tempdir().unwrap();
        let outcome = run(&plan, dir.path(), 2);
        assert_eq!((outcome.end, outcome.played, outcome.failures), (RunEnd::Complete, 4, 4));
        for (task, row) in rows(&plan, dir.path()) {
            // The candidate sits in seat 0 of even tasks.
            let seat = i64::from(task.number % 2);
            let message = text(&row, "message");
            assert_eq!((text(&row, "ending"), number(&row, "culprit")), (ending, seat), "{message}");
            assert!(message.starts_with(&format!("agent `agent-0` in seat {seat} {words}")), "{message}");
            assert!(message.ends_with(&format!(" after {} moves, seed {}", number(&row, "plies"), text(&row, "seed"))), "{message}");
            assert_eq!(text(&row, "scores"), "[]");
            assert_eq!(again(&plan, task).failure.as_deref(), Some(message));
            // The position named is the one after the moves that were played.
            let mut position = plan.experiment.cells[0].game.game.start();
            for name in text(&row, "moves").split_whitespace() {
                let submove = treebench::games::notation::find_move(position.as_ref(), name).unwrap();
                if fault != Fault::PanicWatching || !message.contains(&position.notation()) {
                    submove.iter().for_each(|m| position.apply(*m));
                }
            }
            assert!(message.contains(&format!(", in `{}` after", position.notation())), "{message}: {}", position.notation());
        }
    }
}

/// The other games are played as if nothing had happened, and an agent that failed is built anew.
#[test]
fn a_failure_does_not_touch_other_games() {
    let plan = against_random(faulty(Fault::Panic, 4), 200).plan();
    let dir = tempfile::tempdir().unwrap();
    let before = BUILT.load(SeqCst);
    let outcome = run(&plan, dir.path(), 1);
    assert!(outcome.failures > 10 && outcome.failures < 190, "{outcome:?}");
    assert!(BUILT.load(SeqCst) - before >= outcome.failures as usize);
    let rows = rows(&plan, dir.path());
    assert_eq!(rows.len(), 200);
    // Whether a game fails depends on its seed alone, so each fails or not when it is played alone.
    let mut player = kind().tasks().player(&plan.experiment.cells[0]).unwrap();
    for (task, row) in rows.iter().rev() {
        let again = player.play(task.number, plan.seed(*task)).row;
        assert_eq!(text(row, "ending"), text(&again, "ending"));
        assert_eq!(text(row, "moves"), text(&again, "moves"));
    }
}

#[test]
fn fail_fast_names_the_task_and_leaves_the_rest() {
    let plan = against_random(faulty(Fault::GivesUp, 1), 1000).plan();
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path(), kind().table()).unwrap();
    let mut options = silent(1);
    options.max_failures = Some(1);
    let outcome = execute(&plan, &mut store, &options).unwrap();
    let RunEnd::Failed { task, message } = &outcome.end else { panic!("{outcome:?}") };
    assert!(task.ends_with("-0") && message.contains("no idea"), "{outcome:?}");
    assert_eq!(outcome.played, 1, "the failed game is stored, and no other is begun");
    options.max_failures = Some(3);
    let outcome = execute(&plan, &mut store, &options).unwrap();
    assert_eq!((outcome.done_before, outcome.failed_before, outcome.played, outcome.failures), (1, 1, 3, 3));
}

/// Failed tasks count as stored but not as successful, and are played again on request; all other records are kept.
#[test]
fn failed_tasks_are_counted_and_retried() {
    let plan = against_random(faulty(Fault::GivesUp, 3), 60).plan();
    let dir = tempfile::tempdir().unwrap();
    let first = run(&plan, dir.path(), 2);
    assert!(0 < first.failures && first.failures < 60, "{first:?}");
    let before = rows(&plan, dir.path());
    let mut store = Store::open(dir.path(), kind().table()).unwrap();
    assert_eq!(store.failed(&plan).unwrap().len() as u64, first.failures);
    let mut options = silent(2);
    let again = execute(&plan, &mut store, &options).unwrap();
    assert_eq!((again.played, again.done_before, again.failed_before), (0, 60, first.failures));
    options.retry_failed = true;
    let retried = execute(&plan, &mut store, &options).unwrap();
    assert_eq!((retried.played, retried.failures, retried.failed_before), (first.failures, first.failures, 0));
    drop(store);
    let plain = |rows: Vec<(treebench::plan::Task, treebench::store::Row)>| {
        rows.into_iter().map(|(task, row)| (task, text(&row, "moves").to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(plain(rows(&plan, dir.path())), plain(before));
}

/// Under `failure = "loss"`, the agent that failed has lost: the game has a result, is marked, and is not played again.
#[test]
fn a_failure_can_be_a_loss() {
    let mut setup = against_random(faulty(Fault::GivesUp, 2), 40);
    setup.settings = values([("failure", OnFailure::Loss.to_value())]);
    let plan = setup.plan();
    let dir = tempfile::tempdir().unwrap();
    let outcome = run(&plan, dir.path(), 2);
    assert!(outcome.failures == 0 && 5 < outcome.lost && outcome.lost < 35, "{outcome:?}");
    let rows = rows(&plan, dir.path());
    for (task, row) in &rows {
        assert_eq!(kind().tasks().contradiction(&plan.experiment.cells[0], task.number, plan.seed(*task), row), None);
        if !text(row, "message").is_empty() {
            let lost = if number(row, "culprit") == 0 { "[0,1]" } else { "[1,0]" };
            assert_eq!((text(row, "ending"), text(row, "scores")), ("agent-error", lost));
        }
    }
    let summary = kind().fold(&plan.experiment, &mut rows.iter().map(|(task, row)| (task.cell as usize, task.number, row.clone())));
    let report = serde_json::to_string(&summary.report(&References::default())).unwrap();
    assert!(report.contains(&format!("{} failures of `agent-0` count as losses", outcome.lost)), "{report}");
    assert!(report.contains(&format!("{} by failure", outcome.lost)) && !report.contains("without a result"), "{report}");
    // What a results file keeps is read back.
    let again = kind().fold_onto(&plan.experiment, &[Some(summary.cells()[0].clone())], &mut std::iter::empty()).unwrap();
    assert_eq!(again.cells(), summary.cells());
    let mut store = Store::open(dir.path(), kind().table()).unwrap();
    assert_eq!(store.failed(&plan).unwrap(), []);
    let retried = execute(&plan, &mut store, &RunOptions { retry_failed: true, ..silent(2) }).unwrap();
    assert_eq!((retried.played, retried.done_before, retried.failed_before), (0, 40, 0));
    // Who wants to see the first failure still can.
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path(), kind().table()).unwrap();
    let stopped = execute(&plan, &mut store, &RunOptions { max_failures: Some(1), ..silent(1) }).unwrap();
    assert!(matches!(stopped.end, RunEnd::Failed { .. }), "{stopped:?}");
}

/// A game that panics is charged to no agent.
#[test]
fn a_broken_game_is_void_and_an_endless_one_is_cut_off() {
    let race = |trouble: &str| ("test-race", values([("trouble", Value::Text(trouble.to_owned()))]));
    let mut setup = Setup::of(&["random", "random", "random"], 3);
    setup.games = vec![race("panics"), race("endless"), race("none")];
    setup.settings = values([("max-moves", Value::Int(50)), ("cap-score", Value::Float(0.25))]);
    let plan = setup.plan();
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(run(&plan, dir.path(), 2).failures, 3);
    for (task, row) in rows(&plan, dir.path()) {
        let (ending, message) = (text(&row, "ending"), text(&row, "message"));
        match task.cell {
            0 => {
                assert_eq!((ending, number(&row, "culprit"), number(&row, "plies")), ("void", -1, 4));
                assert!(message.starts_with("the game panicked: the track is broken"), "{message}");
            }
            1 => {
                assert_eq!((ending, text(&row, "scores"), number(&row, "plies")), ("length-cap", "[-0.5,-0.5,-0.5]", 50));
                assert_eq!(again(&plan, task).result, Some(0.25));
            }
            _ => {
                assert_eq!((ending, message), ("rules", ""));
                let moves: Vec<&str> = text(&row, "moves").split(' ').collect();
                assert!(moves.iter().step_by(2).all(|m| m.starts_with('d')), "chance is written down: {moves:?}");
                assert_eq!(moves.len() as i64, 2 * number(&row, "plies"));
            }
        }
    }
}

#[test]
fn a_turn_that_takes_too_long_is_a_timeout() {
    let slow = ("test-busy", values([("draws", Value::Int(5_000_000))]));
    let mut setup = against_random(slow, 2);
    setup.budget = Budget::Time(Duration::from_micros(1));
    setup.settings = values([("time-tolerance", Value::Float(0.0))]);
    let plan = setup.plan();
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(run(&plan, dir.path(), 1).failures, 2);
    for (_, row) in rows(&plan, dir.path()) {
        assert_eq!(text(&row, "ending"), "timeout", "{row:?}");
        assert!(text(&row, "message").contains(" s for a turn of 0.000001 s"), "{row:?}");
    }
}

#[test]
fn timed_budgets_want_a_core_for_every_worker() {
    let mut setup = Setup::of(&["random", "random"], 2);
    setup.budget = Budget::Time(Duration::from_secs(1));
    let plan = setup.plan();
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path(), kind().table()).unwrap();
    let mut options = silent(physical_cores() + 1);
    let error = check_machine(&plan, &options, 0).unwrap_err();
    assert!(matches!(error, RunError::TooManyWorkers { .. }) && error.to_string().contains("--force"), "{error}");
    options.force = true;
    check_machine(&plan, &options, 0).unwrap();
    assert_eq!(execute(&plan, &mut store, &options).unwrap().end, RunEnd::Complete);
}

#[test]
fn cells_that_make_no_match_are_refused() {
    let accepts = |setup: &Setup<'_>, games, swap| {
        let settings = values([("swap-seats", Value::Bool(swap))]);
        let mut cell = setup.cell(&setup.games[0]);
        cell.settings = Arc::new(resolve(&kind().rules().settings(), &settings).unwrap().into());
        (kind().rules().accepts)(&cell, games)
    };
    let two = Setup::of(&["random", "random"], 2);
    assert_eq!(accepts(&two, 200, true), Ok(()));
    let odd = accepts(&two, 7, true).unwrap_err();
    assert_eq!(odd.param, "games-per-cell");
    assert!(odd.message.contains("multiple of 2, such as 8"), "{odd}");
    assert_eq!(accepts(&two, 7, false), Ok(()));
    let three = Setup { games: vec![plain("test-race")], ..Setup::of(&["random", "random"], 2) };
    let error = accepts(&three, 6, true).unwrap_err();
    assert_eq!(error.message, "`test-race` is a game for 3 players, but 2 agents are compared");
}
