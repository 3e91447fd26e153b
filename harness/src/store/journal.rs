//! Tasks that are begun: a program that ends this one when it is about to lose would otherwise play the same task until it goes well.
//!
//! A line is written before a task is played that may come out otherwise the next time. It goes to the system at once, so that it outlives this process; what
//! was begun and is not stored when the run is opened again counts as a failed attempt.

use super::format::record_id;
use super::{Build, LockHolder, Row, Store, StoreError};
use crate::plan::{Plan, Task};
use rusqlite::OptionalExtension as _;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

/// The file of a run directory that names the tasks.
pub(super) const BEGUN: &str = "begun";

/// The tasks of a run that are begun.
pub struct Journal {
    path: PathBuf,
    /// None if every task comes out the same the next time.
    file: Option<File>,
    /// Per cell, its key where tasks may come out otherwise.
    keys: Vec<Option<String>>,
}

impl Journal {
    /// Opens the journal of a run. What was begun earlier and never stored is kept as attempts with the record that `abandoned` gives, by kinds that keep
    /// attempts.
    ///
    /// # Errors
    /// If the directory cannot be read or written.
    pub fn open(store: &Store, plan: &Plan, abandoned: Option<Row>) -> Result<Journal, StoreError> {
        let path = store.dir().join(BEGUN);
        if let Some(row) = &abandoned {
            settle_begun(store, store.dir(), row)?;
        }
        let cells = &plan.experiment.cells;
        let keys: Vec<Option<String>> =
            cells.iter().map(|cell| Some(cell.key.to_string()).filter(|_| abandoned.is_some() && !cell.is_repeatable())).collect();
        let open = || OpenOptions::new().create(true).write(true).truncate(true).open(&path);
        let file = keys.iter().any(Option::is_some).then(open).transpose().map_err(|error| StoreError::files("write", &path, error))?;
        Ok(Journal { path, file, keys })
    }

    /// Whether it keeps any task.
    pub fn is_kept(&self) -> bool {
        self.file.is_some()
    }

    /// A task is about to be played.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(&self, task: Task) -> Result<(), StoreError> {
        let (Some(mut file), Some(key)) = (self.file.as_ref(), &self.keys[task.cell as usize]) else { return Ok(()) };
        // In one piece, for other threads write, too.
        file.write_all(format!("{key} {}\n", task.number).as_bytes()).map_err(|error| StoreError::files("write", &self.path, error))
    }

    /// All that was begun is stored.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn close(&self) -> Result<(), StoreError> {
        if self.file.is_none() {
            return Ok(());
        }
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(StoreError::files("remove", &self.path, error)),
            _ => Ok(()),
        }
    }
}

/// Keeps what was begun in a run directory and is not stored here as attempts with the record `abandoned`, unless it may still be played.
///
/// # Errors
/// If the directory cannot be read, or the store cannot be written.
pub fn settle_begun(store: &Store, dir: &Path, abandoned: &Row) -> Result<(), StoreError> {
    let path = dir.join(BEGUN);
    let text = match fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        text => text.map_err(|error| StoreError::files("read", &path, error))?,
    };
    if dir != store.dir() && LockHolder::of(dir).is_some() {
        return Ok(());
    }
    let line = |line: &'_ str| line.split_once(' ').and_then(|(key, task)| Some((key.to_owned(), task.parse().ok()?)));
    let begun: BTreeSet<(String, u32)> = text.lines().filter_map(line).collect();
    let build = store.builds().number(&Build::here()?)?;
    begun.into_iter().try_for_each(|(key, task)| settle(store, &key, task, build, abandoned)).map_err(|error| store.fails(error))
}

/// Keeps that a task was begun, unless its record is there.
fn settle(store: &Store, key: &str, task: u32, build: i64, row: &Row) -> rusqlite::Result<()> {
    let cell: Option<i64> = store.connection.query_row("SELECT id FROM cell WHERE key = ?", [key], |row| row.get(0)).optional()?;
    let Some(id) = cell.map(|cell| record_id(cell, task)) else { return Ok(()) };
    let stored = store.connection.prepare_cached(&format!("SELECT 1 FROM \"{}\" WHERE id = ?", store.table.name))?.exists([id])?;
    if stored { Ok(()) } else { store.attempts().keep(id, build, row) }
}
