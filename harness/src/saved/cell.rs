//! The saved fields of a cell, common to all kinds and files.

use super::{Block, SpacedList};
use crate::store::{Column, History, Ranges, Record as _, record};
use std::fmt;
use std::str::FromStr;

record! {
    /// The saved fields of a cell. In a results file the columns of its kind follow, in a baseline its statistics. Columns that say nothing in any
    /// cell of a file are left out.
    pub struct SavedCell {
        /// Its name, which does not depend on the other cells of the grid; a results file has its places on the axes instead.
        cell: String [.added()],
        /// The key of its results: equal keys and counted budgets give equal games.
        key: String,
        /// The tasks played, as in `0-199 204`.
        tasks: Ranges,
        /// The builds that played them, each with the number of its tasks, as in `1:150 2:51`; builds are numbered from 1 in the header.
        builds: SpacedList<Share> [.added()],
        /// A task by which another build can be compared, if a counted budget makes it repeatable: task, build, and the hash of its record, as in
        /// `17:2:0123456789ab`.
        sample: SpacedList<Sample<usize>> [.added()],
        /// A hash of the reproducible part of its first records, in 32 hexadecimal digits, if its budgets are counted.
        records: String [.added()],
        /// The largest number of tasks that it ever had or was planned to have, shown here or not. Missing if the history was not kept from the first task on.
        most: u32 [.added()],
        /// The numbers of tasks at which results were shown or a session ended.
        looks: SpacedList<u32> [.added()],
        /// The tasks that could be seen before `--fresh` set them aside.
        afresh: u32 [.added()],
        /// Its tasks in blocks: 0 and 1, 2 and 3, 4 to 7, 8 to 15 and so on. For each: tasks, points of the candidate, and a hash of the records, as in
        /// `4:2.5:00112233aabbccdd`. Missing if they were not kept from the first task on.
        blocks: SpacedList<Block> [.added()],
        /// Its tasks without a result, each with a hash of its record, as in `17:0123456789ab`. Missing if they were not kept from the first task on.
        failed: SpacedList<FailedTask> [.added()],
        /// Failed records of tasks that were played again, in the same form.
        attempts: SpacedList<FailedTask> [.added()],
        /// Records without a result that were removed from a run, in the same form.
        removed: SpacedList<FailedTask> [.added()],
    }
}

impl SavedCell {
    /// The number of its tasks.
    pub fn size(&self) -> u32 {
        u32::try_from(self.tasks.count()).unwrap_or(u32::MAX)
    }

    /// The history of its size; unknown without a largest size.
    pub fn history(&self) -> History {
        let size = self.size();
        History {
            known: self.most >= size,
            most: self.most.max(size),
            looks: self.looks.0.iter().copied().collect(),
            afresh: self.afresh,
            removed: self.removed.0.iter().map(|FailedTask { task, hash }| (*task, hash.clone())).collect(),
            ..History::default()
        }
    }

    /// The same cell with this history.
    #[must_use]
    pub fn with_history(self, history: &History) -> SavedCell {
        let most = if history.known { history.most } else { 0 };
        let removed = history.removed.iter().map(|(task, hash)| FailedTask { task: *task, hash: hash.clone() }).collect();
        SavedCell { most, looks: history.looks.iter().copied().collect(), afresh: history.afresh, removed, ..self }
    }
}

/// A failed record of a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedTask {
    /// The task's number in its cell.
    pub task: u32,
    /// The hash of the record.
    pub hash: String,
}

/// As in `17:0123456789ab`.
impl fmt::Display for FailedTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.task, self.hash)
    }
}

impl FromStr for FailedTask {
    type Err = Option<std::num::ParseIntError>;

    fn from_str(text: &str) -> Result<FailedTask, Self::Err> {
        let (task, hash) = text.split_once(':').ok_or(None)?;
        Ok(FailedTask { task: task.parse()?, hash: hash.to_owned() })
    }
}

/// How many tasks a build played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The build's number in the header, from 1.
    pub build: usize,
    /// Its tasks.
    pub tasks: u64,
}

/// As in `2:300`.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.build, self.tasks)
    }
}

impl FromStr for Share {
    type Err = Option<std::num::ParseIntError>;

    fn from_str(text: &str) -> Result<Share, Self::Err> {
        let (build, tasks) = text.split_once(':').ok_or(None)?;
        Ok(Share { build: build.parse()?, tasks: tasks.parse()? })
    }
}

/// A task that was played, with a hash of the reproducible part of its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample<B> {
    /// The task's number in its cell.
    pub task: u32,
    /// The build that played it.
    pub build: B,
    /// The hash, see [`record_hash`](super::results::record_hash).
    pub hash: String,
}

/// As in `0:1:0123456789ab`.
impl fmt::Display for Sample<usize> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.task, self.build, self.hash)
    }
}

impl FromStr for Sample<usize> {
    type Err = Option<std::num::ParseIntError>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let [task, build, hash] = text.splitn(3, ':').collect::<Vec<_>>()[..] else { return Err(None) };
        Ok(Sample { task: task.parse()?, build: build.parse()?, hash: hash.to_owned() })
    }
}

/// The columns of all cells and then those of each kind as Markdown tables. Kinds with the columns of an earlier one are left out.
pub fn column_tables<'k>(kinds: impl Iterator<Item = (&'k str, &'k [Column])>) -> String {
    let (mut text, mut known) = (String::new(), Vec::new());
    for (name, columns) in [("all cells", SavedCell::COLUMNS)].into_iter().chain(kinds) {
        if known.contains(&columns) {
            continue;
        }
        known.push(columns);
        text += &format!("\n| {name} | |\n|---|---|\n");
        for Column { name, doc, unit, .. } in columns {
            let unit = if unit.is_empty() { String::new() } else { format!(" ({unit})") };
            text += &format!("| `{name}` | {doc}{unit} |\n");
        }
    }
    text
}
