//! Begins a run afresh: earlier results are set aside, and the history of looks is kept.
//!
//! The new file is complete, including the looks, before it atomically replaces the old one. An interruption at any moment leaves either the old
//! results or the new file; another `--fresh` continues from there.

use super::files::{RESULTS, SET_ASIDE};
use super::journal::BEGUN;
use super::lock::RunLock;
use super::omitted_cells::succeed;
use super::open::{NEW, open_locked, set_aside};
use super::results::{add_results, remove, remove_with_log};
use super::{Store, StoreError, Table};
use rusqlite::Connection;
use std::fs;
use std::io;
use std::path::Path;

/// The next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    /// The new file is created.
    Create,
    /// It takes over the looks.
    Succeed,
    /// The earlier old file is removed.
    Remove,
    /// The results get their second name.
    Link,
    /// The new file takes the first one.
    Replace,
    /// The new file is opened.
    Open,
}

impl Store {
    /// Opens a run directory for writing and sets its results aside, like [`Store::open_fresh`], but keeps the history of looks.
    ///
    /// # Errors
    /// As [`Store::open`]; if what could be seen cannot be read; if another process reads the results all the time.
    pub fn open_afresh(dir: &Path, table: Table) -> Result<Store, StoreError> {
        open_afresh(dir, table, &mut |_| Ok(()))
    }
}

/// `before` is called before each step.
fn open_afresh(dir: &Path, table: Table, before: &mut dyn FnMut(Step) -> Result<(), StoreError>) -> Result<Store, StoreError> {
    fs::create_dir_all(dir).map_err(|error| StoreError::files("create", dir, error))?;
    let lock = RunLock::take(dir)?;
    let (results, new, old) = (dir.join(RESULTS), dir.join(NEW), dir.join(SET_ASIDE));
    if !results.exists() {
        return open_locked(dir, table, lock);
    }
    match whole(dir, table) {
        // What was not written as results of this kind was not seen as such.
        Err(StoreError::Foreign { .. }) => set_aside(dir)?,
        Err(error) => return Err(error),
        Ok(earlier) => {
            remove_with_log(&new)?;
            before(Step::Create)?;
            let later = add_results(dir, new.clone(), table)?;
            before(Step::Succeed)?;
            succeed(&later, &earlier)?;
            drop((later, earlier));
            before(Step::Remove)?;
            remove_with_log(&old)?;
            before(Step::Link)?;
            // Some file systems have no second names.
            fs::hard_link(&results, &old)
                .or_else(|_| fs::copy(&results, &old).map(drop))
                .map_err(|error| StoreError::files("write", &old, error))?;
            before(Step::Replace)?;
            fs::rename(&new, &results).map_err(|error| StoreError::files("rename", &new, error))?;
            before(Step::Open)?;
            remove(&dir.join(BEGUN))?;
        }
    }
    open_locked(dir, table, lock)
}

/// The results of a directory as one file: what a log holds is written into it, for the log belongs to whatever has the file's name.
fn whole(dir: &Path, table: Table) -> Result<Store, StoreError> {
    let path = dir.join(RESULTS);
    let store = add_results(dir, path.clone(), table)?;
    let mode = |connection: &Connection| connection.pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get::<_, String>(0));
    let is_whole = mode(&store.connection).is_ok_and(|mode| mode.eq_ignore_ascii_case("delete"));
    is_whole.then_some(store).ok_or_else(|| {
        let error = io::Error::new(
            io::ErrorKind::ResourceBusy,
            "another process is reading it; end that process and run the same command \
             again",
        );
        StoreError::files("set aside", &path, error)
    })
}

#[cfg(test)]
mod tests {
    use super::super::omitted_cells::seen;
    use super::super::results::is_one_file;
    use super::super::{Column, format};
    use super::*;

    const TABLE: Table = Table { name: "test", columns: &[Column::of::<u32>("points", "")] };

    /// The records of a run that was killed, a part of which is in the log.
    fn killed(dir: &Path) {
        let there = tempfile::tempdir().unwrap();
        let store = Store::open(there.path(), TABLE).unwrap();
        let rows = "INSERT INTO cell VALUES (1, 'key', 'text'); INSERT INTO test (id, build, points) VALUES (4294967296, 0, 1), (4294967297, 0, 2);";
        store.connection.execute_batch(rows).unwrap();
        for suffix in ["", "-wal"] {
            let name = format!("{RESULTS}{suffix}");
            fs::copy(there.path().join(&name), dir.join(&name)).unwrap();
        }
    }

    /// What is told of looks: at records that are there, or at some that were set aside.
    fn looks(store: &Store) -> u32 {
        seen(store).unwrap().iter().map(|(cell, history)| history.afresh + history.seen(cell.records)).sum()
    }

    #[test]
    fn whatever_is_stopped_keeps_what_could_be_seen() {
        for last in
            [None, Some(Step::Create), Some(Step::Succeed), Some(Step::Remove), Some(Step::Link), Some(Step::Replace), Some(Step::Open)]
        {
            let dir = tempfile::tempdir().unwrap();
            killed(dir.path());
            let mut reached = false;
            let mut stop = |step| {
                reached |= Some(step) == last;
                if Some(step) == last { Err(StoreError::Vanished { path: dir.path().to_owned() }) } else { Ok(()) }
            };
            let opened = open_afresh(dir.path(), TABLE, &mut stop);
            assert_eq!((opened.is_err(), reached), (last.is_some(), last.is_some()), "{last:?}");
            drop(opened);
            assert_eq!(looks(&Store::open(dir.path(), TABLE).unwrap()), 2, "{last:?}: a run that goes on");
            let [results, new, old] = [RESULTS, NEW, SET_ASIDE].map(|name| dir.path().join(name));
            assert!(!new.exists() && !is_one_file(&results, &old), "{last:?}: leftovers");
            let again = Store::open_afresh(dir.path(), TABLE).unwrap();
            assert_eq!((looks(&again), again.cells().unwrap()[0].records), (2, 0), "{last:?}: afresh again");
        }
    }

    /// Results that cannot be read are not dropped in silence; those of something else were never seen.
    #[test]
    fn what_cannot_be_taken_over_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        killed(dir.path());
        let newer = Connection::open(dir.path().join(RESULTS)).unwrap();
        newer.pragma_update(None, "user_version", format::FORMAT + 1).unwrap();
        drop(newer);
        assert!(matches!(Store::open_afresh(dir.path(), TABLE), Err(StoreError::Newer { .. })));
        assert!(dir.path().join(RESULTS).exists());
        fs::write(dir.path().join(RESULTS), "something else, which is no database").unwrap();
        assert_eq!(looks(&Store::open_afresh(dir.path(), TABLE).unwrap()), 0);
        assert!(dir.path().join(SET_ASIDE).exists());
    }
}
