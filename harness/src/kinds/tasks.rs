//! The tasks of a kind: how they are played, recorded and compared.

use super::{ComparedRecord, Divergence, SharedRounds, Terms};
use crate::experiment::{Cell, Experiment};
use crate::plan::TaskSeed;
use crate::store::{Column, DerivedColumn, Row};
use treebench_games::params::ParamError;

/// The tasks of cells: games, searches, blocks of random games. Kinds with the same tasks share it.
pub trait Tasks: Sync {
    /// The columns of a record, as [`record!`](crate::store::Record) declares them.
    fn columns(&self) -> &'static [Column];

    /// A player of this cell's tasks for one worker thread, which keeps agents and buffers from task to task.
    ///
    /// # Errors
    /// If an agent cannot be built for the game.
    fn player(&self, cell: &Cell) -> Result<Box<dyn TaskPlayer>, ParamError>;

    /// The wall time of a task in microseconds, for choosing cheap ones to replay; 0 if its record cannot be read.
    fn micros(&self, row: &Row) -> u64;

    /// The terms by which two runs are compared, record by record.
    fn terms(&self) -> Terms;

    /// The outcomes of the [terms](Self::terms) and the effort in this record.
    fn compared(&self, cell: &Cell, row: &Row) -> ComparedRecord;

    /// What the first `rounds` rounds of a cell, by [`Cell::round`], share with those of other cells.
    fn shared_rounds(&self, experiment: &Experiment, cell: &Cell, rounds: usize) -> SharedRounds {
        let _ = (experiment, rounds);
        SharedRounds::by_seed(cell)
    }

    /// Where the moves of two records of the same task diverge; `None` if they are the same, or not recorded.
    fn divergence(&self, cell: &Cell, first: &Row, second: &Row) -> Option<Divergence> {
        let _ = (cell, first, second);
        None
    }

    /// A contradiction between a record and the plan or its own moves, found without replaying the task. `None` if there is none, or if records
    /// cannot be checked this way.
    fn contradiction(&self, cell: &Cell, task: u32, seed: TaskSeed, row: &Row) -> Option<String> {
        let _ = (cell, task, seed, row);
        None
    }

    /// Whether the scores of agents ended a game.
    fn is_adjudicated(&self, row: &Row) -> bool {
        let _ = row;
        false
    }

    /// The natural end of an adjudicated game, or why it has none; `None` if it was not adjudicated.
    fn play_on(&self, cell: &Cell, seed: TaskSeed, row: &Row) -> Option<Result<NaturalEnd, String>> {
        let _ = (cell, seed, row);
        None
    }

    /// Why a task failed: the agent, the kind of failure, and what happened, each empty if unknown; `None` if nothing failed.
    fn reason(&self, cell: &Cell, row: &Row) -> Option<(String, String, String)> {
        let _ = cell;
        let place = self.columns().iter().position(|column| column.name == "message")?;
        let message = row.get(place)?.to_string();
        (!message.is_empty()).then(|| (String::new(), String::new(), message))
    }

    /// The record of a task that was begun and has no other, by kinds that keep failed records of tasks that are played again.
    fn abandoned(&self) -> Option<Row> {
        None
    }

    /// Whether records are games that can be replayed: those of `match`.
    fn are_games(&self) -> bool {
        false
    }

    /// Values that exports compute from records, in addition to the stored ones.
    fn derived(&self, cells: &[Cell]) -> Vec<DerivedColumn> {
        let _ = cells;
        Vec::new()
    }

    /// In words, how a cell's tasks begin if not at the start of the game, for `bench plan`.
    fn beginning(&self, cell: &Cell, tasks: u32) -> Option<String> {
        let _ = (cell, tasks);
        None
    }
}

/// Plays the tasks of one cell, one after another, on one thread.
pub trait TaskPlayer: Send {
    /// Plays one task. Failures of agents are part of the record and never an error of this function.
    fn play(&mut self, task: u32, seed: TaskSeed) -> PlayedTask;
}

/// An adjudicated game continued to its end.
#[derive(Clone, PartialEq, Debug)]
pub struct NaturalEnd {
    /// The scores by adjudication, per seat.
    pub recorded: Vec<f64>,
    /// The scores at the natural end.
    pub natural: Vec<f64>,
}

/// A task that has been played.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedTask {
    /// The record.
    pub row: Row,
    /// The candidate's result on the scale [0, 1], for the progress line; `None` without one.
    pub result: Option<f64>,
    /// The failure, if any.
    pub failure: Option<String>,
}
