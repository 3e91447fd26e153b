//! The seeds of tasks.

use crate::experiment::CellKey;
use std::fmt;
use treebench_games::Rng;

/// The seed of a task: the experiment's seed, the cell's key, and the task's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TaskSeed(pub [u8; 32]);

impl TaskSeed {
    /// The generator of one stream of this task: 0 is chance, 1 + s is seat s.
    pub fn stream(self, stream: u64) -> Rng {
        Rng::new(self.0, stream)
    }
}

impl fmt::Display for TaskSeed {
    /// In hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The key of a task's generators: BLAKE3 in its key-derivation mode over experiment seed, cell key and seed index, so that
/// it does not depend on threads, the order of play or other cells.
pub fn task_seed(experiment_seed: u64, cell: CellKey, seed_index: u32) -> TaskSeed {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11 task seed");
    hasher.update(&experiment_seed.to_le_bytes());
    hasher.update(&cell.0);
    hasher.update(&seed_index.to_le_bytes());
    TaskSeed(*hasher.finalize().as_bytes())
}
