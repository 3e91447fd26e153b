//! What every kind must do.

use crate::experiment::{Cell, CellKey, Experiment};
use std::fmt;
use treebench_games::Rng;
use treebench_games::params::{ParamError, ParamSpec};
use treebench_reports::Report;

/// The type of a column of the kind's table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// A whole number.
    Integer,
    /// A number.
    Real,
    /// A text. Lists are texts in JSON.
    Text,
}

/// A column of the table in which a kind stores its rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name: the SQL column, the CSV heading, the JSON key.
    pub name: &'static str,
    /// Its type.
    pub kind: ColumnType,
    /// What it means, with its unit.
    pub doc: &'static str,
    /// Whether the value is a pure function of the plan's entry under a counted budget; times are not.
    pub reproducible: bool,
}

/// One stored value.
#[derive(Clone, PartialEq, Debug)]
pub enum Field {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// A text.
    Text(String),
}

/// What one task left behind, one field per column.
pub type Row = Vec<Field>;

/// Where a task's randomness comes from: the experiment's seed, the cell's key, and the task's number.
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

/// A kind of experiment.
pub trait Kind: Sync {
    /// Its name in `kind = "…"`, and that of the table with its settings.
    fn name(&self) -> &'static str;

    /// What it measures, in one line.
    fn doc(&self) -> &'static str;

    /// Its settings: the keys of the table named after it. Every cell has all of them at one value ([`Cell::settings`]); a list in the
    /// file is an axis of the grid.
    fn settings(&self) -> Vec<ParamSpec>;

    /// Whether there is such a cell at all: a setting may make sense for some games only. What does not suit is left out of
    /// the grid, with the reason; a value of a setting that suits no game is an error.
    ///
    /// # Errors
    /// The reason, with the setting.
    fn suits(&self, cell: &Cell) -> Result<(), ParamError> {
        let _ = cell;
        Ok(())
    }

    /// Whether a cell makes sense for this kind: number of players, chance, budgets, tasks per cell.
    ///
    /// # Errors
    /// What is wrong, as a whole sentence.
    fn accepts(&self, cell: &Cell, tasks_per_cell: u32) -> Result<(), ParamError>;

    /// Whether a clock decides when tasks of this cell end, so that workers must not share cores.
    fn is_timed(&self, cell: &Cell) -> bool {
        cell.participants.iter().any(|participant| !participant.budget.is_counted())
    }

    /// The columns of its table.
    fn columns(&self) -> &'static [Column];

    /// The names of the columns that [`Kind::report`] reads, all unless the kind says otherwise. Leaving out long texts makes
    /// reports of large runs several times faster.
    fn report_columns(&self) -> Vec<&'static str> {
        self.columns().iter().map(|column| column.name).collect()
    }

    /// The number that the task's seed is derived from; tasks that share it share their randomness (a pair with seats swapped).
    fn seed_index(&self, cell: &Cell, task: u32) -> u32 {
        let _ = cell;
        task
    }

    /// The key that the seeds of a cell's tasks are derived from, that of the cell unless the kind says otherwise: cells with the
    /// same one share their randomness, task by task. `seed` is the experiment's.
    fn seed_key(&self, cell: &Cell, seed: u64) -> CellKey {
        let _ = seed;
        cell.key
    }

    /// A player of this cell's tasks for one worker thread, which keeps agents and buffers from task to task.
    ///
    /// # Errors
    /// If an agent cannot be built for the game.
    fn player(&self, cell: &Cell) -> Result<Box<dyn TaskPlayer>, ParamError>;

    /// The result of a row for the candidate on the scale [0, 1], for the progress line; `None` if it has none (a failure).
    fn score(&self, cell: &Cell, row: &Row) -> Option<f64>;

    /// What the rows say. `rows` gives (index of the cell, number of the task, row), sorted by both; they are streamed, so
    /// that memory does not grow with their number. Columns that [`Kind::report_columns`] leaves out may hold empty texts.
    ///
    /// # Errors
    /// A file with printed values that cannot be read: names the file and the line.
    fn report(&self, experiment: &Experiment, rows: &mut dyn Iterator<Item = (usize, u32, Row)>) -> Result<Report, String>;
}

/// Plays the tasks of one cell, one after another, on one thread.
pub trait TaskPlayer: Send {
    /// Plays one task. Failures of agents are part of the row and never an error of this function.
    fn play(&mut self, task: u32, seed: TaskSeed) -> Row;
}
