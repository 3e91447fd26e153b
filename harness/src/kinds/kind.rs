//! What every kind must do.

use crate::experiment::{Cell, Experiment, KindRules};
use crate::plan::TaskSeed;
use treebench_games::params::ParamError;
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

/// A kind of experiment: how its tasks are played, recorded and reported.
pub trait Kind: KindRules {
    /// The columns of its table.
    fn columns(&self) -> &'static [Column];

    /// The names of the columns that [`Kind::report`] reads, all unless the kind says otherwise. Leaving out long texts makes
    /// reports of large runs several times faster.
    fn report_columns(&self) -> Vec<&'static str> {
        self.columns().iter().map(|column| column.name).collect()
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
