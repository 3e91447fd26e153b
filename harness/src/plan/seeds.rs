//! Where a task's randomness comes from.

use crate::experiment::CellKey;
use crate::kinds::TaskSeed;

/// The key of a task's generators: BLAKE3 in its key-derivation mode over experiment seed, cell key and seed index, so that
/// neither threads nor the order of play nor other cells can touch it.
pub fn task_seed(experiment_seed: u64, cell: CellKey, seed_index: u32) -> TaskSeed {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11 task seed");
    hasher.update(&experiment_seed.to_le_bytes());
    hasher.update(&cell.0);
    hasher.update(&seed_index.to_le_bytes());
    TaskSeed(*hasher.finalize().as_bytes())
}
