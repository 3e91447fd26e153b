//! Opens a run directory, for writing or only for reading.

use super::files::{RESULTS, SET_ASIDE};
use super::journal::BEGUN;
use super::ledger::Ledger;
use super::lock::RunLock;
use super::results::{CACHE, Identity, add_results, is_one_file, read_only, remove, remove_with_log};
use super::{Store, StoreError, Table};
use std::fs;
use std::path::Path;

/// The new file of a restart, while it is made.
pub(super) const NEW: &str = "results.new.sqlite";

impl Store {
    /// Opens a run directory for writing; creates what is missing.
    ///
    /// # Errors
    /// If the directory cannot be written, is in use by another process, or holds the results of a newer version or of
    /// another kind.
    pub fn open(dir: &Path, table: Table) -> Result<Store, StoreError> {
        fs::create_dir_all(dir).map_err(|error| StoreError::files("create", dir, error))?;
        let lock = RunLock::take(dir)?;
        tidy(dir)?;
        open_locked(dir, table, lock)
    }

    /// Opens a run directory for writing and sets aside the results that it holds: they are kept under another name, replacing those set
    /// aside before.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_fresh(dir: &Path, table: Table) -> Result<Store, StoreError> {
        fs::create_dir_all(dir).map_err(|error| StoreError::files("create", dir, error))?;
        let lock = RunLock::take(dir)?;
        set_aside(dir)?;
        open_locked(dir, table, lock)
    }

    /// Opens a run directory for reading, even while another process writes to it.
    ///
    /// # Errors
    /// If there are no results, or not of this kind, or of a newer version.
    pub fn open_read_only(dir: &Path, table: Table) -> Result<Store, StoreError> {
        read_only(dir, table)
    }
}

pub(super) fn open_locked(dir: &Path, table: Table, lock: RunLock) -> Result<Store, StoreError> {
    let store = add_results(dir, dir.join(RESULTS), table)?;
    let set =
        |name: &str, value: &dyn rusqlite::ToSql| store.connection.pragma_update(None, name, value).map_err(|error| store.fails(error));
    // With a write-ahead log, readers and the writer do not wait for each other, and a kill loses no finished transaction.
    set("journal_mode", &"WAL")?;
    set("wal_autocheckpoint", &4000)?;
    set("cache_size", &-CACHE)?;
    let identity = Identity::of(&store.path);
    let mut store = store;
    (store.lock, store.identity) = (Some(lock), identity);
    Ledger(&store).settle()?;
    Ok(store)
}

/// Renames the results and their write-ahead log, which belongs to them by its name.
pub(super) fn set_aside(dir: &Path) -> Result<(), StoreError> {
    let old = |suffix: &str| dir.join(format!("{SET_ASIDE}{suffix}"));
    remove_with_log(&dir.join(SET_ASIDE))?;
    remove(&dir.join(BEGUN))?;
    for suffix in ["-wal", ""] {
        let path = dir.join(format!("{RESULTS}{suffix}"));
        if path.exists() {
            fs::rename(&path, old(suffix)).map_err(|error| StoreError::files("rename", &path, error))?;
        }
    }
    remove(&dir.join(format!("{RESULTS}-shm")))
}

/// Removes what was left by a restart that was stopped: the new file, and the second name of results that are still the present ones.
fn tidy(dir: &Path) -> Result<(), StoreError> {
    remove_with_log(&dir.join(NEW))?;
    let (results, old) = (dir.join(RESULTS), dir.join(SET_ASIDE));
    if is_one_file(&results, &old) { remove_with_log(&old) } else { Ok(()) }
}
