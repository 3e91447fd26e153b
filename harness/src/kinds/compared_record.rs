//! A kind's part in the comparison of two runs, record by record.

use super::Direction;

/// The terms of a comparison of two runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// The numbers that are compared.
    pub outcomes: &'static [Outcome],
    /// The unit of work of [`Spending`]: `iteration`.
    pub unit: &'static str,
    /// The clock that measures it: `processor time`.
    pub clock: &'static str,
}

/// A number of records by which two runs are compared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Its name.
    pub name: &'static str,
    /// Which direction is better.
    pub better: Direction,
    /// Whether it is a share, in [0, 1]: shares are averaged over cells, other numbers are not.
    pub share: bool,
}

/// A record for comparisons.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ComparedRecord {
    /// One value per [`Outcome`]; `None` if the task has no result.
    pub values: Vec<Option<f64>>,
    /// Equal for records of the same game and different for others, up to hash collisions; 0 if records cannot repeat each other.
    pub key: u64,
    /// The effort of each participant.
    pub spent: Vec<Spending>,
}

/// The effort of one participant of a cell in a task.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spending {
    /// The participant; 0 if the kind has none.
    pub participant: usize,
    /// The amount of work, in the kind's unit: iterations or random games.
    pub work: f64,
    /// Its time in microseconds: processor time if recorded, else wall time.
    pub micros: f64,
    /// The peak memory of its tree or tables in bytes; 0 if unknown.
    pub bytes: f64,
}

/// The first difference between the moves of two records of the same task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// The number of the first word of the moves that differs, from 1: a whole move by a player or an outcome of chance.
    pub ply: usize,
    /// The move in the first run; `the end` if the game was over.
    pub first: String,
    /// The move in the second run.
    pub second: String,
    /// Who moves in the position before it: `player 1`, `chance`; empty if the moves cannot be played again.
    pub mover: String,
    /// The position before it, drawn, or why it cannot be drawn.
    pub drawing: String,
}
