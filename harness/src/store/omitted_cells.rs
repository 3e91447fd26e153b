//! Cells that could be seen and are no longer shown: leaving out losing cells selects by results.

use super::format::write_transaction;
use super::history::{HistoryRow, create};
use super::ledger::{Ledger, deleted_rows};
use super::statements::take_statements;
use super::{Store, StoreError, StoredCell};
use crate::plan::Plan;
use rusqlite::Connection;
use std::collections::HashSet;

/// The number of a cell in a file.
fn number(connection: &Connection, key: &str) -> rusqlite::Result<i64> {
    connection.prepare_cached("SELECT id FROM cell WHERE key = ?")?.query_row([key], |row| row.get(0))
}

/// The cells of a file that could be seen, each with its history.
pub(super) fn seen(store: &Store) -> Result<Vec<(StoredCell, HistoryRow)>, StoreError> {
    let history = |cell: StoredCell| -> rusqlite::Result<_> {
        let kept = store.history_row(number(&store.connection, &cell.key)?)?;
        // Without a history, all of it may have been seen.
        let kept = kept.unwrap_or_else(|| HistoryRow::missing(cell.records));
        Ok((cell, kept))
    };
    let cells: Vec<(StoredCell, HistoryRow)> =
        store.cells()?.into_iter().map(history).collect::<rusqlite::Result<_>>().map_err(|error| store.fails(error))?;
    Ok(cells.into_iter().filter(|(cell, kept)| kept.afresh + kept.seen(cell.records) > 0).collect())
}

/// The cells outside a plan.
fn others(store: &Store, plan: &Plan) -> Result<Vec<(StoredCell, HistoryRow)>, StoreError> {
    let ours: HashSet<String> = plan.experiment.cells.iter().map(|cell| cell.key.to_string()).collect();
    Ok(seen(store)?.into_iter().filter(|(cell, _)| !ours.contains(&cell.key)).collect())
}

/// The number of cells outside a plan that could be seen.
///
/// # Errors
/// If the file cannot be read.
pub fn other_cells(store: &Store, plan: &Plan) -> Result<u64, StoreError> {
    Ok(others(store, plan)?.len() as u64)
}

/// Takes over the cells outside a plan that could be seen in another file.
pub(super) fn take_others(store: &Store, from: &Store, plan: &Plan) -> Result<(), StoreError> {
    let others = others(from, plan)?;
    let take = |(cell, kept): &(StoredCell, HistoryRow)| -> rusqlite::Result<()> {
        add(&store.connection, cell)?;
        let number = number(&store.connection, &cell.key)?;
        // Its tasks are elsewhere.
        kept.without_records(cell.records).joined(store.history_row(number)?).keep(number, &store.connection)
    };
    let take_all = || -> rusqlite::Result<()> {
        create(&store.connection)?;
        others.iter().try_for_each(take)
    };
    if others.is_empty() { Ok(()) } else { take_all().map_err(|error| store.fails(error)) }
}

/// Takes over the looks at the cells of a replaced file, and its statements of hypotheses.
pub(super) fn succeed(later: &Store, earlier: &Store) -> Result<(), StoreError> {
    let cells = seen(earlier)?;
    // The accounts begin before the first row, so that none of what is taken over looks like the rest of a larger file.
    Ledger(later).settle()?;
    let take = || -> rusqlite::Result<()> {
        let transaction = write_transaction(&later.connection)?;
        create(&transaction)?;
        for (cell, kept) in cells {
            add(&transaction, &cell)?;
            kept.set_aside(cell.records).keep(number(&transaction, &cell.key)?, &transaction)?;
        }
        transaction.commit()
    };
    take().map_err(|error| later.fails(error))?;
    Ledger(later).settle_with(deleted_rows(earlier)?)?;
    take_statements(&later.connection, earlier)
}

fn add(connection: &Connection, cell: &StoredCell) -> rusqlite::Result<()> {
    let sql = "INSERT INTO cell (key, canonical) VALUES (?, ?) ON CONFLICT (key) DO NOTHING";
    connection.prepare_cached(sql)?.execute((&cell.key, &cell.canonical)).map(drop)
}
