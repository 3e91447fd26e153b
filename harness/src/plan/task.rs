//! Tasks in the order in which they are played.

use super::task_seed;
use crate::experiment::Experiment;
use crate::kinds::TaskSeed;
use std::sync::Arc;

/// One unit of work: the `number`-th task of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Task {
    /// Index into the experiment's cells.
    pub cell: u32,
    /// From 0 to `games_per_cell` - 1.
    pub number: u32,
}

/// All tasks of an experiment.
#[derive(Clone)]
pub struct Plan {
    /// What is planned.
    pub experiment: Arc<Experiment>,
}

impl Plan {
    /// How many tasks there are.
    pub fn len(&self) -> u64 {
        self.experiment.cells.len() as u64 * u64::from(self.experiment.games_per_cell)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All tasks, interleaved so that every cell progresses evenly: the first two tasks (a pair) of every cell, then the next two.
    pub fn tasks(&self) -> impl Iterator<Item = Task> + '_ {
        let cells = self.experiment.cells.len() as u32;
        let games = self.experiment.games_per_cell;
        (0..games.div_ceil(2)).flat_map(move |pair| {
            (0..cells).flat_map(move |cell| (2 * pair..games.min(2 * pair + 2)).map(move |number| Task { cell, number }))
        })
    }

    /// The task's name for people and for `bench replay`: the first 8 digits of the cell's key, a hyphen, its number.
    pub fn id(&self, task: Task) -> String {
        let key = self.experiment.cells[task.cell as usize].key.to_string();
        format!("{}-{}", &key[..8], task.number)
    }

    /// The seed of a task.
    pub fn seed(&self, task: Task) -> TaskSeed {
        let cell = &self.experiment.cells[task.cell as usize];
        let index = self.experiment.kind.seed_index(cell, task.number);
        task_seed(self.experiment.seed, cell.key, index)
    }
}
