//! `kill -9` at random times: no stored record is lost, nothing is corrupted, and the finished run has the same bytes.
//!
//! `KILLS=1000 cargo test -p treebench --test run kills -- --nocapture` does that many and prints the counts.

use crate::setup::{Setup, exported, kind, run, values};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use treebench::games::Rng;
use treebench::games::params::Value;
use treebench::plan::Plan;
use treebench::run::RunEnd;
use treebench::store::Store;

/// The variable with the child process's run directory; without it the test named `child` does nothing.
const CHILD: &str = "TREEBENCH_TEST_CHILD_DIRECTORY";

fn plan() -> Plan {
    let mut setup = Setup::of(&["random", "test-busy"], 1_500);
    setup.agents[1].1 = values([("draws", Value::Int(40_000))]);
    setup.plan()
}

/// The process that is killed: this program again, running only this test.
#[test]
fn child() {
    if let Some(dir) = std::env::var_os(CHILD) {
        run(&plan(), Path::new(&dir), 2);
    }
}

fn spawn(dir: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "kill::child"])
        .env(CHILD, dir)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The number of records, read while the other process may be writing.
fn stored(plan: &Plan, dir: &Path) -> u64 {
    Store::open_read_only(dir, kind().table()).and_then(|store| store.done(plan)).map_or(0, |done| done.count())
}

/// Waits until the other process has stored more records, and whether it did so before it ended.
fn grows(plan: &Plan, dir: &Path, before: u64, child: &mut Child) -> bool {
    while stored(plan, dir) <= before {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    true
}

/// The default number of kills that must hit runs with stored records and unfinished work; `KILLS` overrides it.
const KILLS: u64 = 8;

/// The number of kills of one run before it is played to its end.
const A_RUN: u64 = 8;

/// The outcomes of the kills.
#[derive(Default)]
struct Tally {
    landed: u64,
    /// Records seen before a kill.
    seen: u64,
}

#[test]
fn kills_lose_nothing_that_was_stored() {
    let kills = std::env::var("KILLS").map_or(KILLS, |kills| kills.parse().expect("KILLS is a number"));
    let plan = plan();
    let fresh = tempfile::tempdir().unwrap();
    run(&plan, fresh.path(), 2);
    let undisturbed = exported(&plan, fresh.path());
    let mut rng = Rng::from_seed(20);
    let mut tally = Tally::default();
    while tally.landed < kills {
        let dir = tempfile::tempdir().unwrap();
        let before = disturb(&plan, dir.path(), A_RUN.min(kills - tally.landed), &mut rng, &mut tally);
        let outcome = run(&plan, dir.path(), 2);
        assert_eq!((outcome.end, outcome.done_before), (RunEnd::Complete, before));
        assert!(exported(&plan, dir.path()) == undisturbed, "a killed run differs from one that was left alone");
    }
    if kills > KILLS {
        #[expect(clippy::print_stdout, reason = "the counts of a long run are to be reported")]
        {
            println!("{} kills landed; {} records were seen before them: 0 lost, 0 different", tally.landed, tally.seen);
        }
    }
}

/// Starts a run and kills it repeatedly; returns its final number of records.
fn disturb(plan: &Plan, dir: &Path, kills: u64, rng: &mut Rng, tally: &mut Tally) -> u64 {
    let mut before = 0;
    for _ in 0..kills {
        let mut child = spawn(dir);
        let kill = tally.landed;
        assert!(grows(plan, dir, before, &mut child), "the run ended before kill {kill}: {before} of {} tasks", plan.len());
        std::thread::sleep(Duration::from_millis(rng.below(60) as u64));
        let seen = stored(plan, dir);
        child.kill().unwrap();
        let status = child.wait().unwrap();
        assert!(!status.success(), "the run ended before kill {kill} landed: {seen} of {} tasks", plan.len());
        let file = rusqlite::Connection::open(dir.join("results.sqlite")).unwrap();
        let check: String = file.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(check, "ok");
        let after = stored(plan, dir);
        assert!(before < seen && seen <= after, "{before} records, then {seen}, and {after} after kill {kill}");
        assert!(after < plan.len(), "kill {kill} came when all was done");
        tally.landed += 1;
        tally.seen += seen;
        before = after;
    }
    before
}
