//! The plan: a pure function of the experiment. Tasks and their seeds are computed, not stored; [`Deal`] divides them among machines.

mod cost;
mod shard;

pub use cost::{estimated, missing, work};
pub use shard::{Deal, Shard};

use crate::experiment::{CellKey, Experiment};
use std::fmt;
use std::sync::Arc;
use treebench_games::Rng;

/// The largest group of tasks that stay together.
const MOST_TOGETHER: u32 = 289;
/// The number of digits of the cell's key in a task's name.
const ID_DIGITS: usize = 12;

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
    /// The experiment.
    pub experiment: Arc<Experiment>,
}

impl Plan {
    /// The number of tasks.
    pub fn len(&self) -> u64 {
        self.experiment.cells.len() as u64 * u64::from(self.experiment.games_per_cell)
    }

    /// Whether there are no tasks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A hash of everything that determines the tasks, in 32 hexadecimal digits: kind, seed and cells. The number of tasks per cell is left out,
    /// since raising it changes none.
    pub fn fingerprint(&self) -> String {
        let experiment = &self.experiment;
        let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-22 plan");
        hasher.update(experiment.kind.name.as_bytes()).update(&experiment.seed.to_le_bytes());
        for cell in &experiment.cells {
            hasher.update(&cell.key.0);
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }

    /// All tasks, interleaved so that every cell progresses evenly: one group of tasks of every cell, then the next. A group consists of
    /// the tasks that share a seed (a pair with seats swapped), so a run that is interrupted stays balanced.
    pub fn tasks(&self) -> impl Iterator<Item = Task> + '_ {
        let cells = self.experiment.cells.len() as u32;
        let games = self.experiment.games_per_cell;
        let group = self.group();
        (0..games.div_ceil(group)).flat_map(move |round| {
            let numbers = round * group..games.min((round * group).saturating_add(group));
            (0..cells).flat_map(move |cell| numbers.clone().map(move |number| Task { cell, number }))
        })
    }

    /// The smallest number of tasks that is a multiple of every cell's group.
    fn group(&self) -> u32 {
        let rounds = self.experiment.cells.iter().map(|cell| cell.seeding.round);
        rounds.fold(1, |all, round| if all % round == 0 { all } else { (all * round).min(MOST_TOGETHER) })
    }

    /// The name of a task, for users and for `bench replay`: the first 12 digits of the cell's key, a hyphen, its number.
    /// The probability that two of 100,000 cells share these digits is below 1 in 10,000.
    pub fn id(&self, task: Task) -> String {
        let key = self.experiment.cells[task.cell as usize].key.to_string();
        format!("{}-{}", &key[..ID_DIGITS], task.number)
    }

    /// The task with this name. Fewer digits of the key are enough if only one cell's key begins with them.
    ///
    /// # Errors
    /// If the text is not the name of a task, or matches no task or several cells.
    pub fn find(&self, id: &str) -> Result<Task, String> {
        let shape = format!(
            "`{id}` is not a task id: expected digits of the cell's key, a hyphen and the task number, for example `1f00ab12cd34-7`"
        );
        let (digits, number) = id.split_once('-').ok_or_else(|| shape.clone())?;
        let number: u32 = number.parse().map_err(|_| shape.clone())?;
        if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_hexdigit()) {
            return Err(shape);
        }
        let digits = digits.to_ascii_lowercase();
        let mut fits = self.experiment.cells.iter().enumerate().filter(|(_, cell)| cell.key.to_string().starts_with(&digits));
        let (cell, _) = fits.next().ok_or_else(|| format!("no cell's key begins with `{digits}`"))?;
        if fits.next().is_some() {
            return Err(format!("`{digits}` is ambiguous: several keys begin with it; give more digits"));
        }
        if number >= self.experiment.games_per_cell {
            return Err(format!(
                "task {number} is beyond games-per-cell = {}: the last one is {}",
                self.experiment.games_per_cell,
                self.experiment.games_per_cell - 1
            ));
        }
        Ok(Task { cell: cell as u32, number })
    }

    /// The seed of a task.
    pub fn seed(&self, task: Task) -> TaskSeed {
        let cell = &self.experiment.cells[task.cell as usize];
        task_seed(self.experiment.seed, cell.seeding.key, cell.round(task.number))
    }
}

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

/// The key of a task's generators: BLAKE3 in its key-derivation mode over the experiment's seed, the cell's key for seeds and the round. It does
/// not depend on threads, the order of play or other cells.
pub fn task_seed(experiment_seed: u64, cell: CellKey, round: u32) -> TaskSeed {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11 task seed");
    hasher.update(&experiment_seed.to_le_bytes());
    hasher.update(&cell.0);
    hasher.update(&round.to_le_bytes());
    TaskSeed(*hasher.finalize().as_bytes())
}
