//! The file of results of a run directory: its connection, and the cells in it.

use super::files::RESULTS;
use super::lock::RunLock;
use super::{Column, StoreError, Table, format};
use crate::plan::Plan;
use rusqlite::{Connection, OpenFlags};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The longest time that a reader waits while a writer has exclusive access.
const PATIENCE: Duration = Duration::from_secs(10);

/// The memory for pages of the file, in kB: enough for the last page of each of 2,000 cells, to which records are added in turn. More is no
/// faster, since the system keeps the file in memory, too, but would grow with the games that are stored.
pub(super) const CACHE: i32 = 8_000;

/// The records of a run directory.
pub struct Store {
    pub(super) dir: PathBuf,
    pub(super) path: PathBuf,
    pub(super) connection: Connection,
    pub(super) table: Table,
    /// Whether the file names the build of each record; files of format 1, opened only for reading, do not.
    pub(super) knows_builds: bool,
    /// The columns that a file of an older version, opened only for reading, lacks.
    pub(super) missing: &'static [Column],
    /// Held by a writer.
    pub(super) lock: Option<RunLock>,
    /// The file that was opened, for a writer.
    pub(super) identity: Option<Identity>,
}

/// A cell that has been played, whether the plan still has it or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredCell {
    /// Its key.
    pub key: String,
    /// The text whose hash is the key.
    pub canonical: String,
    /// The number of its records.
    pub records: u64,
}

/// The identity of a file, which tells it from another of the same name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Identity(u64, u64);

impl Identity {
    /// The identity of the file at a path, if there is one. On systems without inode numbers, only its presence counts.
    pub(super) fn of(path: &Path) -> Option<Identity> {
        let file = fs::metadata(path).ok()?;
        #[cfg(unix)]
        return Some(Identity(std::os::unix::fs::MetadataExt::dev(&file), std::os::unix::fs::MetadataExt::ino(&file)));
        #[cfg(not(unix))]
        return file.is_file().then_some(Identity(0, 0));
    }
}

/// Whether two names are of one file, where the system tells.
pub(super) fn is_one_file(first: &Path, second: &Path) -> bool {
    cfg!(unix) && Identity::of(first).is_some_and(|identity| Identity::of(second) == Some(identity))
}

impl Store {
    /// The run directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Every cell in the file with its number of records, including cells that are no longer in the plan, in the order in which they
    /// were first played.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn cells(&self) -> Result<Vec<StoredCell>, StoreError> {
        let sql = format!(
            "SELECT key, canonical, (SELECT count(*) FROM \"{}\" r WHERE r.id BETWEEN cell.id << 32 AND (cell.id << 32) + 4294967295)
             FROM cell ORDER BY id",
            self.table.name
        );
        let read = || -> rusqlite::Result<Vec<StoredCell>> {
            let mut statement = self.connection.prepare(&sql)?;
            let cell = |row: &rusqlite::Row<'_>| {
                Ok(StoredCell { key: row.get(0)?, canonical: row.get(1)?, records: row.get::<_, i64>(2)? as u64 })
            };
            statement.query_map([], cell)?.collect()
        };
        read().map_err(|error| self.fails(error))
    }

    /// The number that each cell of the plan has in the file, in the plan's order.
    pub(super) fn numbers(&self, plan: &Plan) -> Result<Vec<Option<i64>>, StoreError> {
        let read = || -> rusqlite::Result<HashMap<String, i64>> {
            let mut statement = self.connection.prepare("SELECT key, id FROM cell")?;
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let numbers = read().map_err(|error| self.fails(error))?;
        Ok(plan.experiment.cells.iter().map(|cell| numbers.get(&cell.key.to_string()).copied()).collect())
    }

    /// Gives every cell of the plan a number in the file.
    pub(super) fn register(&mut self, plan: &Plan) -> Result<Vec<i64>, StoreError> {
        let add = |connection: &mut Connection| -> rusqlite::Result<()> {
            let transaction = connection.transaction()?;
            let mut statement = transaction.prepare("INSERT INTO cell (key, canonical) VALUES (?, ?) ON CONFLICT (key) DO NOTHING")?;
            for cell in &plan.experiment.cells {
                statement.execute((cell.key.to_string(), &cell.canonical))?;
            }
            drop(statement);
            transaction.commit()
        };
        add(&mut self.connection).map_err(|error| StoreError::database(&self.path, error))?;
        Ok(self.numbers(plan)?.into_iter().flatten().collect())
    }

    /// Checks that the file that this process writes is still the one in the directory. Otherwise, records would go to a file that cannot be opened
    /// any more.
    ///
    /// # Errors
    /// [`StoreError::Vanished`] if it was removed or replaced.
    pub(super) fn still_there(&self) -> Result<(), StoreError> {
        if Identity::of(&self.path) == self.identity { Ok(()) } else { Err(StoreError::Vanished { path: self.path.clone() }) }
    }

    pub(super) fn fails(&self, error: rusqlite::Error) -> StoreError {
        StoreError::database(&self.path, error)
    }
}

/// The results of a run directory for small changes, even while another process writes to it.
pub(super) fn beside_writer(dir: &Path, table: Table) -> Result<Store, StoreError> {
    let path = dir.join(RESULTS);
    let fails = |error| StoreError::database(&path, error);
    let connection =
        Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(fails)?;
    connection.busy_timeout(PATIENCE).map_err(fails)?;
    let format::Layout { knows_builds, missing } = format::check(&connection, &path, table)?;
    Ok(Store { dir: dir.to_owned(), path, connection, table, knows_builds, missing, lock: None, identity: None })
}

/// A file of results for writing, with all tables; the caller ensures that no other process writes it.
pub(super) fn add_results(dir: &Path, path: PathBuf, table: Table) -> Result<Store, StoreError> {
    let fails = |error| StoreError::database(&path, error);
    let mut connection = Connection::open_with_flags(
        &path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )
    .map_err(fails)?;
    connection.busy_timeout(PATIENCE).map_err(fails)?;
    format::check(&connection, &path, table)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(fails)?;
    format::create(&mut connection, table).map_err(fails)?;
    Ok(Store { dir: dir.to_owned(), path, connection, table, knows_builds: true, missing: &[], lock: None, identity: None })
}

/// The results of a run directory for reading, even while another process writes to it.
pub(super) fn read_only(dir: &Path, table: Table) -> Result<Store, StoreError> {
    let path = dir.join(RESULTS);
    if !path.is_file() {
        return Err(StoreError::Missing { path });
    }
    let fails = |error| StoreError::database(&path, error);
    let connection =
        Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(fails)?;
    connection.busy_timeout(PATIENCE).map_err(fails)?;
    connection.pragma_update(None, "cache_size", -CACHE).map_err(fails)?;
    let format::Layout { knows_builds, missing } = format::check(&connection, &path, table)?;
    Ok(Store { dir: dir.to_owned(), path, connection, table, knows_builds, missing, lock: None, identity: None })
}

/// Removes a file of results with what belongs to it by its name.
pub(super) fn remove_with_log(path: &Path) -> Result<(), StoreError> {
    ["", "-wal", "-shm", "-journal"].iter().try_for_each(|suffix| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        remove(Path::new(&name))
    })
}

/// Removes a file that may not be there.
pub(super) fn remove(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(StoreError::files("remove", path, error)),
        _ => Ok(()),
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if self.lock.is_some() {
            // Without the log, the file can be copied alone and read from a read-only directory. This may fail while another process
            // reads; then the log stays beside the file, which is as safe.
            let _ = self.connection.pragma_update(None, "journal_mode", "DELETE");
        }
    }
}
