//! Plays blocks of the tasks of a results file again: edited counts come out differently.

use super::RunError;
use super::replay::play_again;
use crate::kinds;
use crate::plan::Task;
use crate::results::ResultsFile;
use crate::saved::Block;
use treebench_games::Rng;

/// What a replay of blocks found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BlockReplay {
    /// Tasks that were played again.
    pub replayed: u64,
    /// Tasks of the file that can be: under counted budgets, in cells whose blocks are known.
    pub of: u64,
    /// Cells of the file whose blocks are not known, or that have budgets of time.
    pub left_out: usize,
    /// The blocks that came out differently: the index of the cell, the tasks, what the file has and what was played.
    pub different: Vec<(usize, Vec<u32>, Block, Block)>,
}

/// Plays blocks drawn at random again, as long as they have at most this many tasks together: one of every cell first, in a random order of the
/// cells, then any. The first block is played however large it is.
///
/// # Errors
/// If the agents cannot be built.
pub fn replay_blocks(saved: &ResultsFile, most: u64, draw: u64, threads: usize) -> Result<BlockReplay, RunError> {
    let experiment = &saved.plan.experiment;
    let kind = kinds::of(experiment).tasks();
    let mut found = BlockReplay::default();
    let mut blocks: Vec<(usize, usize)> = Vec::new();
    for (cell, done) in saved.done.cells.iter().enumerate().filter(|(_, done)| done.count() > 0) {
        if saved.blocks()[cell].is_empty() || experiment.cells[cell].is_timed {
            found.left_out += 1;
            continue;
        }
        found.of += u64::from(done.count());
        let filled = saved.blocks()[cell].iter().enumerate().filter(|(_, block)| block.tasks > 0);
        blocks.extend(filled.map(|(place, _)| (cell, place)));
    }
    let mut rng = Rng::from_seed(draw);
    for last in (1..blocks.len()).rev() {
        blocks.swap(last, rng.below(last + 1));
    }
    let mut cells = std::collections::BTreeSet::new();
    let (firsts, others): (Vec<_>, Vec<_>) = blocks.into_iter().partition(|(cell, _)| cells.insert(*cell));
    for (cell, place) in firsts.into_iter().chain(others) {
        let stored = saved.blocks()[cell][place];
        if found.replayed > 0 && found.replayed + u64::from(stored.tasks) > most {
            continue;
        }
        let tasks: Vec<u32> = saved.done.cells[cell].iter().filter(|&task| Block::place_of(task) == place).collect();
        let all: Vec<Task> = tasks.iter().map(|&number| Task { cell: cell as u32, number }).collect();
        let mut again = Block::default();
        for (task, row) in play_again(&saved.plan, &all, threads)? {
            let result = kind.compared(&experiment.cells[cell], &row).values.first().copied().flatten();
            again.add(task.number, result, kind.columns(), &row);
        }
        found.replayed += all.len() as u64;
        if !again.is_same(&stored) {
            found.different.push((cell, tasks, stored, again));
        }
    }
    found.different.sort_by_key(|(cell, tasks, ..)| (*cell, tasks.first().copied()));
    Ok(found)
}
