//! The builds that played records, and their replays of each other's records.

use super::format::{UNKNOWN_BUILD, cell_and_task, cell_number};
use super::writer::bind;
use super::{Build, FinishedTasks, Record as _, Store, StoreError, TaskNumbers, fields_of};
use crate::plan::Plan;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A replay of records of one build by another, and its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    /// The build that played the records.
    pub played: Build,
    /// The build that replayed some of them.
    pub replayed: Build,
    /// The game and the agents of the tasks.
    pub group: String,
    /// Tasks replayed.
    pub tasks: u64,
    /// Those among them whose records differ.
    pub different: u64,
    /// Whether the user accepted records that differ, or that cannot be replayed.
    pub accepted: bool,
}

impl Verification {
    /// Whether replays link all of these builds: one that replays tasks of two others identically links these two as well.
    pub fn connect(builds: &[(Build, u64)], verifications: &[Verification]) -> bool {
        let executables: BTreeSet<&str> = builds.iter().map(|(build, _)| build.executable.as_str()).collect();
        let Some(&first) = executables.first().filter(|_| executables.len() > 1) else { return true };
        let mut linked = BTreeSet::from([first]);
        loop {
            let before = linked.len();
            for Verification { played, replayed, .. } in verifications {
                let (a, b) = (played.executable.as_str(), replayed.executable.as_str());
                if linked.contains(a) || linked.contains(b) {
                    linked.extend([a, b]);
                }
            }
            if linked.len() == before {
                return executables.is_subset(&linked);
            }
        }
    }
}

/// The builds in a file, and their replays of each other.
pub struct Builds<'s> {
    store: &'s Store,
}

impl Store {
    /// The builds that played what is stored.
    pub fn builds(&self) -> Builds<'_> {
        Builds { store: self }
    }
}

impl Builds<'_> {
    /// The number of a build in the file; it is added if it is new.
    pub(super) fn number(&self, build: &Build) -> Result<i64, StoreError> {
        let add = || -> rusqlite::Result<i64> {
            if build.executable.is_empty() {
                return Ok(UNKNOWN_BUILD);
            }
            let marks = vec!["?"; Build::COLUMNS.len()].join(", ");
            let sql = format!("INSERT INTO build ({}) VALUES ({marks}) ON CONFLICT (executable, host) DO NOTHING", names());
            let mut statement = self.store.connection.prepare_cached(&sql)?;
            bind(&mut statement, 1, &build.clone().into_row())?;
            statement.raw_execute()?;
            let of = (&build.executable, &build.host);
            self.store.connection.query_row("SELECT id FROM build WHERE executable = ? AND host = ?", of, |row| row.get(0))
        };
        add().map_err(|error| self.store.fails(error))
    }

    /// All builds in the file by their numbers.
    pub(super) fn by_number(&self) -> Result<BTreeMap<i64, Build>, StoreError> {
        let mut builds = BTreeMap::new();
        if !self.store.knows_builds {
            builds.insert(UNKNOWN_BUILD, Build::default());
            return Ok(builds);
        }
        let every: Vec<usize> = (0..Build::COLUMNS.len()).collect();
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.store.connection.prepare(&format!("SELECT id, {} FROM build", names()))?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                // A build that cannot be read is not known.
                let build = Build::from_row(&fields_of(Build::COLUMNS, &every, 1, row)?).unwrap_or_default();
                builds.insert(row.get(0)?, build);
            }
            Ok(())
        };
        read().map_err(|error| self.store.fails(error))?;
        Ok(builds)
    }

    /// Per cell of the plan, the builds that played its stored tasks, each with the number of its tasks.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn of_cells(&self, plan: &Plan) -> Result<Vec<Vec<(Build, u64)>>, StoreError> {
        let builds = self.by_number()?;
        let numbers = self.store.numbers(plan)?;
        let places: HashMap<i64, usize> = numbers.iter().enumerate().filter_map(|(place, number)| Some(((*number)?, place))).collect();
        let mut found = vec![Vec::new(); plan.experiment.cells.len()];
        // If there is only one build, the records need not be searched for it.
        let build = match builds.keys().next() {
            Some(_) if builds.len() > 1 => "build".to_owned(),
            only => only.unwrap_or(&UNKNOWN_BUILD).to_string(),
        };
        let games = plan.experiment.games_per_cell;
        let sql = format!(
            "SELECT id >> 32, {build}, count(*) FROM \"{}\" WHERE id & 4294967295 < {games} GROUP BY 1, 2 ORDER BY 1, 2",
            self.store.table.name
        );
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.store.connection.prepare(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                if let Some(&place) = places.get(&row.get(0)?) {
                    let build = builds.get(&row.get(1)?).cloned().unwrap_or_default();
                    found[place].push((build, row.get::<_, i64>(2)? as u64));
                }
            }
            Ok(())
        };
        read().map_err(|error| self.store.fails(error))?;
        Ok(found)
    }

    /// As [`of_cells`](Self::of_cells), for these tasks only.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn of_tasks(&self, plan: &Plan, tasks: &FinishedTasks) -> Result<Vec<Vec<(Build, u64)>>, StoreError> {
        let builds = self.by_number()?;
        let numbers = self.store.numbers(plan)?;
        let column = if self.store.knows_builds { "build" } else { "0" };
        let sql = format!(
            "SELECT id, {column} FROM \"{}\" WHERE id BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295 ORDER BY id",
            self.store.table.name
        );
        let read = |(number, tasks): (&Option<i64>, &TaskNumbers)| -> rusqlite::Result<Vec<(Build, u64)>> {
            let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
            if let Some(number) = number {
                let mut statement = self.store.connection.prepare_cached(&sql)?;
                let mut rows = statement.query([number])?;
                while let Some(row) = rows.next()? {
                    if tasks.contains(cell_and_task(row.get(0)?).1) {
                        *counts.entry(row.get(1)?).or_default() += 1;
                    }
                }
            }
            Ok(counts.into_iter().map(|(build, count)| (builds.get(&build).cloned().unwrap_or_default(), count)).collect())
        };
        numbers.iter().zip(&tasks.cells).map(read).collect::<rusqlite::Result<_>>().map_err(|error| self.store.fails(error))
    }

    /// The numbers of up to `most` stored tasks of a cell that this build played, the first ones in the order of the plan.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn played_by(&self, plan: &Plan, cell: usize, build: &Build, most: usize) -> Result<Vec<u32>, StoreError> {
        let number = cell_number(&self.store.connection, plan.experiment.cells[cell].key).map_err(|error| self.store.fails(error))?;
        let Some(number) = number else { return Ok(Vec::new()) };
        let wanted: Vec<i64> = self.by_number()?.into_iter().filter(|(_, known)| known == build).map(|(number, _)| number).collect();
        let column = if self.store.knows_builds { "build" } else { "0" };
        let sql = format!(
            "SELECT id & 4294967295 FROM \"{}\" WHERE id >> 32 = ?1 AND id BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295 AND {column} = ?2
             AND id & 4294967295 < ?3 ORDER BY id LIMIT ?4",
            self.store.table.name
        );
        let read = || -> rusqlite::Result<Vec<u32>> {
            let mut tasks = Vec::new();
            for build in wanted {
                let mut statement = self.store.connection.prepare_cached(&sql)?;
                let rows = statement.query_map((number, build, plan.experiment.games_per_cell, most as i64), |row| row.get(0))?;
                tasks.extend(rows.collect::<rusqlite::Result<Vec<u32>>>()?);
            }
            Ok(tasks)
        };
        read().map_err(|error| self.store.fails(error))
    }

    /// Stores the outcome of a verification; a later one of the same builds and group replaces it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_verification(&self, verification: &Verification) -> Result<(), StoreError> {
        let (played, replayed) = (self.number(&verification.played)?, self.number(&verification.replayed)?);
        let Verification { group, tasks, different, accepted, .. } = verification;
        let add = || {
            self.store.connection.execute(
                "INSERT OR REPLACE INTO verification (played, replayed, subject, tasks, different, accepted) VALUES (?, ?, ?, ?, ?, ?)",
                (played, replayed, group, *tasks as i64, *different as i64, accepted),
            )
        };
        add().map(|_| ()).map_err(|error| self.store.fails(error))
    }

    /// All verifications, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn verifications(&self) -> Result<Vec<Verification>, StoreError> {
        if !self.store.knows_builds {
            return Ok(Vec::new());
        }
        let builds = self.by_number()?;
        let build = |number: i64| builds.get(&number).cloned().unwrap_or_default();
        let read = || -> rusqlite::Result<Vec<Verification>> {
            let mut statement = self
                .store
                .connection
                .prepare("SELECT played, replayed, subject, tasks, different, accepted FROM verification ORDER BY rowid")?;
            let one = |row: &rusqlite::Row<'_>| {
                Ok(Verification {
                    played: build(row.get(0)?),
                    replayed: build(row.get(1)?),
                    group: row.get(2)?,
                    tasks: row.get::<_, i64>(3)? as u64,
                    different: row.get::<_, i64>(4)? as u64,
                    accepted: row.get(5)?,
                })
            };
            statement.query_map([], one)?.collect()
        };
        read().map_err(|error| self.store.fails(error))
    }
}

/// The columns of a build in SQL.
fn names() -> String {
    Build::COLUMNS.iter().map(|column| column.name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replays_link_builds() {
        let build = |executable: &str| Build { executable: executable.to_owned(), ..Build::default() };
        let replay = |played: &str, replayed: &str| Verification {
            played: build(played),
            replayed: build(replayed),
            group: String::new(),
            tasks: 1,
            different: 0,
            accepted: false,
        };
        let replays = [replay("c", "d"), replay("a", "c"), replay("b", "c")];
        let connect = |names: &[&str], replays: &[Verification]| {
            Verification::connect(&names.iter().map(|name| (build(name), 1)).collect::<Vec<_>>(), replays)
        };
        assert!(connect(&[], &[]) && connect(&["a"], &[]));
        assert!(connect(&["a", "b", "d"], &replays) && !connect(&["a", "e"], &replays));
    }
}
