//! Which tasks need not be played again: one bit each.

use super::format::{cell_and_task, record_id};
use super::{Store, StoreError};
use crate::plan::{Plan, Task};
use std::collections::HashMap;

/// The finished tasks of one cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DoneTasks {
    words: Vec<u64>,
    count: u32,
}

impl DoneTasks {
    /// None finished, of this many.
    pub fn none(tasks: u32) -> Self {
        DoneTasks { words: vec![0; tasks.div_ceil(64) as usize], count: 0 }
    }

    /// Notes a finished task. Numbers past the end are not of this plan and are ignored.
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

    /// How many are finished.
    pub fn count(&self) -> u32 {
        self.count
    }
}

/// The finished tasks of a plan, cell by cell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// In the order of the plan's cells.
    pub cells: Vec<DoneTasks>,
}

impl Done {
    /// Nothing is finished.
    pub fn nothing(plan: &Plan) -> Self {
        Done { cells: vec![DoneTasks::none(plan.experiment.games_per_cell); plan.experiment.cells.len()] }
    }

    /// Whether this task is finished.
    #[inline]
    pub fn contains(&self, task: Task) -> bool {
        self.cells[task.cell as usize].contains(task.number)
    }

    /// How many tasks of the plan are finished.
    pub fn count(&self) -> u64 {
        self.cells.iter().map(|cell| u64::from(cell.count())).sum()
    }
}

impl Store {
    /// Which tasks of the plan are finished.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn done(&self, plan: &Plan) -> Result<Done, StoreError> {
        let mut done = Done::nothing(plan);
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

#[cfg(test)]
mod tests {
    use super::DoneTasks;

    #[test]
    fn agrees_with_a_plain_set() {
        let mut done = DoneTasks::none(130);
        let numbers = [0, 63, 64, 129, 63, 5, 100_000];
        numbers.iter().for_each(|&n| done.insert(n));
        let expected = [0, 5, 63, 64, 129];
        assert_eq!((0..200).filter(|&n| done.contains(n)).collect::<Vec<_>>(), expected);
        assert_eq!(done.count() as usize, expected.len());
    }
}
