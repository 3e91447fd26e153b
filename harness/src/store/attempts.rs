//! Failed records whose tasks were played again. They stay, because a task that is played until it succeeds has a chosen result.

use super::format::{cell_and_task, record_id};
use super::{ColumnType, Field, Row, Store, StoreError, hash_row};
use crate::plan::{Plan, Task};
use rusqlite::OptionalExtension as _;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The failures of a cell. A record is known by a hash of its reproducible part, so that no failure counts twice or is lost where runs and results files are
/// put together. A task that fails in the same way again has failed once, as games that repeat others count once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Failures {
    /// The tasks without a result, each with the hash of its record.
    pub open: BTreeMap<u32, String>,
    /// Failed records of tasks that were played again.
    pub retried: BTreeSet<(u32, String)>,
}

/// A failed record whose task was played again.
#[derive(Clone, PartialEq, Debug)]
pub struct Attempt {
    /// The task.
    pub task: Task,
    /// The hash of the record.
    pub hash: String,
    /// The record; empty if it was removed, so that nothing but its cell is known.
    pub row: Row,
    /// The number in the file of the build that played it.
    pub(super) build: i64,
}

impl Attempt {
    /// Whether the record is still there.
    pub fn is_kept(&self) -> bool {
        !self.row.is_empty()
    }
}

const TABLE: &str = "CREATE TABLE IF NOT EXISTS attempt (
    id INTEGER NOT NULL, hash TEXT NOT NULL, build INTEGER NOT NULL, record TEXT NOT NULL, UNIQUE (id, hash)
) STRICT";

/// A record as the text of a JSON list.
fn text(row: &Row) -> String {
    let value = |field: &Field| match field {
        Field::Integer(number) => Value::from(*number),
        Field::Real(number) => Value::from(*number),
        Field::Text(text) => Value::from(text.as_str()),
        Field::Unread => Value::Null,
    };
    Value::Array(row.iter().map(value).collect()).to_string()
}

/// The failed records of a file, above all those that were played again.
pub struct Attempts<'s> {
    store: &'s Store,
}

impl Store {
    /// The failed records whose tasks were played again.
    pub fn attempts(&self) -> Attempts<'_> {
        Attempts { store: self }
    }
}

impl Attempts<'_> {
    /// Keeps a failed record whose task is played again.
    pub(super) fn keep(&self, id: i64, build: i64, row: &Row) -> rusqlite::Result<()> {
        self.store.connection.execute(TABLE, [])?;
        let sql = "INSERT INTO attempt (id, hash, build, record) VALUES (?, ?, ?, ?) ON CONFLICT (id, hash) DO NOTHING";
        self.store.connection.prepare_cached(sql)?.execute((id, self.hash_of(row), build, text(row))).map(drop)
    }

    /// The hash of the reproducible part of a record, in 12 hexadecimal digits.
    fn hash_of(&self, row: &Row) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-26 failed record");
        hash_row(self.store.table.columns, row, &mut hasher);
        hasher.finalize().to_hex()[..12].to_owned()
    }

    /// Whether a record is among those that were played again.
    pub(super) fn has(&self, id: i64, row: &Row) -> rusqlite::Result<bool> {
        let there = self.store.connection.table_exists(None, "attempt")?;
        Ok(there
            && self.store.connection.prepare_cached("SELECT 1 FROM attempt WHERE id = ? AND hash = ?")?.exists((id, self.hash_of(row)))?)
    }

    /// Moves the records of these tasks, if there are any, to those that were played again.
    pub(super) fn set_aside(&self, ids: impl Iterator<Item = i64>) -> rusqlite::Result<()> {
        let every: Vec<usize> = (0..self.store.table.columns.len()).collect();
        let select = format!("{} WHERE id = ?", self.store.select("build", &every));
        let delete = format!("DELETE FROM \"{}\" WHERE id = ?", self.store.table.name);
        for id in ids {
            let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, self.store.read(&every, 1, row)?));
            if let Some((build, row)) = self.store.connection.prepare_cached(&select)?.query_row([id], read).optional()? {
                self.keep(id, build, &row)?;
                self.store.connection.prepare_cached(&delete)?.execute([id])?;
            }
        }
        Ok(())
    }

    /// The failed records of a plan's tasks that were played again, in the order of the plan, but for those that failed in the same way again; then those
    /// that were removed.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn all(&self, plan: &Plan) -> Result<Vec<Attempt>, StoreError> {
        let numbers = self.store.numbers(plan)?;
        let open = self.open_failures(plan)?;
        let read = || -> rusqlite::Result<Vec<Attempt>> {
            let mut attempts = Vec::new();
            if !self.store.connection.table_exists(None, "attempt")? {
                return Ok(attempts);
            }
            let sql = "SELECT id, hash, record, build FROM attempt WHERE id >= ? AND id < ? ORDER BY id, hash";
            let mut statement = self.store.connection.prepare(sql)?;
            for (place, number) in numbers.iter().enumerate() {
                let Some(number) = *number else { continue };
                let mut rows = statement.query([record_id(number, 0), record_id(number, plan.experiment.games_per_cell)])?;
                while let Some(row) = rows.next()? {
                    let task = Task { cell: place as u32, number: cell_and_task(row.get(0)?).1 };
                    let hash: String = row.get(1)?;
                    if open[place].get(&task.number) != Some(&hash) {
                        attempts.push(Attempt { task, hash, row: self.row_of(&row.get::<_, String>(2)?), build: row.get(3)? });
                    }
                }
            }
            Ok(attempts)
        };
        let mut attempts = read().map_err(|error| self.store.fails(error))?;
        for (cell, history) in (0..).zip(self.store.histories(plan)?) {
            let lost = |(number, hash)| Attempt { task: Task { cell, number }, hash, row: Row::new(), build: 0 };
            let planned = history.removed.into_iter().filter(|(number, _)| *number < plan.experiment.games_per_cell);
            attempts.extend(planned.map(lost));
        }
        Ok(attempts)
    }

    /// The records without a result of a cell, those that were played again included: the number of the task, and the hash of the record.
    pub(super) fn failures_of(&self, cell: i64) -> rusqlite::Result<BTreeSet<(u32, String)>> {
        let Some(without_result) = self.store.table.without_result() else { return Ok(BTreeSet::new()) };
        let range = (record_id(cell, 0), record_id(cell, u32::MAX));
        let every: Vec<usize> = (0..self.store.table.columns.len()).collect();
        let sql = format!("{} WHERE {without_result} AND id BETWEEN ? AND ?", self.store.select("id", &every));
        let task = |row: &rusqlite::Row<'_>| row.get(0).map(|id| cell_and_task(id).1);
        let open = |row: &rusqlite::Row<'_>| Ok((task(row)?, self.hash_of(&self.store.read(&every, 1, row)?)));
        let mut records: BTreeSet<(u32, String)> =
            self.store.connection.prepare_cached(&sql)?.query_map(range, open)?.collect::<rusqlite::Result<_>>()?;
        if self.store.connection.table_exists(None, "attempt")? {
            let sql = "SELECT id, hash FROM attempt WHERE id BETWEEN ? AND ?";
            for record in self.store.connection.prepare_cached(sql)?.query_map(range, |row| Ok((task(row)?, row.get(1)?)))? {
                records.insert(record?);
            }
        }
        Ok(records)
    }

    /// Whether an attempt's record is the one that was kept.
    pub fn is_intact(&self, attempt: &Attempt) -> bool {
        self.hash_of(&attempt.row) == attempt.hash
    }

    /// The failures of every cell of a plan.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn failures(&self, plan: &Plan) -> Result<Vec<Failures>, StoreError> {
        let open = self.open_failures(plan)?;
        let mut failures: Vec<Failures> = open.into_iter().map(|open| Failures { open, ..Failures::default() }).collect();
        for Attempt { task, hash, .. } in self.all(plan)? {
            failures[task.cell as usize].retried.insert((task.number, hash));
        }
        Ok(failures)
    }

    /// Per cell, the tasks without a result with the hashes of their records.
    fn open_failures(&self, plan: &Plan) -> Result<Vec<BTreeMap<u32, String>>, StoreError> {
        let mut open = vec![BTreeMap::new(); plan.experiment.cells.len()];
        for task in self.store.failed(plan)? {
            let row = self.store.row(plan, task)?.unwrap_or_default();
            open[task.cell as usize].insert(task.number, self.hash_of(&row));
        }
        Ok(open)
    }

    /// The record in a text; columns that it lacks have their defaults.
    fn row_of(&self, text: &str) -> Row {
        let values: Vec<Value> = serde_json::from_str(text).unwrap_or_default();
        let field = |(place, column): (usize, &super::Column)| match (column.kind, values.get(place)) {
            (ColumnType::Integer, Some(Value::Number(number))) => number.as_i64().map(Field::Integer),
            (ColumnType::Real, Some(Value::Number(number))) => number.as_f64().map(Field::Real),
            (ColumnType::Text | ColumnType::List, Some(Value::String(text))) => Some(Field::Text(text.clone())),
            _ => None,
        };
        self.store
            .table
            .columns
            .iter()
            .enumerate()
            .map(|(place, column)| field((place, column)).unwrap_or_else(|| column.default()))
            .collect()
    }
}
