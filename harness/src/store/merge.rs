//! Merges records of other run directories and shard files into a run directory.
//!
//! Records are added and never changed, so that the same files can be merged in any order and any number of times. Where two files hold the
//! same task, counted budgets must have given the same record; anything else is an error. Everything that was merged before stays.

use super::format::record_id;
use super::ledger::{Ledger, contested_tasks, deleted_rows};
use super::omitted_cells::take_others;
use super::writer::bind;
use super::{Attempt, Build, History, Machine, Row, Statements, Store, StoreError, hash_row};
use crate::experiment::{CellKey, sort, text_hash};
use crate::plan::{Plan, Task};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

/// Records that are stored in one transaction: one per file would take as long as the disk for each of a thousand.
const BATCH: u64 = 50_000;

/// The result of merging a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MergeSummary {
    /// Records that were added.
    pub added: u64,
    /// Records of tasks already stored.
    pub known: u64,
    /// Those among them whose record differs, as it may under a budget of time. The stored one is kept.
    pub different: u64,
    /// Records of other cells, or beyond the number of tasks per cell.
    pub beyond: u64,
}

/// Why records cannot be merged.
#[derive(Debug)]
pub enum MergeError {
    /// A file cannot be read or written.
    Store(StoreError),
    /// Two builds have played a task under a counted budget, and differently.
    Contradiction {
        /// The name of the task.
        task: String,
        /// The builds of the stored record and of the other one.
        builds: Box<[Build; 2]>,
    },
}

impl From<StoreError> for MergeError {
    fn from(error: StoreError) -> Self {
        MergeError::Store(error)
    }
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::Store(error) => error.fmt(f),
            MergeError::Contradiction { task, builds } => write!(
                f,
                "task {task} was played twice, with different results although its budget is counted: by {} and by {}; \
                 `bench replay` says which of them this build confirms",
                builds[0], builds[1]
            ),
        }
    }
}

impl std::error::Error for MergeError {}

/// A run directory into which others are merged.
pub struct Merger<'s> {
    store: &'s mut Store,
    plan: &'s Plan,
    /// The numbers of the plan's cells in the file.
    numbers: Vec<i64>,
    /// Whether the records of a cell may differ from one time to the next.
    timed: Vec<bool>,
    insert: String,
    select: String,
    /// The places of all columns.
    every: Vec<usize>,
    /// For each cell, its history elsewhere, not stored yet: storing reads all records, so it is done once.
    histories: Vec<History>,
    /// The same of when hypotheses were stated.
    statements: Statements,
    /// Of each cell, the size of what was left out because the plan has fewer tasks.
    beyond: Vec<u32>,
    /// The most rows of the past that were deleted from a file that is merged.
    deleted: u64,
    /// Tasks that came with another result than the one that is kept: of those that are merged, and at most of what is merged.
    contested: [u64; 2],
    /// Records added in the open transaction; `None` if none is open.
    pending: Option<u64>,
}

impl<'s> Merger<'s> {
    /// Begins to merge into a store that is open for writing.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn new(store: &'s mut Store, plan: &'s Plan) -> Result<Merger<'s>, StoreError> {
        let numbers = store.register(plan)?;
        store.begin_histories(plan)?;
        store.keep_statements(plan, None)?;
        let cells = &plan.experiment.cells;
        let columns = store.table.columns;
        let names: String = columns.iter().map(|column| format!(", \"{}\"", column.name)).collect();
        let table = store.table.name;
        let every: Vec<usize> = (0..columns.len()).collect();
        Ok(Merger {
            numbers,
            timed: cells.iter().map(|cell| cell.is_timed).collect(),
            insert: format!(
                "INSERT INTO \"{table}\" (id, build{names}) VALUES (?, ?{}) ON CONFLICT (id) DO NOTHING",
                ", ?".repeat(columns.len())
            ),
            select: format!("{} WHERE id = ?", store.select("id, build", &every)),
            every,
            store,
            plan,
            histories: vec![History::begun(); cells.len()],
            statements: Statements::new(true),
            beyond: vec![0; cells.len()],
            deleted: 0,
            contested: [0; 2],
            pending: None,
        })
    }

    /// Adds records that a build played on a machine: `records` calls the function that it is given with each of them.
    ///
    /// # Errors
    /// Those of `records`; if the store cannot be written, or a record contradicts a stored one.
    pub fn add_records(
        &mut self,
        build: &Build,
        machine: &Machine,
        records: impl FnOnce(&mut dyn FnMut(Task, Row) -> Result<(), MergeError>) -> Result<(), MergeError>,
    ) -> Result<MergeSummary, MergeError> {
        let number = self.store.builds().number(build)?;
        machine.keep(self.store)?;
        let mut merged = MergeSummary::default();
        records(&mut |task, row| self.add(task, &row, number, &mut merged))?;
        Ok(merged)
    }

    /// Adds the records of another run directory, which belongs to the plan.
    ///
    /// # Errors
    /// If either store cannot be read or written, or a record contradicts a stored one.
    pub fn add_store(&mut self, from: &Store) -> Result<MergeSummary, MergeError> {
        let mut merged = MergeSummary::default();
        self.add_history_of(from)?;
        let attempts = from.attempts().all(self.plan)?;
        let builds = from.builds().by_number()?;
        for machine in from.machines()? {
            machine.keep(self.store)?;
        }
        let mut numbers = HashMap::new();
        for (number, build) in builds {
            numbers.insert(number, self.store.builds().number(&build)?);
        }
        let plan = self.plan;
        let number = |build: i64| numbers.get(&build).copied().unwrap_or_default();
        from.for_each_built(plan, |task, build, row| self.add(task, &row, number(build), &mut merged))?;
        for Attempt { task, row, build, .. } in attempts.into_iter().filter(Attempt::is_kept) {
            let id = record_id(self.numbers[task.cell as usize], task.number);
            self.store.attempts().keep(id, number(build), &row).map_err(|error| self.store.fails(error))?;
        }
        Ok(merged)
    }

    /// Adds the histories of the plan's cells in another run directory.
    ///
    /// # Errors
    /// If either store cannot be read or written.
    pub fn add_history_of(&mut self, from: &Store) -> Result<(), StoreError> {
        self.take_histories(from.histories(self.plan)?.into_iter());
        take_others(self.store, from, self.plan)?;
        self.deleted = self.deleted.max(deleted_rows(from)?);
        self.contested[1] = self.contested[1].max(contested_tasks(from)?);
        self.statements.merge(&from.statements(self.plan)?);
        Ok(())
    }

    /// Keeps when the plan's hypotheses and its rule of `[stop]` were stated: those in `stated` before the games of a file, all others after
    /// `records` games.
    pub fn add_statements(&mut self, stated: Option<&[String]>, records: u64) {
        let mut statements = Statements::new(true);
        for hash in self.plan.experiment.statements() {
            let before = match stated {
                // Earlier versions kept hypotheses and rules of `[stop]` alone, and no cells of hypotheses.
                Some(stated) if sort(&hash).is_some() && !stated.iter().any(|known| sort(known) == sort(&hash)) => None,
                Some(stated) => Some(if stated.iter().any(|known| *known == hash || known == text_hash(&hash)) { 0 } else { records }),
                None => (records == 0).then_some(0),
            };
            statements.first.insert(hash, before);
        }
        // What the plan has no longer was stated all the same.
        let texts: BTreeSet<String> = self.plan.experiment.statements().map(|hash| text_hash(&hash).to_owned()).collect();
        for hash in stated.unwrap_or_default().iter().filter(|hash| !texts.contains(*hash)) {
            statements.first.entry(hash.clone()).or_insert(Some(0));
        }
        self.statements.merge(&statements);
    }

    /// Adds what happened to the plan's cells before the records of a file were played, by the keys of the cells; `None` if the file does not say.
    pub fn add_histories(&mut self, histories: Option<&BTreeMap<String, History>>, records: u64) {
        let of = |key: CellKey| match histories {
            Some(histories) => histories.get(&key.to_string()).cloned().unwrap_or_else(History::begun),
            None => History { known: records == 0, ..History::default() },
        };
        let plan = self.plan;
        self.take_histories(plan.experiment.cells.iter().map(|cell| of(cell.key)));
    }

    fn take_histories(&mut self, others: impl Iterator<Item = History>) {
        self.histories.iter_mut().zip(others).for_each(|(history, other)| history.merge(&other));
    }

    /// Stores what was added.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn finish(mut self) -> Result<(), StoreError> {
        // What is left out could be seen where it is.
        self.histories.iter_mut().zip(&self.beyond).for_each(|(history, beyond)| history.look(*beyond));
        self.commit().map_err(|error| self.store.fails(error))?;
        self.keep_histories()
    }

    /// Ends after a failure: records that are committed stay, with what could be seen of them.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn give_up(mut self) -> Result<(), StoreError> {
        if self.pending.take().is_some() {
            self.store.connection.execute_batch("ROLLBACK").map_err(|error| self.store.fails(error))?;
        }
        self.keep_histories()
    }

    /// Stores histories before any records, so that an interrupted merge leaves no records without them.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn keep_histories(&mut self) -> Result<(), StoreError> {
        self.store.merge_histories(self.plan, &self.histories)?;
        self.store.keep_statements(self.plan, Some(&self.statements))?;
        // What is merged again was counted before.
        let more = self.deleted.saturating_sub(deleted_rows(self.store)?);
        Ledger(self.store).settle_with(more)?;
        Ledger(self.store).contest(self.contested[0].max(self.contested[1]))
    }

    fn add(&mut self, task: Task, row: &Row, build: i64, merged: &mut MergeSummary) -> Result<(), MergeError> {
        if task.number >= self.plan.experiment.games_per_cell {
            merged.beyond += 1;
            let beyond = &mut self.beyond[task.cell as usize];
            *beyond = (*beyond).max(task.number + 1);
            return Ok(());
        }
        let id = record_id(self.numbers[task.cell as usize], task.number);
        if self.insert(id, build, row).map_err(|error| self.store.fails(error))? {
            merged.added += 1;
            return Ok(());
        }
        merged.known += 1;
        let (there, known) = self.stored(id).map_err(|error| self.store.fails(error))?;
        if self.hash(&known) == self.hash(row) {
            return Ok(());
        }
        if self.is_attempt(id, build, &known, row).map_err(|error| self.store.fails(error))? {
            return Ok(());
        }
        if self.timed[task.cell as usize] {
            merged.different += 1;
            self.contested[0] += 1;
            return Ok(());
        }
        let builds = self.store.builds().by_number()?;
        let named = |number| builds.get(&number).cloned().unwrap_or_default();
        Err(MergeError::Contradiction { task: self.plan.id(task), builds: Box::new([named(there), named(build)]) })
    }

    /// Whether the stored record or the new one failed, so that the task was played again. A result takes the place of a failure, and every failure is kept.
    fn is_attempt(&mut self, id: i64, build: i64, known: &Row, row: &Row) -> rusqlite::Result<bool> {
        let table = self.store.table;
        let failed = |row: &Row| table.is_without_result(row);
        match (failed(known), failed(row)) {
            (false, false) => return Ok(false),
            (false, true) => self.store.attempts().keep(id, build, row)?,
            (true, true) if self.store.attempts().has(id, row)? => {}
            (true, _) => {
                self.store.attempts().set_aside(std::iter::once(id))?;
                self.insert(id, build, row)?;
            }
        }
        Ok(true)
    }

    /// Whether the record was added; `false` if there was one.
    fn insert(&mut self, id: i64, build: i64, row: &Row) -> rusqlite::Result<bool> {
        let connection = &self.store.connection;
        if self.pending.is_none() {
            connection.execute_batch("BEGIN IMMEDIATE")?;
        }
        let mut pending = self.pending.unwrap_or_default();
        self.pending = Some(pending);
        let mut statement = connection.prepare_cached(&self.insert)?;
        statement.raw_bind_parameter(1, id)?;
        statement.raw_bind_parameter(2, build)?;
        bind(&mut statement, 3, row)?;
        let added = statement.raw_execute()? > 0;
        drop(statement);
        pending += u64::from(added);
        self.pending = Some(pending);
        if pending >= BATCH {
            self.commit()?;
        }
        Ok(added)
    }

    /// The build and the row of a stored record.
    fn stored(&self, id: i64) -> rusqlite::Result<(i64, Row)> {
        let mut statement = self.store.connection.prepare_cached(&self.select)?;
        statement.query_row([id], |row| Ok((row.get(1)?, self.store.read(&self.every, 2, row)?)))
    }

    fn hash(&self, row: &Row) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        hash_row(self.store.table.columns, row, &mut hasher);
        hasher.finalize()
    }

    fn commit(&mut self) -> rusqlite::Result<()> {
        if self.pending.take().is_some() {
            self.store.connection.execute_batch("COMMIT")?;
        }
        Ok(())
    }
}

impl Drop for Merger<'_> {
    fn drop(&mut self) {
        if self.pending.is_some() {
            // What is not committed is not there, whether this succeeds or not.
            let _ = self.store.connection.execute_batch("ROLLBACK");
        }
    }
}
