//! The looks at a cell's results: a run that is looked at while it grows has more chances of a false alarm.
//!
//! A size is a number of tasks.

use super::format::{cell_and_task, record_id, write_transaction};
use super::{Store, StoreError};
use crate::plan::Plan;
use rusqlite::{Connection, OptionalExtension as _};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The history of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// Whether it has been kept since the first task, unchanged.
    pub known: bool,
    /// The largest size ever stored, or planned beyond the present plan.
    pub most: u32,
    /// The sizes at which results were shown, a run ended, or its plan became larger.
    pub looks: BTreeSet<u32>,
    /// The tasks that could be seen before `--fresh` set them aside.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub afresh: u32,
    /// Removed records without a result, which neither count nor were played again: task and hash.
    pub removed: BTreeSet<(u32, String)>,
    /// The largest number of tasks here at a look.
    #[serde(skip)]
    pub held: u32,
    /// The largest number of tasks ever planned here.
    #[serde(skip)]
    pub planned: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl History {
    /// The history of a cell without tasks.
    pub fn begun() -> History {
        History { known: true, ..History::default() }
    }

    /// Merges another history.
    pub fn merge(&mut self, other: &History) {
        self.known &= other.known;
        self.most = self.most.max(other.most);
        self.looks.extend(&other.looks);
        self.afresh = self.afresh.max(other.afresh);
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
    planned INTEGER NOT NULL DEFAULT 0, afresh INTEGER NOT NULL DEFAULT 0
) STRICT";

/// The columns that files of earlier versions lack, in the order in which they were added.
const ADDED: [(&str, &str); 4] = [
    ("failures", "TEXT NOT NULL DEFAULT ''"),
    ("held", "INTEGER NOT NULL DEFAULT 0"),
    ("planned", "INTEGER NOT NULL DEFAULT 0"),
    ("afresh", "INTEGER NOT NULL DEFAULT 0"),
];

/// A row of the table `history`: the looks at a cell, the records without a result that there were, and the most tasks that were here, that were planned,
/// and that were set aside.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct HistoryRow {
    known: bool,
    looks: BTreeSet<u32>,
    failures: BTreeSet<(u32, String)>,
    pub(super) held: u32,
    planned: u32,
    pub(super) afresh: u32,
}

impl HistoryRow {
    /// That of a cell with this many records of which none was kept.
    pub(super) fn missing(records: u64) -> HistoryRow {
        HistoryRow { known: records == 0, ..HistoryRow::default() }
    }

    /// The number of tasks that could be seen; all of them if unknown.
    pub(super) fn seen(&self, records: u64) -> u32 {
        // A history that was changed may have been that of records which are gone.
        let all = if self.known { 0 } else { u32::try_from(records).unwrap_or(u32::MAX).max(1) };
        self.looks.last().copied().unwrap_or(0).max(all)
    }

    /// The same after these records were set aside.
    pub(super) fn set_aside(&self, records: u64) -> HistoryRow {
        HistoryRow { known: true, afresh: self.afresh.saturating_add(self.seen(records)), ..HistoryRow::default() }
    }

    /// The same in a file that has none of the records, of which some could be seen.
    pub(super) fn without_records(&self, records: u64) -> HistoryRow {
        let seen = Some(self.seen(records)).filter(|seen| *seen > 0);
        HistoryRow { known: true, held: 0, looks: self.looks.iter().copied().chain(seen).collect(), ..self.clone() }
    }

    /// Together with what a file knows of the same cell.
    pub(super) fn joined(self, other: Option<HistoryRow>) -> HistoryRow {
        let Some(other) = other else { return self };
        HistoryRow {
            known: self.known && other.known,
            looks: &self.looks | &other.looks,
            failures: &self.failures | &other.failures,
            held: other.held,
            planned: self.planned.max(other.planned),
            afresh: self.afresh.max(other.afresh),
        }
    }

    fn looks(&self) -> String {
        words(&self.looks)
    }

    fn failures(&self) -> String {
        words(self.failures.iter().map(|(task, hash)| format!("{task}:{hash}")))
    }

    /// Tells a history that was changed by hand. One that is `counted` is in a file that counts its rows.
    fn seal(&self, cell: i64, counted: bool) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-26 history of a cell");
        hasher.update(&cell.to_le_bytes()).update(self.looks().as_bytes());
        if !self.failures.is_empty() || self.held > 0 {
            hasher.update(b";").update(self.failures().as_bytes()).update(b";").update(&self.held.to_le_bytes());
        }
        for (name, number) in [(b";planned".as_slice(), self.planned), (b";afresh", self.afresh)] {
            if number > 0 {
                hasher.update(name).update(&number.to_le_bytes());
            }
        }
        if counted {
            hasher.update(b";counted");
        }
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// A lost or edited history has no seal, and stays without one.
    pub(super) fn keep(&self, cell: i64, connection: &Connection) -> rusqlite::Result<()> {
        let seal = if self.known { self.seal(cell, true) } else { String::new() };
        let sql = "INSERT OR REPLACE INTO history (cell, looks, seal, failures, held, planned, afresh) VALUES (?, ?, ?, ?, ?, ?, ?)";
        let row = (cell, self.looks(), seal, self.failures(), self.held, self.planned, self.afresh);
        connection.prepare_cached(sql)?.execute(row).map(drop)
    }
}

/// Makes room for histories.
pub(super) fn create(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute(TABLE, [])?;
    for (name, kind) in ADDED {
        if !connection.column_exists(None, "history", name)? {
            connection.execute(&format!("ALTER TABLE history ADD COLUMN {name} {kind}"), [])?;
        }
    }
    Ok(())
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
        let Some(HistoryRow { known, looks, failures, held, planned, afresh }) = self.history_row(cell)? else {
            return Ok(History { known: last.is_none(), most: beyond, ..History::default() });
        };
        let removed = if failures.is_empty() { failures } else { &failures - &self.attempts().failures_of(cell)? };
        // Where play ended, or is said to have ended, may have been chosen by results.
        let larger = if planned > games { planned } else { 0 };
        let most = beyond.max(larger).max(looks.last().copied().unwrap_or(0));
        Ok(History { known, most, looks, afresh, removed, held, planned })
    }

    pub(super) fn history_row(&self, cell: i64) -> rusqlite::Result<Option<HistoryRow>> {
        if !self.connection.table_exists(None, "history")? {
            return Ok(None);
        }
        let mut added = Vec::new();
        for (name, _) in ADDED {
            added.push(if self.connection.column_exists(None, "history", name)? { name } else { "0" });
        }
        let sql = format!("SELECT looks, seal, {} FROM history WHERE cell = ?", added.join(", "));
        let read = |row: &rusqlite::Row<'_>| {
            let (looks, sealed): (String, String) = (row.get(0)?, row.get(1)?);
            let failed = row.get_ref(2)?.as_str().unwrap_or_default();
            let (held, planned, afresh) = (row.get(3)?, row.get(4)?, row.get(5)?);
            let sizes: Option<BTreeSet<u32>> = looks.split_whitespace().map(|size| size.parse().ok()).collect();
            let record = |word: &str| word.split_once(':').and_then(|(task, hash)| Some((task.parse().ok()?, hash.to_owned())));
            let failures: Option<BTreeSet<(u32, String)>> = failed.split_whitespace().map(record).collect();
            let read = sizes.is_some() && failures.is_some();
            let (looks, failures) = (sizes.unwrap_or_default(), failures.unwrap_or_default());
            let found = HistoryRow { known: false, looks, failures, held, planned, afresh };
            Ok(HistoryRow { known: read && [true, false].iter().any(|counted| found.seal(cell, *counted) == sealed), ..found })
        };
        self.connection.prepare_cached(&sql)?.query_row([cell], read).optional()
    }

    /// Changes the history of every cell of a plan that has one.
    pub(super) fn keep_histories(&self, plan: &Plan, change: impl Fn(usize, &mut History)) -> Result<(), StoreError> {
        let numbers = self.numbers(plan)?;
        let histories = self.histories(plan)?;
        let keep = || -> rusqlite::Result<()> {
            let mut changed = Vec::new();
            for (place, (number, mut history)) in numbers.iter().zip(histories).enumerate() {
                let Some(cell) = *number else { continue };
                change(place, &mut history);
                let failures = &self.attempts().failures_of(cell)? | &history.removed;
                let kept = self.history_row(cell)?;
                let History { known, most, looks, afresh, held, planned, .. } = history;
                let now = HistoryRow { known, looks, failures, held, planned: planned.max(most), afresh };
                if kept.as_ref() != Some(&now) {
                    changed.push((cell, now));
                }
            }
            if changed.is_empty() {
                return Ok(());
            }
            let transaction = write_transaction(&self.connection)?;
            create(&transaction)?;
            for (cell, now) in changed {
                now.keep(cell, &transaction)?;
            }
            transaction.commit()
        };
        keep().map_err(|error| self.fails(error))
    }

    /// Begins the histories of registered cells with the planned tasks. A larger plan counts as a look, since the results may have been the reason.
    pub(super) fn begin_histories(&self, plan: &Plan) -> Result<(), StoreError> {
        let (here, games) = (self.done(plan)?, plan.experiment.games_per_cell);
        self.keep_histories(plan, |place, history| {
            if (1..games).contains(&history.planned) {
                history.look(here.cells[place].count());
            }
            history.planned = history.planned.max(games);
        })
    }

    /// Merges histories of the plan's cells from elsewhere.
    pub(crate) fn merge_histories(&self, plan: &Plan, others: &[History]) -> Result<(), StoreError> {
        self.keep_histories(plan, |place, history| history.merge(&others[place]))
    }
}

/// Whether a history was written by a version that counts rows.
pub(super) fn has_counted_history(store: &Store) -> rusqlite::Result<bool> {
    if !store.connection.table_exists(None, "history")? {
        return Ok(false);
    }
    let mut rows = store.connection.prepare("SELECT cell, seal FROM history")?;
    let rows = rows.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
    for row in rows {
        let (cell, sealed) = row?;
        if store.history_row(cell)?.is_some_and(|row| row.seal(cell, true) == sealed) {
            return Ok(true);
        }
    }
    Ok(false)
}
