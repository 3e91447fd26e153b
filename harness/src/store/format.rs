//! The tables, and the version of their layout.

use super::{Build, Column, Record as _, StoreError, Table};
use crate::experiment::CellKey;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::path::Path;

/// The layout of the results file that this version writes, kept in SQLite's `user_version`. Raise it with every change that
/// an older version could not read.
pub const FORMAT: i64 = 2;

/// The number of the unknown build.
pub(super) const UNKNOWN_BUILD: i64 = 0;

/// The oldest layout that this version reads: 1 knows no builds.
const OLDEST: i64 = 1;

/// Marks the file as ours ("TrBn"), in SQLite's `application_id`.
const APPLICATION: i64 = 0x5472_426e;

/// A record's number: the cell's number in the file in the upper half, the task's in the lower, so that records lie in the
/// file sorted by both, no record can be there twice, and no index has to be kept.
pub(super) fn record_id(cell: i64, task: u32) -> i64 {
    cell << 32 | i64::from(task)
}

/// The two halves of a record's number.
pub(super) fn cell_and_task(id: i64) -> (i64, u32) {
    (id >> 32, (id & 0xffff_ffff) as u32)
}

/// Creates the missing tables.
pub(super) fn create(connection: &mut Connection, table: Table) -> rusqlite::Result<()> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let there = connection.table_exists(None, table.name)?;
    if there {
        if version == OLDEST {
            upgrade(connection, table)?;
        }
        return add_columns(connection, table);
    }
    let columns: String = table.columns.iter().map(|column| format!(", {}", column.sql())).collect();
    let failed = if table.tells_failures() {
        format!("CREATE INDEX \"{0}-failed\" ON \"{0}\" (id) WHERE message <> '';", table.name)
    } else {
        String::new()
    };
    let transaction = connection.transaction()?;
    transaction.execute_batch(&format!(
        "CREATE TABLE IF NOT EXISTS cell (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, canonical TEXT NOT NULL) STRICT;
         CREATE TABLE \"{}\" (
             id INTEGER PRIMARY KEY,
             cell INTEGER GENERATED ALWAYS AS (id >> 32) VIRTUAL,
             task INTEGER GENERATED ALWAYS AS (id & 4294967295) VIRTUAL,
             build INTEGER NOT NULL{columns}
         ) STRICT;
         {failed}
         {}
         PRAGMA application_id = {APPLICATION};
         PRAGMA user_version = {FORMAT};",
        table.name,
        builds()
    ))?;
    transaction.commit()
}

/// The tables of builds: who played a record, and who replayed whose records.
fn builds() -> String {
    let columns: String = Build::COLUMNS.iter().map(|column| format!(" {},", column.sql())).collect();
    format!(
        "CREATE TABLE IF NOT EXISTS build (id INTEGER PRIMARY KEY,{columns} UNIQUE (executable, host)) STRICT;
         CREATE TABLE IF NOT EXISTS verification (
             played INTEGER NOT NULL, replayed INTEGER NOT NULL, subject TEXT NOT NULL, tasks INTEGER NOT NULL, different INTEGER NOT NULL,
             accepted INTEGER NOT NULL, UNIQUE (played, replayed, subject)
         ) STRICT;"
    )
}

/// Adds builds to a file of format 1, whose records are of unknown builds.
fn upgrade(connection: &mut Connection, table: Table) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    transaction.execute_batch(&format!(
        "ALTER TABLE \"{}\" ADD COLUMN build INTEGER NOT NULL DEFAULT {UNKNOWN_BUILD}; {}
         INSERT INTO build VALUES ({UNKNOWN_BUILD}, '', '', '', '', '');
         PRAGMA user_version = {FORMAT};",
        table.name,
        builds()
    ))?;
    transaction.commit()
}

/// Adds the columns that a file of an older version lacks.
fn add_columns(connection: &mut Connection, table: Table) -> rusqlite::Result<()> {
    let found = column_names(connection, table.name)?;
    let transaction = connection.transaction()?;
    for column in missing(&found, table) {
        transaction.execute_batch(&format!("ALTER TABLE \"{}\" ADD COLUMN {}", table.name, column.sql()))?;
    }
    transaction.commit()
}

/// The last columns of a table, as far as they are [added](Column::added) ones that a file lacks.
fn missing(found: &[String], table: Table) -> &'static [Column] {
    let rest = table.columns.get(found.len()..).unwrap_or_default();
    if rest.iter().all(|column| column.added) { rest } else { &[] }
}

/// The contents of a file of a known format.
pub(super) struct Layout {
    /// Whether it records the build of each record.
    pub(super) knows_builds: bool,
    /// The columns that it lacks.
    pub(super) missing: &'static [Column],
}

/// Checks that the file is ours, of a known format, and holds this kind's table; an empty file is fine.
pub(super) fn check(connection: &Connection, path: &Path, table: Table) -> Result<Layout, StoreError> {
    let ask =
        |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0)).map_err(|error| StoreError::database(path, error));
    let foreign = |reason| Err(StoreError::Foreign { path: path.to_owned(), reason });
    let (format, application) = (ask("user_version")?, ask("application_id")?);
    if application != APPLICATION {
        let tables: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .map_err(|error| StoreError::database(path, error))?;
        return if tables == 0 && application == 0 {
            Ok(Layout { knows_builds: true, missing: &[] })
        } else {
            foreign("it was written by another program".to_owned())
        };
    }
    if format < OLDEST {
        return foreign(format!("unknown format {format}: the file was edited or damaged"));
    }
    if format > FORMAT {
        return Err(StoreError::Newer { path: path.to_owned(), found: format, known: FORMAT });
    }
    let found = column_names(connection, table.name).map_err(|error| StoreError::database(path, error))?;
    let expected: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    if found.is_empty() {
        return foreign(format!("it has no table `{}`", table.name));
    }
    let missing = missing(&found, table);
    if found != expected[..expected.len() - missing.len()] {
        let message = format!("its table `{}` has the columns {}, not {}", table.name, found.join(", "), expected.join(", "));
        return foreign(message);
    }
    Ok(Layout { knows_builds: format >= FORMAT, missing })
}

/// The columns of the kind; those computed from the record's number are not listed by `table_info`.
fn column_names(connection: &Connection, table: &str) -> rusqlite::Result<Vec<String>> {
    let mut names = Vec::new();
    connection.pragma(None, "table_info", table, |row| {
        names.push(row.get::<_, String>("name")?);
        Ok(())
    })?;
    names.retain(|name| name != "id" && name != "build");
    Ok(names)
}

/// The number of a cell in the file, for queries over many cells.
pub(super) fn cell_number(connection: &Connection, key: CellKey) -> rusqlite::Result<Option<i64>> {
    let mut statement = connection.prepare_cached("SELECT id FROM cell WHERE key = ?")?;
    let mut rows = statement.query([key.to_string()])?;
    rows.next()?.map(|row| row.get(0)).transpose()
}

/// A transaction that waits for other writers at its beginning. One that reads first and writes then fails at once if another has written in between.
pub(super) fn write_transaction(connection: &Connection) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
}
