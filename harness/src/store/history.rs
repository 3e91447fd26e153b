//! How far the results of a cell could be seen, and when: a run that is looked at while it grows has more chances of a false alarm.
//!
//! What a size is, [`size`](super::TaskNumbers::size) says.

use super::format::{cell_and_task, record_id};
use super::{FinishedTasks, Store, StoreError};
use crate::plan::Plan;
use rusqlite::OptionalExtension as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The history of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// Whether it has been kept since the first task, and nobody changed it.
    pub known: bool,
    /// The largest size ever stored or planned.
    pub most: u32,
    /// The sizes at which a report was made or a run ended.
    pub looks: BTreeSet<u32>,
    /// Records without a result that were there, and are no longer among those that count or were played again: task and hash.
    pub removed: BTreeSet<(u32, String)>,
    /// The most tasks that there were here at a look.
    #[serde(skip)]
    pub held: u32,
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
        self.removed.extend(other.removed.iter().cloned());
    }

    /// Results of this size could be seen.
    pub fn look(&mut self, size: u32) {
        self.most = self.most.max(size);
        if size > 0 {
            self.looks.insert(size);
        }
    }
}

const TABLE: &str = "CREATE TABLE IF NOT EXISTS history (
    cell INTEGER PRIMARY KEY, looks TEXT NOT NULL, seal TEXT NOT NULL, failures TEXT NOT NULL DEFAULT '', held INTEGER NOT NULL DEFAULT 0,
    planned INTEGER NOT NULL DEFAULT 0
) STRICT";

/// The columns that files of earlier versions lack.
const ADDED: [(&str, &str); 3] =
    [("failures", "TEXT NOT NULL DEFAULT ''"), ("held", "INTEGER NOT NULL DEFAULT 0"), ("planned", "INTEGER NOT NULL DEFAULT 0")];

/// A row of the table `history`: the looks at a cell, the records without a result that there were, and the most tasks that were here and that were planned.
#[derive(PartialEq, Eq)]
struct HistoryRow {
    known: bool,
    looks: BTreeSet<u32>,
    failures: BTreeSet<(u32, String)>,
    held: u32,
    planned: u32,
}

/// Tells a history that was changed by hand.
fn seal(cell: i64, looks: &str, failures: &str, held: u32, planned: u32) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-26 history of a cell");
    hasher.update(&cell.to_le_bytes()).update(looks.as_bytes());
    if !failures.is_empty() || held > 0 {
        hasher.update(b";").update(failures.as_bytes()).update(b";").update(&held.to_le_bytes());
    }
    if planned > 0 {
        hasher.update(b";planned").update(&planned.to_le_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// Words separated by spaces.
fn words<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" ")
}

impl Store {
    /// The history of every cell of a plan.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn histories(&self, plan: &Plan) -> Result<Vec<History>, StoreError> {
        let games = plan.experiment.games_per_cell;
        let of = |number: &Option<i64>| number.map_or_else(|| Ok(History::begun()), |number| self.history(number, games));
        self.numbers(plan)?.iter().map(of).collect::<rusqlite::Result<_>>().map_err(|error| self.fails(error))
    }

    /// That of a cell of which `games` tasks are in the plan.
    fn history(&self, cell: i64, games: u32) -> rusqlite::Result<History> {
        let last = format!("SELECT max(id) FROM \"{}\" WHERE id BETWEEN ? AND ?", self.table.name);
        let range = (record_id(cell, 0), record_id(cell, u32::MAX));
        let last: Option<i64> = self.connection.prepare_cached(&last)?.query_row(range, |row| row.get(0))?;
        // Tasks beyond the plan have been there, and so have those that were removed.
        let beyond = last.map_or(0, |id| cell_and_task(id).1 + 1);
        let beyond = if beyond > games { beyond } else { 0 };
        let Some(HistoryRow { known, looks, failures, held, planned }) = self.history_row(cell)? else {
            return Ok(History { known: last.is_none(), most: beyond, ..History::default() });
        };
        let removed = if failures.is_empty() { failures } else { &failures - &self.attempts().failures_of(cell)? };
        // Where play ended, or is said to have ended, may have been chosen by results.
        let planned = if planned > games { planned } else { 0 };
        Ok(History { known, most: beyond.max(planned).max(looks.last().copied().unwrap_or(0)), looks, removed, held })
    }

    fn history_row(&self, cell: i64) -> rusqlite::Result<Option<HistoryRow>> {
        if !self.connection.table_exists(None, "history")? {
            return Ok(None);
        }
        let added = if self.connection.column_exists(None, "history", "planned")? { "failures, held, planned" } else { "'', 0, 0" };
        let sql = format!("SELECT looks, seal, {added} FROM history WHERE cell = ?");
        let read = |row: &rusqlite::Row<'_>| {
            let (looks, sealed, failed): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (held, planned) = (row.get(3)?, row.get(4)?);
            let sizes: Option<BTreeSet<u32>> = looks.split_whitespace().map(|size| size.parse().ok()).collect();
            let record = |word: &str| word.split_once(':').and_then(|(task, hash)| Some((task.parse().ok()?, hash.to_owned())));
            let failures: Option<BTreeSet<(u32, String)>> = failed.split_whitespace().map(record).collect();
            let known = sizes.is_some() && failures.is_some() && seal(cell, &looks, &failed, held, planned) == sealed;
            Ok(HistoryRow { known, looks: sizes.unwrap_or_default(), failures: failures.unwrap_or_default(), held, planned })
        };
        self.connection.prepare_cached(&sql)?.query_row([cell], read).optional()
    }

    /// Changes the history of every cell of a plan that has one.
    fn keep_histories(&self, plan: &Plan, change: impl Fn(usize, &mut History)) -> Result<(), StoreError> {
        let numbers = self.numbers(plan)?;
        let histories = self.histories(plan)?;
        let keep = || -> rusqlite::Result<()> {
            let mut changed = Vec::new();
            for (place, (number, mut history)) in numbers.iter().zip(histories).enumerate() {
                let Some(cell) = *number else { continue };
                change(place, &mut history);
                let failures = &self.attempts().failures_of(cell)? | &history.removed;
                let kept = self.history_row(cell)?;
                let planned = kept.as_ref().map_or(0, |kept| kept.planned).max(history.most);
                let now = HistoryRow { known: history.known, looks: history.looks, failures, held: history.held, planned };
                if kept.as_ref() != Some(&now) {
                    changed.push((cell, now));
                }
            }
            if changed.is_empty() {
                return Ok(());
            }
            let transaction = self.connection.unchecked_transaction()?;
            transaction.execute(TABLE, [])?;
            for (name, kind) in ADDED {
                if !transaction.column_exists(None, "history", name)? {
                    transaction.execute(&format!("ALTER TABLE history ADD COLUMN {name} {kind}"), [])?;
                }
            }
            for (cell, HistoryRow { known, looks, failures, held, planned }) in changed {
                let (looks, failures) = (words(looks), words(failures.iter().map(|(task, hash)| format!("{task}:{hash}"))));
                // What was lost or edited stays so.
                let seal = if known { seal(cell, &looks, &failures, held, planned) } else { String::new() };
                let sql = "INSERT OR REPLACE INTO history (cell, looks, seal, failures, held, planned) VALUES (?, ?, ?, ?, ?, ?)";
                transaction.execute(sql, (cell, looks, seal, failures, held, planned))?;
            }
            transaction.commit()
        };
        keep().map_err(|error| self.fails(error))
    }

    /// Begins the histories of registered cells with the tasks that are planned.
    pub(super) fn begin_histories(&self, plan: &Plan) -> Result<(), StoreError> {
        self.keep_histories(plan, |_, history| history.most = history.most.max(plan.experiment.games_per_cell))
    }

    /// Keeps that the results of a plan's tasks could be seen now, together with those that are finished elsewhere.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn look(&self, plan: &Plan, elsewhere: Option<&FinishedTasks>) -> Result<(), StoreError> {
        self.keep_statements(plan, None)?;
        let here = self.done(plan)?;
        let mut seen = here.clone();
        elsewhere.iter().for_each(|elsewhere| seen.merge(elsewhere));
        self.keep_histories(plan, |place, history| {
            history.look(seen.cells[place].size());
            history.held = history.held.max(here.cells[place].count());
        })
    }

    /// Adds what happened to the plan's cells elsewhere.
    pub(crate) fn merge_histories(&self, plan: &Plan, others: &[History]) -> Result<(), StoreError> {
        self.keep_histories(plan, |place, history| history.merge(&others[place]))
    }
}
