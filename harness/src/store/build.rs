//! Builds: the executables that played records, and their machines.

use super::format::cell_and_task;
use super::host::host_name;
use super::{Done, DoneTasks, Store, StoreError};
use crate::plan::Plan;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::OnceLock;

/// The build number of records from before builds were recorded.
pub(super) const UNKNOWN: i64 = 0;

/// An executable on a machine.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Build {
    /// A hash of the executable file, in 32 hexadecimal digits; empty if it is not known.
    pub executable: String,
    /// The version of treebench.
    pub version: String,
    /// The commit, with `+` if files differed from it; empty if it is not known.
    pub commit: String,
    /// The compiler and the profile.
    pub toolchain: String,
    /// The machine's name.
    pub host: String,
}

impl Build {
    /// The build of this process. The executable is read once per process.
    ///
    /// # Errors
    /// If the executable cannot be read.
    pub fn here() -> Result<Build, StoreError> {
        static EXECUTABLE: OnceLock<String> = OnceLock::new();
        let executable = match EXECUTABLE.get() {
            Some(hash) => hash.clone(),
            None => {
                let path = std::env::current_exe().map_err(|error| StoreError::files("find", Path::new("the executable"), error))?;
                let hash = hash_of(&path).map_err(|error| StoreError::files("read", &path, error))?;
                EXECUTABLE.get_or_init(|| hash).clone()
            }
        };
        let dirty = if option_env!("TREEBENCH_GIT_DIRTY") == Some("true") { "+" } else { "" };
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        Ok(Build {
            executable,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("TREEBENCH_GIT_COMMIT").map_or(String::new(), |commit| format!("{commit}{dirty}")),
            toolchain: format!("{}, {profile}", option_env!("TREEBENCH_RUSTC").unwrap_or("unknown compiler")),
            host: host_name(),
        })
    }

    /// The build of records from before builds were recorded.
    pub fn unknown() -> Build {
        let text = String::new;
        Build { executable: text(), version: text(), commit: text(), toolchain: text(), host: text() }
    }
}

impl fmt::Display for Build {
    /// As in `build 1a2b3c4d (version 0.1.0, commit 0123456789ab+, rustc 1.95.0, release) on host`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Build { executable, version, commit, toolchain, host } = self;
        let (Some(hash), dirty) = (executable.get(..8), if commit.ends_with('+') { "+" } else { "" }) else {
            return f.write_str("an unknown build");
        };
        let commit = commit.trim_end_matches('+').get(..12).map_or(String::new(), |commit| format!(", commit {commit}{dirty}"));
        write!(f, "build {hash} (version {version}{commit}, {toolchain}) on {host}")
    }
}

fn hash_of(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11 executable");
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => hasher.update(&buffer[..count]),
        };
    }
    Ok(hasher.finalize().to_hex()[..32].to_owned())
}

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

impl Store {
    /// The number of a build in the file; it is added if it is new.
    pub(super) fn build_number(&self, build: &Build) -> Result<i64, StoreError> {
        let add = || -> rusqlite::Result<i64> {
            let Build { executable, version, commit, toolchain, host } = build;
            if executable.is_empty() {
                return Ok(UNKNOWN);
            }
            self.connection.execute(
                "INSERT INTO build (executable, version, commit_hash, toolchain, host) VALUES (?, ?, ?, ?, ?)
                 ON CONFLICT (executable, host) DO NOTHING",
                (executable, version, commit, toolchain, host),
            )?;
            self.connection.query_row("SELECT id FROM build WHERE executable = ? AND host = ?", (executable, host), |row| row.get(0))
        };
        add().map_err(|error| self.fails(error))
    }

    /// All builds in the file by their numbers.
    pub(super) fn build_numbers(&self) -> Result<BTreeMap<i64, Build>, StoreError> {
        let mut builds = BTreeMap::new();
        if !self.knows_builds {
            builds.insert(UNKNOWN, Build::unknown());
        } else {
            let mut read = || -> rusqlite::Result<()> {
                let mut statement = self.connection.prepare("SELECT id, executable, version, commit_hash, toolchain, host FROM build")?;
                let mut rows = statement.query([])?;
                while let Some(row) = rows.next()? {
                    let build = Build {
                        executable: row.get(1)?,
                        version: row.get(2)?,
                        commit: row.get(3)?,
                        toolchain: row.get(4)?,
                        host: row.get(5)?,
                    };
                    builds.insert(row.get(0)?, build);
                }
                Ok(())
            };
            read().map_err(|error| self.fails(error))?;
        }
        Ok(builds)
    }

    /// Per cell of the plan, the builds that played its stored tasks, each with the number of its tasks.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn builds(&self, plan: &Plan) -> Result<Vec<Vec<(Build, u64)>>, StoreError> {
        let builds = self.build_numbers()?;
        let numbers = self.numbers(plan)?;
        let places: HashMap<i64, usize> = numbers.iter().enumerate().filter_map(|(place, number)| Some(((*number)?, place))).collect();
        let mut found = vec![Vec::new(); plan.experiment.cells.len()];
        // If there is only one build, the records need not be searched for it.
        let build = match builds.keys().next() {
            Some(_) if builds.len() > 1 => "build".to_owned(),
            only => only.unwrap_or(&UNKNOWN).to_string(),
        };
        let games = plan.experiment.games_per_cell;
        let sql = format!(
            "SELECT id >> 32, {build}, count(*) FROM \"{}\" WHERE id & 4294967295 < {games} GROUP BY 1, 2 ORDER BY 1, 2",
            self.table.name
        );
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                if let Some(&place) = places.get(&row.get(0)?) {
                    let build = builds.get(&row.get(1)?).cloned().unwrap_or_else(Build::unknown);
                    found[place].push((build, row.get::<_, i64>(2)? as u64));
                }
            }
            Ok(())
        };
        read().map_err(|error| self.fails(error))?;
        Ok(found)
    }

    /// As [`Store::builds`], for these tasks only.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn builds_of(&self, plan: &Plan, tasks: &Done) -> Result<Vec<Vec<(Build, u64)>>, StoreError> {
        let builds = self.build_numbers()?;
        let numbers = self.numbers(plan)?;
        let column = if self.knows_builds { "build" } else { "0" };
        let sql =
            format!("SELECT id, {column} FROM \"{}\" WHERE id BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295 ORDER BY id", self.table.name);
        let read = |(number, tasks): (&Option<i64>, &DoneTasks)| -> rusqlite::Result<Vec<(Build, u64)>> {
            let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
            if let Some(number) = number {
                let mut statement = self.connection.prepare_cached(&sql)?;
                let mut rows = statement.query([number])?;
                while let Some(row) = rows.next()? {
                    if tasks.contains(cell_and_task(row.get(0)?).1) {
                        *counts.entry(row.get(1)?).or_default() += 1;
                    }
                }
            }
            Ok(counts.into_iter().map(|(build, count)| (builds.get(&build).cloned().unwrap_or_else(Build::unknown), count)).collect())
        };
        numbers.iter().zip(&tasks.cells).map(read).collect::<rusqlite::Result<_>>().map_err(|error| self.fails(error))
    }

    /// The numbers of up to `most` stored tasks of a cell that this build played, the first ones in the order of the plan.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn played_by(&self, plan: &Plan, cell: usize, build: &Build, most: usize) -> Result<Vec<u32>, StoreError> {
        let Some(number) = self.numbers(plan)?[cell] else { return Ok(Vec::new()) };
        let wanted: Vec<i64> = self.build_numbers()?.into_iter().filter(|(_, known)| known == build).map(|(number, _)| number).collect();
        let column = if self.knows_builds { "build" } else { "0" };
        let sql = format!(
            "SELECT id & 4294967295 FROM \"{}\" WHERE id >> 32 = ?1 AND id BETWEEN ?1 << 32 AND (?1 << 32) + 4294967295 AND {column} = ?2
             AND id & 4294967295 < ?3 ORDER BY id LIMIT ?4",
            self.table.name
        );
        let read = || -> rusqlite::Result<Vec<u32>> {
            let mut tasks = Vec::new();
            for build in wanted {
                let mut statement = self.connection.prepare_cached(&sql)?;
                let rows = statement.query_map((number, build, plan.experiment.games_per_cell, most as i64), |row| row.get(0))?;
                tasks.extend(rows.collect::<rusqlite::Result<Vec<u32>>>()?);
            }
            Ok(tasks)
        };
        read().map_err(|error| self.fails(error))
    }

    /// Stores the outcome of a verification; a later one of the same builds and group replaces it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_verification(&self, verification: &Verification) -> Result<(), StoreError> {
        let (played, replayed) = (self.build_number(&verification.played)?, self.build_number(&verification.replayed)?);
        let Verification { group, tasks, different, accepted, .. } = verification;
        let add = || {
            self.connection.execute(
                "INSERT OR REPLACE INTO verification (played, replayed, subject, tasks, different, accepted) VALUES (?, ?, ?, ?, ?, ?)",
                (played, replayed, group, *tasks as i64, *different as i64, accepted),
            )
        };
        add().map(|_| ()).map_err(|error| self.fails(error))
    }

    /// All verifications, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn verifications(&self) -> Result<Vec<Verification>, StoreError> {
        if !self.knows_builds {
            return Ok(Vec::new());
        }
        let builds = self.build_numbers()?;
        let build = |number: i64| builds.get(&number).cloned().unwrap_or_else(Build::unknown);
        let read = || -> rusqlite::Result<Vec<Verification>> {
            let mut statement =
                self.connection.prepare("SELECT played, replayed, subject, tasks, different, accepted FROM verification ORDER BY rowid")?;
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
        read().map_err(|error| self.fails(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_executable_is_known_by_its_content() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let hash = |text: &str| {
            std::fs::write(&path, text).unwrap();
            hash_of(&path).unwrap()
        };
        assert_eq!(hash("a"), hash("a"));
        assert_ne!(hash("a"), hash("b"));
        let here = Build::here().unwrap();
        assert_eq!((here.executable.len(), here.clone()), (32, Build::here().unwrap()));
    }

    #[test]
    fn builds_are_named_for_people() {
        let build = Build {
            executable: "1a2b3c4d5e".into(),
            version: "0.1.0".into(),
            commit: "0123456789abcdef+".into(),
            toolchain: "rustc 1.95.0, release".into(),
            host: "h".into(),
        };
        assert_eq!(build.to_string(), "build 1a2b3c4d (version 0.1.0, commit 0123456789ab+, rustc 1.95.0, release) on h");
        assert_eq!(Build::unknown().to_string(), "an unknown build");
    }
}
