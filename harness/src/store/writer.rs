//! Stores records: workers hand them over through a bounded queue, and one thread stores batches in transactions.

use super::format::{record_id, write_transaction};
use super::ledger::Ledger;
use super::{Build, Field, FinishedTasks, Machine, Row, Store, StoreError, TaskNumbers};
use crate::plan::{Plan, Task};
use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The time for which records are collected before they are stored. Together with the time for the disk, it stays below the tenth of a
/// second that a kill may cost.
const GATHER: Duration = Duration::from_millis(50);
/// The time between two checks that the file is still in its place.
const CHECK: Duration = Duration::from_secs(1);
/// The number of records that are stored without further waiting.
const ENOUGH: usize = 4_096;
/// The number of waiting records at which workers wait, too.
const MOST: usize = 16_384;

/// The queue between the workers and the thread that writes.
pub struct Records {
    /// The numbers of the plan's cells in the file.
    numbers: Vec<i64>,
    /// The number of this build in the file.
    build: i64,
    /// The records whose tasks are played again.
    replaced: BTreeSet<i64>,
    /// The time for which records are collected.
    gather: Duration,
    state: Mutex<State>,
    /// Signals the first record, enough records, or the end.
    filled: Condvar,
    /// Signals free room, or that records are refused.
    room: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<(i64, Row)>,
    closed: bool,
    refusing: bool,
}

/// The record was refused, because an earlier one could not be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RefusedRecord;

impl Records {
    /// The same queue for a plan of which these stored tasks are played again.
    #[must_use]
    pub fn replacing(self, tasks: &FinishedTasks) -> Records {
        let ids = |(cell, tasks): (&i64, &TaskNumbers)| tasks.iter().map(|task| record_id(*cell, task)).collect::<Vec<i64>>();
        let replaced = self.numbers.iter().zip(&tasks.cells).flat_map(ids).collect();
        Records { replaced, ..self }
    }

    /// The same queue without collecting: a killed process loses no finished task, which would otherwise count as begun and never stored.
    #[must_use]
    pub fn at_once(self) -> Records {
        Records { gather: Duration::ZERO, ..self }
    }

    /// Hands a record over; waits while the queue is full.
    ///
    /// # Errors
    /// If records can no longer be stored; what went wrong is the result of [`Store::write`].
    pub fn send(&self, task: Task, row: Row) -> Result<(), RefusedRecord> {
        let id = record_id(self.numbers[task.cell as usize], task.number);
        let mut state = self.state();
        while state.waiting.len() >= MOST && !state.refusing {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.refusing {
            return Err(RefusedRecord);
        }
        state.waiting.push((id, row));
        // Only the first record and the one that makes enough wake the writer.
        if matches!(state.waiting.len(), 1 | ENOUGH) {
            self.filled.notify_one();
        }
        Ok(())
    }

    /// Closes the queue: no more records follow.
    pub fn close(&self) {
        self.state().closed = true;
        self.filled.notify_one();
    }

    /// Takes the collected records, none after [`CHECK`] without any; `None` after the end.
    fn take(&self) -> Option<Vec<(i64, Row)>> {
        let wait = |state: &mut State| state.waiting.is_empty() && !state.closed;
        let (state, waited) = self.filled.wait_timeout_while(self.state(), CHECK, wait).unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            return Some(Vec::new());
        }
        let gather = |state: &mut State| state.waiting.len() < ENOUGH && !state.closed;
        let (mut state, _) = self.filled.wait_timeout_while(state, self.gather, gather).unwrap_or_else(PoisonError::into_inner);
        let taken = std::mem::take(&mut state.waiting);
        self.room.notify_all();
        if taken.is_empty() { None } else { Some(taken) }
    }

    fn refuse(&self) {
        self.state().refusing = true;
        self.room.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store {
    /// A queue for records of this plan; registers its cells in the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn records(&mut self, plan: &Plan) -> Result<Records, StoreError> {
        let numbers = self.register(plan)?;
        self.begin_histories(plan)?;
        self.keep_statements(plan, None)?;
        Ledger(self).settle()?;
        let build = self.builds().number(&Build::here()?)?;
        Machine::here().keep(self)?;
        let (state, filled, room) = (Mutex::default(), Condvar::new(), Condvar::new());
        Ok(Records { numbers, build, replaced: BTreeSet::new(), gather: GATHER, state, filled, room })
    }

    /// Stores the records of the queue until it is closed, and returns their number.
    ///
    /// # Errors
    /// If the file is removed or replaced, or if a transaction fails, for example on a full disk: the transaction is rolled back, the
    /// queue refuses all further records, and what was stored before stays.
    pub fn write(&mut self, records: &Records) -> Result<u64, StoreError> {
        let marks = ", ?".repeat(self.table.columns.len());
        let names: String = self.table.columns.iter().map(|column| format!(", \"{}\"", column.name)).collect();
        let sql = format!("INSERT INTO \"{}\" (build, id{names}) VALUES ({}, ?{marks})", self.table.name, records.build);
        let mut stored = 0;
        while let Some(taken) = records.take() {
            let inserted =
                if taken.is_empty() { Ok(()) } else { self.insert(&sql, &taken, &records.replaced).map_err(|error| self.fails(error)) };
            if let Err(error) = inserted.and_then(|()| self.still_there()) {
                records.refuse();
                return Err(error);
            }
            stored += taken.len() as u64;
        }
        Ok(stored)
    }

    fn insert(&mut self, sql: &str, rows: &[(i64, Row)], replaced: &BTreeSet<i64>) -> rusqlite::Result<()> {
        let transaction = write_transaction(&self.connection)?;
        self.attempts().set_aside(rows.iter().map(|(id, _)| *id).filter(|id| replaced.contains(id)))?;
        let mut statement = transaction.prepare_cached(sql)?;
        for (id, row) in rows {
            statement.raw_bind_parameter(1, id)?;
            bind(&mut statement, 2, row)?;
            statement.raw_execute()?;
        }
        drop(statement);
        transaction.commit()
    }
}

/// Binds the fields of a row to the parameters from this one on.
pub(super) fn bind(statement: &mut rusqlite::Statement<'_>, first: usize, row: &Row) -> rusqlite::Result<()> {
    for (i, field) in row.iter().enumerate() {
        match field {
            Field::Integer(n) => statement.raw_bind_parameter(first + i, n)?,
            Field::Real(x) => statement.raw_bind_parameter(first + i, x)?,
            Field::Text(text) => statement.raw_bind_parameter(first + i, text.as_str())?,
            // A row that was read without this column cannot be stored again: the table refuses it.
            Field::Unread => statement.raw_bind_parameter(first + i, rusqlite::types::Null)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Cell, CellKey, Experiment, GameChoice, KindRules, Seeding};
    use crate::store::{Record, Table, record};
    use std::collections::BTreeMap;
    use std::sync::Arc;
    use treebench_games::games;
    use treebench_games::params::Values;

    record! {
        struct Note {
            /// A text.
            text: String,
        }
    }

    const TABLE: Table = Table { name: "note", columns: Note::COLUMNS };

    /// A kind with texts for tests.
    const NOTES: KindRules = KindRules::new(TABLE.name, "Texts.", Vec::new, |_, _| Ok(()));

    fn plan() -> Plan {
        let entry = games().find("tic-tac-toe").unwrap();
        let game = entry.build(&Values::default()).unwrap();
        let game = GameChoice { entry, params: Values::default(), game, label: "tic-tac-toe".into() };
        let cell = Cell {
            key: CellKey([1; 16]),
            canonical: "c".into(),
            game,
            settings: Arc::default(),
            files: BTreeMap::new(),
            participants: Vec::new(),
            axes: Vec::new(),
            seeding: Seeding::of(CellKey([1; 16])),
            is_timed: false,
        };
        Plan { experiment: Arc::new(Experiment::of_cells(&NOTES, vec![cell], 100_000)) }
    }

    /// A row with a text this long.
    fn row(length: usize) -> Row {
        Note { text: "x".repeat(length) }.into_row()
    }

    /// A file that may not grow ends the run with a clear error, and all that was stored before can be read.
    #[test]
    fn a_full_file_refuses_what_comes_after_and_keeps_the_rest() {
        let dir = tempfile::tempdir().unwrap();
        let plan = plan();
        let mut store = Store::open(dir.path(), TABLE).unwrap();
        let records = store.records(&plan).unwrap();
        (0..10).for_each(|number| records.send(Task { cell: 0, number }, row(9)).unwrap());
        records.close();
        assert_eq!(store.write(&records).unwrap(), 10);
        store.connection.pragma_update(None, "max_page_count", 20).unwrap();
        let records = store.records(&plan).unwrap();
        (10..200).for_each(|number| records.send(Task { cell: 0, number }, row(900)).unwrap());
        records.close();
        let error = store.write(&records).unwrap_err();
        assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
        assert_eq!(records.send(Task { cell: 0, number: 300 }, row(1)), Err(RefusedRecord));
        drop(store);
        let store = Store::open_read_only(dir.path(), TABLE).unwrap();
        let stored: Vec<u32> = store.rows(&plan).unwrap().map(|(_, number, _)| number).collect();
        assert_eq!(stored, (0..10).collect::<Vec<_>>());
    }
}
