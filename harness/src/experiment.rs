//! A resolved experiment: every name looked up once, every parameter checked, nothing left to default.

mod cell;
mod participant;

pub use cell::{AxisValue, Cell, CellKey, Excluded};
pub use participant::{GameChoice, Participant};

use std::path::PathBuf;
use treebench_games::params::Values;

/// A whole experiment as a value. What it holds is all that its plan depends on.
pub struct Experiment {
    /// Its name; the default run directory is `results/NAME`.
    pub name: String,
    /// The question that it answers: the comment at the top of the TOML file, or `question = "…"`.
    pub question: String,
    /// The kind, as in [`kinds`](crate::kinds).
    pub kind: &'static dyn crate::kinds::Kind,
    /// The seed of all its randomness.
    pub seed: u64,
    /// Tasks per cell.
    pub games_per_cell: u32,
    /// The kind's own settings (the table named after the kind), defaults filled in.
    pub settings: Values,
    /// The cells in the order of the grid.
    pub cells: Vec<Cell>,
    /// The combinations left out, with the reason.
    pub excluded: Vec<Excluded>,
    /// Files with reference values, resolved against the TOML file's folder.
    pub references: Vec<PathBuf>,
    /// The resolved TOML: every default written out, no includes, no profile; it is stored with the results.
    pub resolved_toml: String,
}
