//! The stored tasks of a plan, one bit each; the failed ones; and records outside the plan.

use super::format::{cell_and_task, record_id};
use super::{Ranges, Row, Store, StoreError};
use crate::plan::{Plan, Task};
use std::collections::HashMap;

/// The finished tasks of one cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TaskNumbers {
    words: Vec<u64>,
    count: u32,
}

impl TaskNumbers {
    /// No finished task of this many.
    pub fn none(tasks: u32) -> Self {
        TaskNumbers { words: vec![0; tasks.div_ceil(64) as usize], count: 0 }
    }

    /// Marks a task as finished. Numbers past the end are not in the plan and are ignored.
    pub fn insert(&mut self, task: u32) {
        if let Some(word) = self.words.get_mut(task as usize / 64) {
            let bit = 1 << (task % 64);
            self.count += u32::from(*word & bit == 0);
            *word |= bit;
        }
    }

    /// Whether this task is finished.
    #[inline]
    pub fn contains(&self, task: u32) -> bool {
        self.words.get(task as usize / 64).is_some_and(|word| word >> (task % 64) & 1 == 1)
    }

    /// Those of the first tasks.
    pub(crate) fn first(&self, tasks: u32) -> Self {
        let mut first = TaskNumbers::none(tasks);
        self.iter().take_while(|&task| task < tasks).for_each(|task| first.insert(task));
        first
    }

    /// The number of finished tasks.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The finished tasks, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.words.len() as u32 * 64).filter(|&task| self.contains(task))
    }

    /// These as finished tasks of this many.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn of(ranges: &Ranges, tasks: u32) -> Result<TaskNumbers, String> {
        if let Some(last) = ranges.last().filter(|last| *last >= tasks) {
            return Err(format!("it holds task {last}, but there are {tasks} tasks per cell, numbered from 0"));
        }
        let mut done = TaskNumbers::none(tasks);
        ranges.iter().for_each(|task| done.insert(task));
        Ok(done)
    }

    /// The finished tasks as ranges.
    pub fn ranges(&self) -> Ranges {
        self.iter().collect()
    }
}

/// The finished tasks of a plan, cell by cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FinishedTasks {
    /// In the order of the plan's cells.
    pub cells: Vec<TaskNumbers>,
}

impl FinishedTasks {
    /// No finished task.
    pub fn nothing(plan: &Plan) -> Self {
        FinishedTasks { cells: vec![TaskNumbers::none(plan.experiment.games_per_cell); plan.experiment.cells.len()] }
    }

    /// Whether this task is finished.
    #[inline]
    pub fn contains(&self, task: Task) -> bool {
        self.cells[task.cell as usize].contains(task.number)
    }

    /// How many tasks of each cell are finished.
    pub fn sizes(&self) -> impl Iterator<Item = u32> + '_ {
        self.cells.iter().map(TaskNumbers::count)
    }

    /// Adds the finished tasks of another.
    pub fn merge(&mut self, other: &FinishedTasks) {
        self.cells.iter_mut().zip(&other.cells).for_each(|(cell, other)| other.iter().for_each(|task| cell.insert(task)));
    }

    /// Removes the finished tasks of another.
    pub fn remove(&mut self, other: &FinishedTasks) {
        self.mask(other, |other| !other);
    }

    /// Keeps only the tasks that are finished in another, too.
    pub fn retain(&mut self, other: &FinishedTasks) {
        self.mask(other, |other| other);
    }

    fn mask(&mut self, other: &FinishedTasks, mask: impl Fn(u64) -> u64) {
        for (cell, other) in self.cells.iter_mut().zip(&other.cells) {
            cell.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= mask(*other));
            cell.count = cell.words.iter().map(|word| word.count_ones()).sum();
        }
    }

    /// These tasks of a plan.
    pub fn of(plan: &Plan, tasks: impl IntoIterator<Item = Task>) -> Self {
        let mut done = FinishedTasks::nothing(plan);
        tasks.into_iter().for_each(|task| done.cells[task.cell as usize].insert(task.number));
        done
    }

    /// The number of finished tasks of the plan.
    pub fn count(&self) -> u64 {
        self.cells.iter().map(|cell| u64::from(cell.count())).sum()
    }
}

impl Store {
    /// The finished tasks of the plan.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn done(&self, plan: &Plan) -> Result<FinishedTasks, StoreError> {
        let mut done = FinishedTasks::nothing(plan);
        let games = plan.experiment.games_per_cell;
        let numbers = self.numbers(plan)?;
        let places: HashMap<i64, usize> = numbers.iter().enumerate().filter_map(|(place, number)| Some(((*number)?, place))).collect();
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare(&format!("SELECT id FROM \"{}\" WHERE id >= ? ORDER BY id", self.table.name))?;
            let mut rows = statement.query([record_id(0, 0)])?;
            let mut here = (0, None);
            while let Some(row) = rows.next()? {
                let (cell, task) = cell_and_task(row.get(0)?);
                if here.0 != cell {
                    here = (cell, places.get(&cell).copied());
                }
                if let Some(place) = here.1
                    && task < games
                {
                    done.cells[place].insert(task);
                }
            }
            Ok(())
        };
        read().map_err(|error| self.fails(error))?;
        Ok(done)
    }
}

impl Store {
    /// The failed tasks of the plan: those whose records have no result.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn failed(&self, plan: &Plan) -> Result<Vec<Task>, StoreError> {
        let games = plan.experiment.games_per_cell;
        let numbers = self.numbers(plan)?;
        let Some(without_result) = self.table.without_result() else { return Ok(Vec::new()) };
        let read = || -> rusqlite::Result<Vec<Task>> {
            let sql = format!("SELECT id FROM \"{}\" WHERE {without_result} AND id >= ? AND id < ? ORDER BY id", self.table.name);
            let mut statement = self.connection.prepare(&sql)?;
            let mut failed = Vec::new();
            for (place, number) in numbers.iter().enumerate() {
                let Some(number) = *number else { continue };
                let mut rows = statement.query([record_id(number, 0), record_id(number, games)])?;
                while let Some(row) = rows.next()? {
                    failed.push(Task { cell: place as u32, number: cell_and_task(row.get(0)?).1 });
                }
            }
            Ok(failed)
        };
        read().map_err(|error| self.fails(error))
    }

    /// Calls `take` with every record of the plan that says what failed, in the plan's order.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn for_each_failure(&self, plan: &Plan, mut take: impl FnMut(Task, Row)) -> Result<(), StoreError> {
        if !self.table.tells_failures() {
            return Ok(());
        }
        let numbers = self.numbers(plan)?;
        let every: Vec<usize> = (0..self.table.columns.len()).collect();
        let mut read = || -> rusqlite::Result<()> {
            let sql = format!("{} WHERE message <> '' AND id >= ? AND id < ? ORDER BY id", self.select("id", &every));
            let mut statement = self.connection.prepare(&sql)?;
            for (cell, number) in (0..).zip(&numbers) {
                let Some(number) = *number else { continue };
                let mut rows = statement.query([record_id(number, 0), record_id(number, plan.experiment.games_per_cell)])?;
                while let Some(row) = rows.next()? {
                    take(Task { cell, number: cell_and_task(row.get(0)?).1 }, self.read(&every, 1, row)?);
                }
            }
            Ok(())
        };
        read().map_err(|error| self.fails(error))
    }

    /// The records in the file that are not in the plan.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn beyond(&self, plan: &Plan) -> Result<OmittedRecords, StoreError> {
        // Both are counted at one moment, also while a run writes.
        let moment = self.connection.unchecked_transaction().map_err(|error| self.fails(error))?;
        let cells: Vec<u64> = self.cells()?.iter().map(|cell| cell.records).filter(|records| *records > 0).collect();
        let done = self.done(plan)?;
        drop(moment);
        let shown = done.cells.iter().filter(|cell| cell.count() > 0).count() as u64;
        Ok(OmittedRecords { shown, cells: cells.len() as u64, records: cells.iter().sum::<u64>() - done.count() })
    }
}

/// Stored records that a plan leaves out: those of other cells, and of tasks beyond its number of games per cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OmittedRecords {
    /// Cells with records that the plan has.
    pub shown: u64,
    /// Cells with records in the file.
    pub cells: u64,
    /// Records that the plan leaves out.
    pub records: u64,
}

impl OmittedRecords {
    /// A sentence for the reader of a report or an export; `None` if no record is left out.
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        let OmittedRecords { shown, cells, records } = *self;
        let games = if records == 1 { "1 further record is" } else { &format!("{records} further records are") };
        let of = if cells == 1 { "cell" } else { "cells" };
        (records > 0).then(|| format!("This is part of the run: {shown} of {cells} stored {of}; {games} stored."))
    }
}

#[cfg(test)]
mod tests {
    use super::TaskNumbers;

    #[test]
    fn agrees_with_a_plain_set() {
        let mut done = TaskNumbers::none(130);
        let numbers = [0, 63, 64, 129, 63, 5, 100_000];
        numbers.iter().for_each(|&n| done.insert(n));
        let expected = [0, 5, 63, 64, 129];
        assert_eq!((0..200).filter(|&n| done.contains(n)).collect::<Vec<_>>(), expected);
        assert_eq!(done.count() as usize, expected.len());
    }

    #[test]
    fn only_tasks_that_the_plan_has_are_finished() {
        let ranges = "0-62 70 128".parse().unwrap();
        assert_eq!(TaskNumbers::of(&ranges, 129).unwrap().ranges(), ranges);
        assert!(TaskNumbers::of(&ranges, 128).unwrap_err().contains("task 128"));
    }
}
