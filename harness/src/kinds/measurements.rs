//! The measurements of a summary for comparison with a committed baseline.

use treebench_stats::Moments;

/// The measurements of a cell for `bench check`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measurements {
    /// Tasks stored.
    pub played: u64,
    /// Tasks without a result because the candidate failed: errors and timeouts.
    pub failures: u64,
    /// Tasks without a result because an opponent failed.
    pub opponent_failures: u64,
    /// Tasks without a result for which no agent is to blame.
    pub void: u64,
    /// The number of these whose task has a result: the failure counts as a loss, or was played again.
    pub with_result: u64,
    /// The compared statistics.
    pub statistics: Vec<Statistic>,
}

/// A compared mean.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistic {
    /// Its name, unique in its cell.
    pub name: String,
    /// Which change is a regression.
    pub better: Direction,
    /// Whether its values are shares in [0, 1]. A tolerance is then absolute, otherwise relative to the baseline's mean.
    pub share: bool,
    /// Count, mean and variance of the values.
    pub values: Moments,
    /// How many values repeat no other, where some do; 0 if none does.
    pub different: u64,
    /// The mean value of every round of tasks that share a seed, in plan order, if a sequential test is possible; a round with a missing value has
    /// none.
    pub rounds: Option<Vec<Option<f64>>>,
    /// A key per round: rounds with equal keys are the same games, and 0 equals none. Empty if no round can repeat another.
    pub keys: Vec<u64>,
}

impl Statistic {
    /// A mean of shares; higher is better.
    pub fn share(name: &str, values: Moments) -> Statistic {
        Statistic { name: name.to_owned(), better: Direction::More, share: true, values, different: 0, rounds: None, keys: Vec::new() }
    }

    /// A mean that should stay the same.
    pub fn constant(name: &str, values: Moments) -> Statistic {
        Statistic { name: name.to_owned(), better: Direction::Neither, share: false, values, different: 0, rounds: None, keys: Vec::new() }
    }
}

/// Which change of a statistic is a regression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// A lower value.
    More,
    /// A higher value.
    Less,
    /// Any other value: it describes a game, which should not change.
    Neither,
}
