//! Run directories that cannot be used, and their error messages.

use crate::setup::{Setup, kind, rows, run, silent};
use std::fs;
use std::path::Path;
use std::process::Command;
use treebench::run::{RunError, execute};
use treebench::store::{FORMAT, Store, StoreError};

fn open_error(dir: &Path) -> String {
    Store::open(dir, kind().table()).err().unwrap().to_string()
}

#[test]
fn a_second_writer_is_told_who_the_first_is() {
    let dir = tempfile::tempdir().unwrap();
    let first = Store::open(dir.path(), kind().table()).unwrap();
    let error = open_error(dir.path());
    assert!(error.contains(&format!("is in use by process {} on ", std::process::id())), "{error}");
    // Reading is allowed meanwhile, and writing afterwards.
    Store::open_read_only(dir.path(), kind().table()).unwrap();
    drop(first);
    Store::open(dir.path(), kind().table()).unwrap();
}

#[test]
fn a_newer_format_names_both_versions() {
    let dir = tempfile::tempdir().unwrap();
    run(&Setup::of(&["random", "random"], 2).plan(), dir.path(), 1);
    let file = rusqlite::Connection::open(dir.path().join("results.sqlite")).unwrap();
    file.pragma_update(None, "user_version", FORMAT + 6).unwrap();
    drop(file);
    for error in [open_error(dir.path()), Store::open_read_only(dir.path(), kind().table()).err().unwrap().to_string()] {
        assert!(
            error.contains(&format!("has format {}", FORMAT + 6)) && error.contains(&format!("knows formats up to {FORMAT}")),
            "{error}"
        );
    }
}

#[test]
fn a_format_that_no_version_writes_is_not_taken_for_an_empty_file() {
    let dir = tempfile::tempdir().unwrap();
    run(&Setup::of(&["random", "random"], 2).plan(), dir.path(), 1);
    let file = rusqlite::Connection::open(dir.path().join("results.sqlite")).unwrap();
    file.pragma_update(None, "user_version", 0).unwrap();
    drop(file);
    for error in [open_error(dir.path()), Store::open_read_only(dir.path(), kind().table()).err().unwrap().to_string()] {
        assert!(error.contains("unknown format 0"), "{error}");
    }
}

/// The lock file is truncated and written, so it must not be a link to another file.
#[test]
#[cfg(unix)]
fn a_lock_that_is_a_link_is_refused_and_what_it_points_to_kept() {
    let dir = tempfile::tempdir().unwrap();
    let precious = dir.path().join("precious");
    fs::write(&precious, "keep this").unwrap();
    let run = dir.path().join("run");
    fs::create_dir(&run).unwrap();
    for target in [precious.as_path(), Path::new("nowhere")] {
        std::os::unix::fs::symlink(target, run.join("run.lock")).unwrap();
        let error = open_error(&run);
        assert!(error.contains("run.lock") && error.contains("is a link"), "{error}");
        fs::remove_file(run.join("run.lock")).unwrap();
    }
    assert_eq!(fs::read_to_string(&precious).unwrap(), "keep this");
    assert!(!run.join("nowhere").exists());
}

#[test]
fn files_of_others_are_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("results.sqlite");
    fs::write(&path, "this is a text, and long enough to be taken for a database of another kind, perhaps").unwrap();
    let error = open_error(dir.path());
    assert!(error.contains("is not an SQLite file"), "{error}");
    fs::remove_file(&path).unwrap();
    rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE theirs (x)").unwrap();
    let error = open_error(dir.path());
    assert!(error.contains("written by another program"), "{error}");
    fs::remove_file(&path).unwrap();
    run(&Setup::of(&["random", "random"], 2).plan(), dir.path(), 1);
    rusqlite::Connection::open(&path).unwrap().execute_batch("ALTER TABLE \"match\" RENAME COLUMN plies TO turns_made").unwrap();
    let error = open_error(dir.path());
    assert!(error.contains("turns_made") && error.contains("not seats"), "{error}");
}

#[test]
fn a_directory_without_results_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let error = Store::open_read_only(dir.path(), kind().table()).err().unwrap();
    assert!(matches!(error, StoreError::Missing { .. }) && error.to_string().contains("bench run"), "{error}");
}

#[test]
fn a_directory_that_cannot_be_made_is_named() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    let error = open_error(&dir.path().join("file/results"));
    assert!(error.starts_with("cannot create `") && error.contains("file/results"), "{error}");
}

/// A small file system mounted for one test.
struct Mount<'d>(&'d Path);

impl Mount<'_> {
    fn new(dir: &Path, options: &str) -> Option<Mount<'static>> {
        let dir: &'static Path = Box::leak(dir.to_owned().into_boxed_path());
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(dir).output();
        let mounted = mounted.is_ok_and(|output| output.status.success());
        if !mounted {
            // Not `eprintln!`: what that prints in a passing test is not shown.
            let _ = std::io::Write::write_all(&mut std::io::stderr(), b"skipped: this user may not mount a file system\n");
        }
        mounted.then_some(Mount(dir))
    }
}

impl Drop for Mount<'_> {
    fn drop(&mut self) {
        drop(Command::new("umount").arg("-l").arg(self.0).output());
    }
}

#[test]
fn a_read_only_directory_can_be_read_and_not_written() {
    let dir = tempfile::tempdir().unwrap();
    let Some(mount) = Mount::new(dir.path(), "size=8m") else { return };
    let plan = Setup::of(&["random", "random"], 10).plan();
    run(&plan, mount.0, 1);
    let locked = Command::new("mount").args(["-o", "remount,ro"]).arg(mount.0).output().unwrap();
    assert!(locked.status.success());
    let error = open_error(mount.0);
    assert!(error.contains("run.lock") && error.to_lowercase().contains("read-only"), "{error}");
    assert_eq!(rows(&plan, mount.0).len(), 10);
}

#[test]
fn a_full_disk_leaves_what_was_stored() {
    let dir = tempfile::tempdir().unwrap();
    let Some(mount) = Mount::new(dir.path(), "size=600k") else { return };
    let few = Setup::of(&["random", "random"], 20).plan();
    run(&few, mount.0, 1);
    let many = Setup::of(&["random", "random"], 20_000).plan();
    let mut store = Store::open(mount.0, kind().table()).unwrap();
    let error = execute(&many, &mut store, &silent(2)).unwrap_err();
    assert!(matches!(error, RunError::Store(StoreError::Full { .. })), "{error:?}");
    assert!(error.to_string().contains("stored results are intact"), "{error}");
    drop(store);
    // Somebody makes room: on a disk without a free block SQLite may be unable to open even to read, for want of its index of the log.
    let larger = Command::new("mount").args(["-o", "remount,size=4m"]).arg(mount.0).output().unwrap();
    assert!(larger.status.success());
    let stored = rows(&many, mount.0).len();
    assert!((20..20_000).contains(&stored), "{stored}");
    let file = rusqlite::Connection::open(mount.0.join("results.sqlite")).unwrap();
    let check: String = file.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
}
