//! The missing shards, and their distribution over the tasks of a job.

use crate::kinds::{self, Design};
use crate::plan::{Deal, Plan, Shard};
use crate::saved::shard::{Ending, ShardFile};
use crate::shards::shard_files;
use crate::store::{FinishedTasks, StoreError};
use std::collections::HashMap;
use std::path::Path;

/// The progress of a shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShardState {
    /// Which it is.
    pub shard: Shard,
    /// Its tasks.
    pub tasks: u64,
    /// The number of tasks with records in its files.
    pub played: u64,
    /// Files of attempts.
    pub attempts: u32,
    /// Whether an attempt has finished; with `[stop]` it may play fewer than all tasks.
    pub finished: bool,
}

/// The states of all shards of a plan split into this many, from the files in a folder. Files of other plans or other numbers of shards are left out.
///
/// # Errors
/// If a file cannot be read.
pub fn states(plan: &Plan, folder: &Path, of: u32) -> Result<Vec<ShardState>, StoreError> {
    let table = kinds::of(&plan.experiment).table();
    let deal = Deal::new(plan, of);
    let mut states: Vec<ShardState> =
        (1..=of).map(|number| ShardState { shard: Shard { number, of }, tasks: 0, played: 0, attempts: 0, finished: false }).collect();
    plan.tasks().for_each(|task| states[deal.shard_of(task).number as usize - 1].tasks += 1);
    let places: HashMap<String, u32> = plan.experiment.cells.iter().zip(0..).map(|(cell, place)| (cell.key.to_string(), place)).collect();
    let fingerprint = plan.fingerprint();
    let mut done = FinishedTasks::nothing(plan);
    for path in shard_files(folder)? {
        let Some(mut file) = ShardFile::open(&path)?.filter(|file| file.header().plan == fingerprint && file.header().of == of) else {
            continue;
        };
        file.for_each(table, &places, |task, _| {
            done.cells[task.cell as usize].insert(task.number);
            Ok::<(), StoreError>(())
        })?;
        let Some(state) = states.get_mut((file.header().shard as usize).wrapping_sub(1)) else { continue };
        state.attempts += 1;
        state.finished |= file.ending() == Some(Ending::Finished);
    }
    for task in plan.tasks().filter(|task| done.contains(*task)) {
        states[deal.shard_of(task).number as usize - 1].played += 1;
    }
    // A file that says so may have been copied without those of the attempts that it went on from.
    let scheduled = kinds::of(&plan.experiment).design(&plan.experiment) != Design::Fixed;
    states
        .iter_mut()
        .for_each(|state| state.finished = if scheduled { state.finished || state.tasks == 0 } else { state.played == state.tasks });
    Ok(states)
}

/// The numbers of the shards that are not finished.
pub fn missing(states: &[ShardState]) -> Vec<u32> {
    states.iter().filter(|state| !state.finished).map(|state| state.shard.number).collect()
}

/// Distributes shards over at most this many tasks, since engines limit the tasks of a job. Returns the shards of each.
///
/// # Panics
/// If there may be no task.
pub fn fold(shards: &[u32], most: usize) -> Vec<Vec<u32>> {
    assert!(most > 0, "a job has tasks");
    let mut tasks = vec![Vec::new(); shards.len().min(most)];
    let count = tasks.len();
    shards.iter().enumerate().for_each(|(i, &shard)| tasks[i % count].push(shard));
    tasks
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn every_shard_is_in_one_task_and_tasks_are_of_like_size() {
        for (shards, most) in [(0, 3), (2, 3), (3, 3), (7, 3), (1000, 1000), (1001, 1000), (5, 1)] {
            let all: Vec<u32> = (1..=shards).collect();
            let tasks = fold(&all, most);
            let mut found: Vec<u32> = tasks.concat();
            found.sort_unstable();
            assert_eq!(found, all);
            let sizes: Vec<usize> = tasks.iter().map(Vec::len).collect();
            let (least, largest) = (sizes.iter().min().copied().unwrap_or(0), sizes.iter().max().copied().unwrap_or(0));
            assert!(sizes.len() <= most && largest - least <= 1 && (shards == 0 || least > 0), "{sizes:?}");
        }
    }
}
