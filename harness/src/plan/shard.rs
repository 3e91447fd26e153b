//! Shards: the parts of a plan that machines play without communication.

use super::{Plan, Task};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// One of the equal parts of a plan, written `3/40`. Its tasks are a pure function of the plan.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard {
    /// From 1 to `of`.
    pub number: u32,
    /// The number of shards.
    pub of: u32,
}

/// The largest number of shards: more than any cluster runs at once.
const MOST_SHARDS: u32 = 1_000_000;

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) && of <= MOST_SHARDS => Ok(Shard { number, of }),
            Some((number, of)) => Err(format!("no shard {number} of {of}: shards are numbered from 1 to at most {MOST_SHARDS}")),
            None => Err(format!("`{text}` is not a shard: expected its number, a slash and the number of shards, as in `3/40`")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A plan dealt into shards.
///
/// Groups of tasks that share a seed (pairs of games with seats swapped) are dealt one by one, cell after cell, in the order of the cells'
/// keys. So the sizes of two shards differ by one group at most, every cell is spread over as many shards as it has groups, and any
/// subset of the shards is an unbiased sample of every cell. Keys are hashes: in their order, costly cells are not next to each other, and
/// where cells have fewer groups than there are shards, costs are spread at random.
///
/// If a sequential test stops cells, whole cells are dealt instead, in the same order, and those that stop together go to the same shard: it then has
/// everything that the test of its cells depends on, and no game is played that a single machine would not play.
pub struct Deal<'p> {
    plan: &'p Plan,
    /// The position of each cell in the order of keys, the same for cells that are stopped together.
    ranks: Vec<u64>,
    group: u32,
    groups_per_cell: u64,
    whole_cells: bool,
    of: u32,
}

impl<'p> Deal<'p> {
    /// A plan dealt into this many shards.
    pub fn new(plan: &'p Plan, of: u32) -> Deal<'p> {
        let cells = &plan.experiment.cells;
        let mut order: Vec<usize> = (0..cells.len()).collect();
        order.sort_by_key(|&cell| cells[cell].key);
        let together = plan.experiment.stopped_together();
        let mut units: BTreeMap<usize, u64> = BTreeMap::new();
        let mut ranks = vec![0; cells.len()];
        for cell in order {
            let next = units.len() as u64;
            ranks[cell] = *units.entry(together[cell]).or_insert(next);
        }
        let group = plan.group();
        let groups_per_cell = u64::from(plan.experiment.games_per_cell.div_ceil(group));
        Deal { plan, ranks, group, groups_per_cell, whole_cells: plan.experiment.stop_rule().is_some(), of }
    }

    /// The shard that plays a task.
    pub fn shard_of(&self, task: Task) -> Shard {
        let rank = self.ranks[task.cell as usize];
        let place = if self.whole_cells { rank } else { rank * self.groups_per_cell + u64::from(task.number / self.group) };
        Shard { number: (place % u64::from(self.of)) as u32 + 1, of: self.of }
    }

    /// The tasks of a shard, in the order of the plan.
    pub fn tasks(&self, shard: Shard) -> impl Iterator<Item = Task> + '_ {
        self.plan.tasks().filter(move |task| self.shard_of(*task) == shard)
    }

    /// Whether cells are dealt as wholes.
    pub fn deals_whole_cells(&self) -> bool {
        self.whole_cells
    }
}
