//! `kill -9` at random moments: nothing that was stored is lost, nothing is corrupted, and the run ends with the same bytes.

use crate::setup::{Setup, exported, kind, run, values};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use treebench::games::Rng;
use treebench::games::params::Value;
use treebench::plan::Plan;
use treebench::run::RunEnd;
use treebench::store::Store;

/// Where the child process finds its run directory; without it the test named `child` does nothing.
const CHILD: &str = "TREEBENCH_TEST_CHILD_DIRECTORY";

fn plan() -> Plan {
    let mut setup = Setup::of(&["random", "test-busy"], 3_000);
    setup.agents[1].1 = values([("draws", Value::Int(40_000))]);
    setup.plan()
}

/// The process that is killed: this program again, running this test alone.
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

/// How many records there are, read while the other process may be writing.
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

/// How many kills must hit a run that has stored something and has more to do.
const KILLS: usize = 8;

#[test]
fn kills_lose_nothing_that_was_stored() {
    let plan = plan();
    let dir = tempfile::tempdir().unwrap();
    let mut rng = Rng::from_seed(20);
    let mut before = 0;
    for kill in 0..KILLS {
        let mut child = spawn(dir.path());
        assert!(grows(&plan, dir.path(), before, &mut child), "the run ended before kill {kill}: {before} of {} tasks", plan.len());
        std::thread::sleep(Duration::from_millis(rng.below(60) as u64));
        let seen = stored(&plan, dir.path());
        child.kill().unwrap();
        let status = child.wait().unwrap();
        assert!(!status.success(), "the run ended before kill {kill} landed: {seen} of {} tasks", plan.len());
        let file = rusqlite::Connection::open(dir.path().join("results.sqlite")).unwrap();
        let check: String = file.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(check, "ok");
        let after = stored(&plan, dir.path());
        assert!(before < seen && seen <= after, "{before} records, then {seen}, and {after} after the kill");
        assert!(after < plan.len(), "kill {kill} came when all was done");
        before = after;
    }
    let outcome = run(&plan, dir.path(), 2);
    assert_eq!((outcome.end, outcome.done_before), (RunEnd::Complete, before));
    let fresh = tempfile::tempdir().unwrap();
    run(&plan, fresh.path(), 2);
    assert!(exported(&plan, dir.path()) == exported(&plan, fresh.path()), "a killed run differs from one that was left alone");
}
