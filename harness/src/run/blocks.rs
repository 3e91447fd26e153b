//! Replays blocks of the tasks of a results file, which detects edited counts.

use super::RunError;
use super::replay::{Difference, play_again};
use crate::kinds::{self, Design};
use crate::plan::Task;
use crate::results::ResultsFile;
use crate::saved::Block;
use crate::store::{Build, Field, Row};
use std::collections::{BTreeMap, BTreeSet};
use treebench_games::Rng;

/// The result of a replay of blocks.
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
    /// Rows that contradict the replay of all their tasks.
    pub rows: Vec<RowDifference>,
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
    let mut cells = BTreeSet::new();
    let (firsts, others): (Vec<_>, Vec<_>) = blocks.into_iter().partition(|(cell, _)| cells.insert(*cell));
    let mut drawn: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (cell, place) in firsts.into_iter().chain(others) {
        let tasks = u64::from(saved.blocks()[cell][place].tasks);
        if found.replayed == 0 || found.replayed + tasks <= most {
            found.replayed += tasks;
            drawn.entry(cell).or_default().insert(place);
        }
    }
    for (cell, places) in drawn {
        let tasks: Vec<Task> = saved.done.cells[cell]
            .iter()
            .filter(|&task| places.contains(&Block::place_of(task)))
            .map(|number| Task { cell: cell as u32, number })
            .collect();
        let rows = play_again(&saved.plan, &tasks, threads)?;
        for place in places {
            let stored = saved.blocks()[cell][place];
            let mut again = Block::default();
            let own = || rows.iter().filter(|(task, _)| Block::place_of(task.number) == place);
            for (task, row) in own() {
                let result = kind.compared(&experiment.cells[cell], row).values.first().copied().flatten();
                again.add(task.number, result, kind.columns(), row);
            }
            if !again.is_same(&stored) {
                found.different.push((cell, own().map(|(task, _)| task.number).collect(), stored, again));
            }
        }
        if rows.len() == saved.done.cells[cell].count() as usize {
            found.rows.extend(RowDifference::find(saved, cell, rows)?);
        }
    }
    Ok(found)
}

/// The difference between the row of a cell and the replay of all its tasks.
#[derive(Clone, PartialEq, Debug)]
pub struct RowDifference {
    /// The index of the cell.
    pub cell: usize,
    /// The columns.
    pub differences: Vec<Difference>,
    /// Whether this program wrote it: others may count repeated games differently.
    pub is_sure: bool,
}

/// Columns that hold which games repeat others.
const REPEATS: [&str; 4] = ["rounds", "distinct", "mirrored", "play"];
/// Columns whose encoding of the same tasks may vary, or that compare a cell with another, which is not replayed.
const FREE: [&str; 3] = ["hashes", "sequence", "pairs"];

impl RowDifference {
    fn find(saved: &ResultsFile, cell: usize, rows: Vec<(Task, Row)>) -> Result<Option<RowDifference>, RunError> {
        let experiment = &saved.plan.experiment;
        let kind = kinds::of(experiment);
        let Some(stored) = saved.row(cell).filter(|_| kind.design(experiment) == Design::Fixed && saved.retried()[cell] == 0) else {
            return Ok(None);
        };
        let mut rows = rows.into_iter().map(|(task, row)| (cell, task.number, row));
        let again = kind.fold(experiment, &mut rows).cells().swap_remove(cell);
        let words = |field: &Field| {
            let mut words: Vec<String> = field.to_string().split(' ').map(str::to_owned).collect();
            words.sort_unstable();
            words
        };
        let mut differences = Vec::new();
        for (column, (stored, again)) in kind.cell_columns().iter().zip(stored.iter().zip(&again)) {
            let is_older = column.added && *stored == column.default();
            if column.reproducible && !is_older && !FREE.contains(&column.name) && words(stored) != words(again) {
                differences.push(Difference { column: column.name, stored: stored.clone(), again: again.clone() });
            }
        }
        let here = Build::here()?;
        let builds = saved.builds(None)?;
        let is_ours = builds[cell].iter().all(|(build, _)| build.executable == here.executable);
        let is_sure = is_ours || differences.iter().any(|difference| !REPEATS.contains(&difference.column));
        Ok((!differences.is_empty()).then_some(RowDifference { cell, differences, is_sure }))
    }
}
