//! Reads records in the plan's order, a few at a time.

use super::format::{cell_and_task, cell_number, record_id};
use super::{Build, Column, FinishedTasks, Row, Store, StoreError, fields_of, hash_row};
use crate::plan::{Plan, Task};
use std::collections::VecDeque;

/// The number of records read at a time: few enough to fit a cache, many enough to hide the cost of a query.
const CHUNK: u32 = 1024;

/// The records of a plan, sorted by cell and task: the index of the cell, the number of the task, the row.
///
/// The iterator ends early if the file cannot be read; [`Rows::check`] then returns the error.
pub struct Rows<'s> {
    store: &'s Store,
    sql: String,
    /// The places of the columns that are read, in their order.
    wanted: Vec<usize>,
    games: u32,
    /// The numbers of the cells in the file, in the plan's order.
    numbers: Vec<Option<i64>>,
    /// The cell that is read.
    cell: usize,
    /// The first task not yet read.
    next: u32,
    chunk: VecDeque<(usize, u32, Row)>,
    /// The tasks that are wanted; all if there is no such set.
    only: Option<FinishedTasks>,
    error: Option<StoreError>,
}

impl Store {
    /// The records of a plan in the plan's order of cells and tasks; those of other cells, and of tasks beyond
    /// `games_per_cell`, are left out.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn rows(&self, plan: &Plan) -> Result<Rows<'_>, StoreError> {
        self.rows_with(plan, |_| true)
    }

    /// As [`Store::rows`], without the columns that are [details](Column::detail), which is much faster.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn summary_rows(&self, plan: &Plan) -> Result<Rows<'_>, StoreError> {
        self.rows_with(plan, |column| !column.detail)
    }

    fn rows_with(&self, plan: &Plan, wanted: impl Fn(&Column) -> bool) -> Result<Rows<'_>, StoreError> {
        let columns = self.table.columns.iter().enumerate();
        let wanted: Vec<usize> = columns.filter(|(_, column)| wanted(column)).map(|(place, _)| place).collect();
        Ok(Rows {
            store: self,
            sql: format!("{} WHERE id >= ? AND id < ? ORDER BY id LIMIT {CHUNK}", self.select("id", &wanted)),
            wanted,
            games: plan.experiment.games_per_cell,
            numbers: self.numbers(plan)?,
            cell: 0,
            next: 0,
            chunk: VecDeque::with_capacity(CHUNK as usize),
            only: None,
            error: None,
        })
    }

    /// A hash of the reproducible part of every cell's records, in 32 hexadecimal digits, in the order of the plan: equal games have equal
    /// hashes, in any run directory.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn digests(&self, plan: &Plan) -> Result<Vec<String>, StoreError> {
        let mut hashers: Vec<blake3::Hasher> =
            plan.experiment.cells.iter().map(|_| blake3::Hasher::new_derive_key("treebench 2026-11 records of a cell")).collect();
        let mut rows = self.rows(plan)?;
        for (cell, task, row) in rows.by_ref() {
            hashers[cell].update(&task.to_le_bytes());
            hash_row(self.table.columns, &row, &mut hashers[cell]);
        }
        rows.check()?;
        Ok(hashers.iter().map(|hasher| hasher.finalize().to_hex()[..32].to_owned()).collect())
    }

    /// The record of one task, if it has been played.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn row(&self, plan: &Plan, task: Task) -> Result<Option<Row>, StoreError> {
        let number = cell_number(&self.connection, plan.experiment.cells[task.cell as usize].key).map_err(|error| self.fails(error))?;
        let Some(number) = number else { return Ok(None) };
        let every: Vec<usize> = (0..self.table.columns.len()).collect();
        let read = || -> rusqlite::Result<Option<Row>> {
            let mut statement = self.connection.prepare(&format!("{} WHERE id = ?", self.select("id", &every)))?;
            let mut rows = statement.query([record_id(number, task.number)])?;
            rows.next()?.map(|row| self.read(&every, 1, row)).transpose()
        };
        read().map_err(|error| self.fails(error))
    }

    /// Calls `take` with every record of a plan's cells in the plan's order: the task, the number of the build that played it, the row.
    ///
    /// # Errors
    /// Those of `take`, and if the file cannot be read.
    pub(super) fn for_each_built<E: From<StoreError>>(
        &self,
        plan: &Plan,
        mut take: impl FnMut(Task, i64, Row) -> Result<(), E>,
    ) -> Result<(), E> {
        let fails = |error| E::from(self.fails(error));
        let every: Vec<usize> = (0..self.table.columns.len()).collect();
        let first = if self.knows_builds { "id, build" } else { "id, 0" };
        let sql = format!("{} WHERE id BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295 ORDER BY id", self.select(first, &every));
        let mut statement = self.connection.prepare(&sql).map_err(fails)?;
        for (cell, number) in (0..).zip(self.numbers(plan)?) {
            let Some(number) = number else { continue };
            let mut rows = statement.query([number]).map_err(fails)?;
            while let Some(row) = rows.next().map_err(fails)? {
                let (_, number) = cell_and_task(row.get(0).map_err(fails)?);
                let build = row.get(1).map_err(fails)?;
                take(Task { cell, number }, build, self.read(&every, 2, row).map_err(fails)?)?;
            }
        }
        Ok(())
    }

    /// Calls `take` with every record of a plan that one build played, in the plan's order.
    ///
    /// # Errors
    /// Those of `take`, and if the file cannot be read.
    pub fn for_each_by<E: From<StoreError>>(
        &self,
        plan: &Plan,
        build: &Build,
        mut take: impl FnMut(Task, Row) -> Result<(), E>,
    ) -> Result<(), E> {
        let number = self.builds().by_number()?.into_iter().find(|(_, known)| known == build).map(|(number, _)| number);
        self.for_each_built(plan, |task, by, row| if Some(by) == number { take(task, row) } else { Ok(()) })
    }

    /// A query for some columns that every table has, and these of the kind's.
    pub(super) fn select(&self, first: &str, wanted: &[usize]) -> String {
        let column = |&place: &usize| {
            let column = &self.table.columns[place];
            // `read` fills in what is missing.
            if self.missing.contains(column) { ", NULL".to_owned() } else { format!(", \"{}\"", column.name) }
        };
        let columns: String = wanted.iter().map(column).collect();
        format!("SELECT {first}{columns} FROM \"{}\"", self.table.name)
    }

    /// The columns that such a query gives, of which the first comes at this place.
    pub(super) fn read(&self, wanted: &[usize], first: usize, row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
        fields_of(self.table.columns, wanted, first, row)
    }
}

impl Rows<'_> {
    /// The records of these tasks only; of all if there is no such set.
    #[must_use]
    pub fn only(self, tasks: Option<FinishedTasks>) -> Self {
        Rows { only: tasks, ..self }
    }

    /// Whether all records were read.
    ///
    /// # Errors
    /// The failure that ended the rows early.
    pub fn check(self) -> Result<(), StoreError> {
        self.error.map_or(Ok(()), Err)
    }

    /// Reads the next few records of the current cell.
    fn fill(&mut self, number: i64) -> rusqlite::Result<()> {
        let mut statement = self.store.connection.prepare_cached(&self.sql)?;
        let mut rows = statement.query([record_id(number, self.next), record_id(number, self.games)])?;
        while let Some(row) = rows.next()? {
            let (_, task) = cell_and_task(row.get(0)?);
            self.chunk.push_back((self.cell, task, self.store.read(&self.wanted, 1, row)?));
            self.next = task + 1;
        }
        Ok(())
    }
}

impl Iterator for Rows<'_> {
    type Item = (usize, u32, Row);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let row = self.read_next()?;
            let task = Task { cell: row.0 as u32, number: row.1 };
            if self.only.as_ref().is_none_or(|only| only.contains(task)) {
                return Some(row);
            }
        }
    }
}

impl Rows<'_> {
    /// The next record, wanted or not.
    fn read_next(&mut self) -> Option<(usize, u32, Row)> {
        while self.chunk.is_empty() && self.error.is_none() {
            let number = *self.numbers.get(self.cell)?;
            if let Some(number) = number
                && let Err(error) = self.fill(number)
            {
                self.error = Some(self.store.fails(error));
            }
            if self.chunk.is_empty() {
                self.cell += 1;
                self.next = 0;
            }
        }
        self.chunk.pop_front()
    }
}
