//! How far the results of a cell could be seen, and when: a run that is looked at while it grows has more chances of a false alarm.
//!
//! A size is the number of the last task plus one, so that sizes of several run directories and results files can be put together.

use super::format::record_id;
use super::{Store, StoreError, TaskNumbers};
use crate::plan::Plan;
use rusqlite::OptionalExtension as _;
use std::collections::BTreeSet;

/// The history of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// Whether it has been kept since the first task, and nobody changed it.
    pub known: bool,
    /// The largest size ever stored.
    pub most: u32,
    /// The sizes at which a report was made or a run ended.
    pub looks: BTreeSet<u32>,
}

impl History {
    /// The history of a cell without tasks.
    pub fn begun() -> History {
        History { known: true, ..History::default() }
    }

    /// Adds what happened elsewhere.
    pub fn merge(&mut self, other: &History) {
        self.known &= other.known;
        self.most = self.most.max(other.most);
        self.looks.extend(&other.looks);
    }

    /// Results of this size could be seen.
    pub fn look(&mut self, size: u32) {
        self.most = self.most.max(size);
        if size > 0 {
            self.looks.insert(size);
        }
    }

    fn text(&self) -> String {
        self.looks.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
    }
}

const TABLE: &str = "CREATE TABLE IF NOT EXISTS history (cell INTEGER PRIMARY KEY, looks TEXT NOT NULL, seal TEXT NOT NULL) STRICT";

/// Tells a history that somebody changed by hand.
fn seal(cell: i64, looks: &str) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-26 history of a cell");
    hasher.update(&cell.to_le_bytes()).update(looks.as_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}

impl Store {
    /// The history of every cell of a plan.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn histories(&self, plan: &Plan) -> Result<Vec<History>, StoreError> {
        let numbers = self.numbers(plan)?;
        let read = || -> rusqlite::Result<Vec<History>> {
            let there = self.connection.table_exists(None, "history")?;
            numbers.iter().map(|number| number.map_or_else(|| Ok(History::begun()), |number| self.history(number, there))).collect()
        };
        read().map_err(|error| self.fails(error))
    }

    fn history(&self, cell: i64, table: bool) -> rusqlite::Result<History> {
        let last = format!("SELECT max(id) FROM \"{}\" WHERE id BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295", self.table.name);
        let last: Option<i64> = self.connection.prepare_cached(&last)?.query_row([cell], |row| row.get(0))?;
        let most = last.map_or(0, |id| (id - record_id(cell, 0) + 1) as u32);
        let stored = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
        let mut history = History { most, ..History::default() };
        let found = if table {
            self.connection.prepare_cached("SELECT looks, seal FROM history WHERE cell = ?")?.query_row([cell], stored).optional()?
        } else {
            None
        };
        match found {
            Some((looks, sealed)) => {
                let sizes: Option<BTreeSet<u32>> = looks.split_whitespace().map(|size| size.parse().ok()).collect();
                history.known = sizes.is_some() && seal(cell, &looks) == sealed;
                history.looks = sizes.unwrap_or_default();
                // Tasks that were removed have been there.
                history.most = most.max(history.looks.last().copied().unwrap_or(0));
            }
            None => history.known = most == 0,
        }
        Ok(history)
    }

    /// Changes the history of every cell of a plan that has one.
    fn keep_histories(&self, plan: &Plan, change: impl Fn(usize, &mut History)) -> Result<(), StoreError> {
        let numbers = self.numbers(plan)?;
        let old = self.histories(plan)?;
        let keep = || -> rusqlite::Result<()> {
            self.connection.execute(TABLE, [])?;
            let transaction = self.connection.unchecked_transaction()?;
            for (place, (number, old)) in numbers.iter().zip(&old).enumerate() {
                let Some(cell) = *number else { continue };
                let mut new = old.clone();
                change(place, &mut new);
                let looks = new.text();
                // What was lost or edited stays so.
                let seal = if new.known { seal(cell, &looks) } else { String::new() };
                transaction.execute("INSERT OR REPLACE INTO history VALUES (?, ?, ?)", (cell, looks, seal))?;
            }
            transaction.commit()
        };
        keep().map_err(|error| self.fails(error))
    }

    /// Begins the histories of registered cells without records.
    pub(super) fn begin_histories(&self, plan: &Plan) -> Result<(), StoreError> {
        self.keep_histories(plan, |_, _| {})
    }

    /// Keeps that the results of a plan's tasks could be seen now.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn look(&self, plan: &Plan) -> Result<(), StoreError> {
        self.keep_statements(plan, None)?;
        let sizes: Vec<u32> = self.done(plan)?.cells.iter().map(TaskNumbers::size).collect();
        if self.histories(plan)?.iter().zip(&sizes).all(|(history, size)| *size == 0 || history.looks.contains(size)) {
            return Ok(());
        }
        self.keep_histories(plan, |place, history| history.look(sizes[place]))
    }

    /// Adds the histories of another run directory to those of the plan's cells.
    pub(super) fn merge_histories(&self, plan: &Plan, from: &Store) -> Result<(), StoreError> {
        let others = from.histories(plan)?;
        self.keep_histories(plan, |place, history| history.merge(&others[place]))
    }
}
