//! One cell of the grid, and the key under which its finished work is found again.

use super::{AxisValue, GameChoice, Participant};
use std::fmt;
use std::sync::Arc;
use treebench_games::params::Values;

/// What identifies a cell's results: a hash of everything that can change their outcome.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellKey(pub [u8; 16]);

impl fmt::Display for CellKey {
    /// 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for CellKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One cell: the same question asked `games_per_cell` times.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What its results are stored under.
    pub key: CellKey,
    /// The text that the key is the hash of; `plan` compares two of them to say why a task would be played again.
    pub canonical: String,
    /// The game.
    pub game: GameChoice,
    /// All settings of the kind (the table named after it). Cells with the same ones share them.
    pub settings: Arc<Values>,
    /// Who takes part: the candidate first, then its opponents. As many as the game has players in a match.
    pub participants: Vec<Participant>,
    /// Where it stands in the grid, one value per axis, in the order of the axes.
    pub axes: Vec<AxisValue>,
}

/// A combination that makes no sense, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Excluded {
    /// Where it would stand in the grid.
    pub axes: Vec<AxisValue>,
    /// The reason, from the constraint or from the agent.
    pub reason: String,
}
