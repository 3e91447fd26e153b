//! The processors of the machines that played: under a budget of time, games depend on the processor's speed.

use super::{Host, Store, StoreError};

/// A machine that played records.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Machine {
    /// Its name.
    pub host: String,
    /// The model of its processor.
    pub cpu: String,
}

impl Machine {
    /// This machine.
    pub fn here() -> Machine {
        let Host { name, cpu, .. } = Host::here();
        Machine { host: name, cpu }
    }

    /// Keeps the machine as one that played records of a file. Several may have the same name.
    pub(super) fn keep(&self, store: &Store) -> Result<(), StoreError> {
        let add = || {
            store.connection.execute(TABLE, [])?;
            store.connection.execute("INSERT INTO machine (host, cpu) VALUES (?, ?) ON CONFLICT DO NOTHING", (&self.host, &self.cpu))
        };
        add().map(|_| ()).map_err(|error| store.fails(error))
    }
}

const TABLE: &str = "CREATE TABLE IF NOT EXISTS machine (host TEXT NOT NULL, cpu TEXT NOT NULL, UNIQUE (host, cpu)) STRICT";

impl Store {
    /// The machines that played records of the file, sorted; those of an earlier version of treebench are missing.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn machines(&self) -> Result<Vec<Machine>, StoreError> {
        let read = || -> rusqlite::Result<Vec<Machine>> {
            if !self.connection.table_exists(None, "machine")? {
                return Ok(Vec::new());
            }
            let mut statement = self.connection.prepare("SELECT host, cpu FROM machine ORDER BY host, cpu")?;
            statement.query_map([], |row| Ok(Machine { host: row.get(0)?, cpu: row.get(1)? }))?.collect()
        };
        read().map_err(|error| self.fails(error))
    }
}
