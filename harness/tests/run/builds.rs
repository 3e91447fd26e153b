//! Records of another build are replayed before they are used, and files of before builds were recorded are still read.

use crate::setup::{Setup, exported, kind, plain, rows, run};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use treebench::plan::{Plan, Task};
use treebench::run::{RunError, Trust, replay_all, trust};
use treebench::store::{Build, Store};

const TRUST: Trust = Trust { sample: 1, accept_mixed: false, threads: 2 };

fn file(dir: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(dir.join("results.sqlite")).unwrap()
}

/// A run that claims to be from another executable.
fn foreign_run() -> (tempfile::TempDir, Plan) {
    let dir = tempfile::tempdir().unwrap();
    let setup = Setup { games: vec![plain("tic-tac-toe"), plain("connect-four")], ..Setup::of(&["random", "flat-mc"], 6) };
    let plan = setup.plan();
    run(&plan, dir.path(), 2);
    assert_eq!(file(dir.path()).execute("UPDATE build SET executable = 'another executable'", []).unwrap(), 1);
    (dir, plan)
}

fn open(dir: &Path) -> Store {
    Store::open(dir, kind().table()).unwrap()
}

#[test]
fn every_record_names_its_build() {
    let dir = tempfile::tempdir().unwrap();
    let plan = Setup::of(&["random", "random"], 4).plan();
    run(&plan, dir.path(), 1);
    let store = Store::open_read_only(dir.path(), kind().table()).unwrap();
    assert_eq!(store.builds().of_cells(&plan).unwrap(), [vec![(Build::here().unwrap(), 4)]]);
}

#[test]
fn records_of_another_build_that_come_out_the_same_are_used() {
    let (dir, plan) = foreign_run();
    let store = open(dir.path());
    trust(&plan, &store, TRUST).unwrap();
    let kept = store.builds().verifications().unwrap();
    assert_eq!(kept.len(), 2, "one game of each of two pairings: {kept:?}");
    for verification in &kept {
        assert_eq!((verification.tasks, verification.different, verification.accepted), (1, 0, false));
        assert_eq!((verification.played.executable.as_str(), &verification.replayed), ("another executable", &Build::here().unwrap()));
        assert!(verification.group.ends_with(": random against flat-mc"), "{}", verification.group);
    }
    // What was verified is not replayed again: it may even be changed now.
    file(dir.path()).execute("UPDATE \"match\" SET plies = 1", []).unwrap();
    trust(&plan, &store, TRUST).unwrap();
}

#[test]
fn records_of_another_build_that_come_out_differently_are_refused() {
    let (dir, plan) = foreign_run();
    file(dir.path()).execute("UPDATE \"match\" SET moves = 'a1 ' || moves", []).unwrap();
    let store = open(dir.path());
    let Err(error @ RunError::Changed { .. }) = trust(&plan, &store, TRUST) else { panic!("different games must be refused") };
    let text = error.to_string();
    for part in
        ["2 of 2 stored tasks", "moves, first at word ", "stored `a1`", "tic-tac-toe: random against flat-mc", "--fresh", "--accept-mixed"]
    {
        assert!(text.contains(part), "`{part}` is missing in: {text}");
    }
    assert!(store.builds().verifications().unwrap().is_empty());
    trust(&plan, &store, Trust { accept_mixed: true, ..TRUST }).unwrap();
    let kept = store.builds().verifications().unwrap();
    assert!(kept.len() == 2 && kept.iter().all(|verification| verification.accepted && verification.different == 1), "{kept:?}");
    // Accepting once does not accept for ever.
    assert!(trust(&plan, &store, TRUST).is_err());
}

#[test]
fn rewritten_records_are_found() {
    let dir = tempfile::tempdir().unwrap();
    let plan = Setup::of(&["random", "flat-mc"], 100).plan();
    run(&plan, dir.path(), 2);
    let every = plan.tasks().collect();
    let store = open(dir.path());
    assert!(matches!(replay_all(&plan, &store, &every, 2).unwrap(), (100, different) if different.is_empty()));
    for (column, value) in [("scores", "'[0.25,0.75]'"), ("plies", "77"), ("moves", "'b2 a1'")] {
        file(dir.path()).execute(&format!("UPDATE \"match\" SET {column} = {value} WHERE task = 41"), []).unwrap();
        let (count, different) = replay_all(&plan, &store, &every, 2).unwrap();
        assert_eq!((count, different.len(), different[0].0), (100, 1, Task { cell: 0, number: 41 }));
        assert!(different[0].1.differences.iter().any(|difference| difference.column == column), "{column}");
    }
}

#[test]
fn files_of_older_versions_are_read_and_upgraded() {
    let dir = tempfile::tempdir().unwrap();
    let plan = Setup::of(&["random", "random"], 6).plan();
    run(&plan, dir.path(), 1);
    let before = exported(&plan, dir.path());
    let file = file(dir.path());
    file.execute_batch("ALTER TABLE \"match\" DROP COLUMN build; DROP TABLE build; DROP TABLE verification; PRAGMA user_version = 1;")
        .unwrap();
    for column in kind().table().columns.iter().filter(|column| column.added) {
        file.execute_batch(&format!("ALTER TABLE \"match\" DROP COLUMN \"{}\"", column.name)).unwrap();
    }
    drop(file);
    assert_eq!(exported(&plan, dir.path()), before);
    let read = Store::open_read_only(dir.path(), kind().table()).unwrap();
    assert_eq!(read.builds().of_cells(&plan).unwrap(), [vec![(Build::default(), 6)]]);
    drop(read);
    let larger = Setup::of(&["random", "random"], 10).plan();
    let store = open(dir.path());
    trust(&larger, &store, TRUST).unwrap();
    drop(store);
    assert_eq!(run(&larger, dir.path(), 1).played, 4);
    let store = Store::open_read_only(dir.path(), kind().table()).unwrap();
    assert_eq!(store.builds().of_cells(&larger).unwrap(), [vec![(Build::default(), 6), (Build::here().unwrap(), 4)]]);
    assert_eq!(rows(&larger, dir.path()).len(), 10);
}

#[test]
fn a_fresh_run_keeps_the_old_results_aside() {
    let dir = tempfile::tempdir().unwrap();
    let plan = Setup::of(&["random", "random"], 4).plan();
    run(&plan, dir.path(), 1);
    let store = Store::open_fresh(dir.path(), kind().table()).unwrap();
    assert_eq!(store.done(&plan).unwrap().count(), 0);
    let old = rusqlite::Connection::open(dir.path().join("results.old.sqlite")).unwrap();
    assert_eq!(old.query_row("SELECT count(*) FROM \"match\"", [], |row| row.get::<_, i64>(0)).unwrap(), 4);
}

/// The build script watches everything that is compiled into the executable: a change to any of it shows in the commit of the build.
#[test]
fn the_build_script_watches_every_source_of_the_executable() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = root.parent().unwrap().canonicalize().unwrap();
    let watched: Vec<PathBuf> = env!("TREEBENCH_WATCHED").split(' ').map(|path| root.join(path).canonicalize().unwrap()).collect();
    // The compiler lists the sources of each crate beside it; earlier builds may have had files that are gone.
    let mut sources = BTreeSet::new();
    for entry in std::fs::read_dir(std::env::current_exe().unwrap().parent().unwrap()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "d") && path.file_name().unwrap().to_string_lossy().starts_with("treebench") {
            let listed = std::fs::read_to_string(path).unwrap();
            let rules = listed.lines().filter_map(|line| line.split_once(": "));
            sources.extend(rules.flat_map(|(_, list)| list.split(' ')).filter_map(|source| workspace.join(source).canonicalize().ok()));
        }
    }
    sources.retain(|source| source.starts_with(&workspace) && source.is_file() && !source.starts_with(workspace.join("target")));
    // Clippy, if it ran in the same folder, lists what it reads itself.
    sources.retain(|source| source.extension().is_none_or(|end| end != "toml"));
    for part in ["games/rbg/src", "games/rules", "harness/stats/src", "harness/records/src", "reports/src"] {
        assert!(sources.iter().any(|source| source.starts_with(workspace.join(part))), "{part} is not in the executable");
    }
    let unwatched: Vec<_> = sources.iter().filter(|source| !watched.iter().any(|watched| source.starts_with(watched))).collect();
    assert!(unwatched.is_empty(), "{unwatched:?}");
}
