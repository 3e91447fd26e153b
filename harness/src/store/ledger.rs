//! How many rows the tables of cells, of their histories and of hypotheses ever had: who deletes a row by hand leaves fewer than were counted. Also how many tasks
//! were merged with other results than those that are kept.
//!
//! Every writer counts when it opens the file and after what it adds. A row that is missing then is counted as deleted from then on, whatever is added later.

use super::format::write_transaction;
use super::history::has_counted_history;
use super::{Store, StoreError};
use rusqlite::{Connection, OptionalExtension as _};

const TABLE: &str = "CREATE TABLE IF NOT EXISTS ledger (
    subject TEXT PRIMARY KEY, held INTEGER NOT NULL, deleted INTEGER NOT NULL, seal TEXT NOT NULL
) STRICT";

/// The tables whose rows are counted, each with the rows that count. The history of a cell that is not there tells nothing.
const SUBJECTS: [(&str, &str); 3] =
    [("cell", "cell"), ("history", "history WHERE cell IN (SELECT id FROM cell)"), ("hypothesis", "hypothesis")];

/// The account of tasks with several results, of which it holds the number. There is none without such tasks.
const CONTESTED: &str = "contested";

/// An account of the rows of a table.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Account {
    /// Those that were there.
    held: u64,
    /// Those that were deleted.
    deleted: u64,
}

impl Account {
    /// The same when this many rows are found.
    fn settled(self, found: u64) -> Account {
        Account { held: found, deleted: self.deleted + self.held.saturating_sub(found) }
    }

    /// Tells an account that was changed by hand.
    fn seal(self, subject: &str) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-27 account of rows");
        hasher.update(subject.as_bytes()).update(&self.held.to_le_bytes()).update(&self.deleted.to_le_bytes());
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// The account of a table; one that was changed or removed by hand counts as a deleted row.
    fn read(connection: &Connection, subject: &str) -> rusqlite::Result<Account> {
        let read = |row: &rusqlite::Row<'_>| {
            let number = |place| row.get::<_, i64>(place).map(|number| u64::try_from(number).unwrap_or(0));
            let account = Account { held: number(0)?, deleted: number(1)? };
            Ok(if account.seal(subject) == row.get::<_, String>(2)? {
                account
            } else {
                Account { deleted: account.deleted.max(1), ..account }
            })
        };
        let found = connection.prepare_cached("SELECT held, deleted, seal FROM ledger WHERE subject = ?")?.query_row([subject], read);
        Ok(found.optional()?.unwrap_or(Account { held: 0, deleted: 1 }))
    }

    fn keep(self, subject: &str, connection: &Connection) -> rusqlite::Result<()> {
        let sql = "INSERT OR REPLACE INTO ledger (subject, held, deleted, seal) VALUES (?, ?, ?, ?)";
        connection.prepare_cached(sql)?.execute((subject, self.held as i64, self.deleted as i64, self.seal(subject))).map(drop)
    }
}

/// The rows of a table that count.
fn count(connection: &Connection, (subject, rows): (&str, &str)) -> rusqlite::Result<u64> {
    if !connection.table_exists(None, subject)? || (subject == "history" && !connection.table_exists(None, "cell")?) {
        return Ok(0);
    }
    connection.query_row(&format!("SELECT count(*) FROM {rows}"), [], |row| row.get::<_, i64>(0)).map(|rows| rows as u64)
}

/// Cells whose numbers lie below that of another and are not there: numbers are given in turn.
fn gaps(connection: &Connection) -> rusqlite::Result<u64> {
    let sql = "SELECT coalesce(max(id), 0) - count(*) FROM cell";
    connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|gaps| u64::try_from(gaps).unwrap_or(0))
}

/// The accounts of a file.
pub(super) struct Ledger<'s>(pub(super) &'s Store);

impl Ledger<'_> {
    /// Updates the accounts from the stored rows.
    pub(super) fn settle(&self) -> Result<(), StoreError> {
        self.settle_with(0)
    }

    /// The same with rows that were deleted in another file whose place or records this one takes.
    pub(super) fn settle_with(&self, deleted: u64) -> Result<(), StoreError> {
        self.write(deleted).map_err(|error| self.0.fails(error))
    }

    fn write(&self, deleted: u64) -> rusqlite::Result<()> {
        let connection = &self.0.connection;
        let now = self.accounts()?;
        let kept = |(subject, account): &(&str, Account)| Ok(Account::read(connection, subject)? == *account);
        let is_kept = connection.table_exists(None, "ledger")?
            && now.iter().map(kept).collect::<rusqlite::Result<Vec<bool>>>()?.iter().all(|kept| *kept);
        if deleted == 0 && is_kept {
            return Ok(());
        }
        let transaction = write_transaction(connection)?;
        transaction.execute(TABLE, [])?;
        for (subject, account) in now {
            let added = if subject == "cell" { deleted } else { 0 };
            Account { deleted: account.deleted + added, ..account }.keep(subject, &transaction)?;
        }
        transaction.commit()
    }

    /// The accounts of all tables as stored now.
    fn accounts(&self) -> rusqlite::Result<Vec<(&'static str, Account)>> {
        let connection = &self.0.connection;
        let there = connection.table_exists(None, "ledger")?;
        // Histories of this version say that there was one.
        let removed = !there && has_counted_history(self.0)?;
        let account = |subject: (&'static str, &str)| {
            let kept = if there { Account::read(connection, subject.0)? } else { Account { held: 0, deleted: u64::from(removed) } };
            let mut settled = kept.settled(count(connection, subject)?);
            if subject.0 == "cell" {
                settled.deleted = settled.deleted.max(gaps(connection)?);
            }
            Ok((subject.0, settled))
        };
        SUBJECTS.into_iter().map(account).collect()
    }
}

impl Ledger<'_> {
    /// Stores the number of tasks that came with another result than the one that is kept, if it is larger than before.
    pub(super) fn contest(&self, tasks: u64) -> Result<(), StoreError> {
        if tasks <= contested_tasks(self.0)? {
            return Ok(());
        }
        let keep = || -> rusqlite::Result<()> {
            self.0.connection.execute(TABLE, [])?;
            Account { held: tasks, deleted: 0 }.keep(CONTESTED, &self.0.connection)
        };
        keep().map_err(|error| self.0.fails(error))
    }
}

/// How many tasks of a file were merged with another result than the one that is kept, as budgets of time allow.
///
/// # Errors
/// If the file cannot be read.
pub fn contested_tasks(store: &Store) -> Result<u64, StoreError> {
    let read = || -> rusqlite::Result<u64> {
        let there = store.connection.table_exists(None, "ledger")?;
        let sql = "SELECT 1 FROM ledger WHERE subject = ?";
        let kept = there && store.connection.prepare_cached(sql)?.exists([CONTESTED])?;
        Ok(if kept { Account::read(&store.connection, CONTESTED)?.held } else { 0 })
    };
    read().map_err(|error| store.fails(error))
}

/// How many cells, histories of cells and hypotheses were deleted from a file by hand, as far as it is known.
///
/// # Errors
/// If the file cannot be read.
pub fn deleted_rows(store: &Store) -> Result<u64, StoreError> {
    let accounts = Ledger(store).accounts().map_err(|error| store.fails(error))?;
    Ok(accounts.iter().map(|(_, account)| account.deleted).sum())
}

#[cfg(test)]
mod tests {
    use super::deleted_rows;
    use crate::store::{Column, Store, Table};

    const TABLE: Table = Table { name: "test", columns: &[Column::of::<u32>("points", "")] };

    fn open(dir: &std::path::Path) -> Store {
        Store::open(dir, TABLE).unwrap()
    }

    #[test]
    fn rows_that_were_deleted_stay_counted() {
        let dir = tempfile::tempdir().unwrap();
        let add =
            |keys: &str| open(dir.path()).connection.execute_batch(&format!("INSERT INTO cell (key, canonical) VALUES {keys}")).unwrap();
        let edit = |sql: &str| {
            let file = rusqlite::Connection::open(dir.path().join("results.sqlite")).unwrap();
            file.execute_batch(sql).unwrap();
        };
        let deleted = || deleted_rows(&Store::open_read_only(dir.path(), TABLE).unwrap()).unwrap();
        add("('a', ''), ('b', ''), ('c', ''), ('d', '')");
        open(dir.path());
        assert_eq!(deleted(), 0);
        edit("DELETE FROM cell WHERE key IN ('c', 'd')");
        assert_eq!(deleted(), 2);
        add("('e', ''), ('f', '')");
        open(dir.path());
        assert_eq!(deleted(), 2, "others in their place");
        edit("DELETE FROM cell WHERE key = 'a'");
        assert_eq!(deleted(), 3);
        open(dir.path());
        edit("UPDATE ledger SET deleted = 0 WHERE subject = 'cell'");
        assert!(deleted() > 0, "the account was changed");
        edit("DELETE FROM ledger");
        assert!(deleted() > 0, "the accounts were removed");
        edit("DROP TABLE ledger");
        assert_eq!(deleted(), 1, "a gap between the numbers of cells");
    }
}
