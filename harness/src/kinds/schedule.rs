//! Chooses the tasks of a plan by results: sequential tests, adaptive pairings.
//!
//! A plan lists all tasks that may ever be played. A schedule decides which of them are played, and which count. It is a pure function of the
//! records: it folds them in a fixed order, whatever the order of arrival, so its decisions do not depend on threads, interruptions or machines. Idle
//! threads may play tasks ahead of a decision. If these turn out to be unnecessary, they stay in the run directory but do not count.

use super::damaged_cell::DamagedCell;
use crate::kinds;
use crate::plan::{Plan, Task};
use crate::store::{FinishedTasks, Row, Store, StoreError};

/// Decides which tasks are played next.
pub trait Schedule: Send {
    /// Adds a finished task of the plan. Every task is added once: first the stored ones, then those being played, in any order. Tasks of a results
    /// file are not added: their results are in [`SavedTasks`].
    fn record(&mut self, task: Task, row: &Row);

    /// The next step. Each task is given out once, and no recorded one.
    fn next(&mut self) -> Next;

    /// Whether a recorded task counts. While the schedule is open, a task may begin to count later.
    fn counts(&self, task: Task) -> bool;

    /// The expected and the maximum number of further tasks, for the progress display only.
    fn left(&self) -> RemainingTasks;

    /// The state of a cell in a few words, for the progress display only.
    fn state(&self, cell: usize) -> Option<String> {
        let _ = cell;
        None
    }

    /// Whether a cell needs no more tasks, for the progress display only; `None` if single cells are not decided.
    fn decided(&self, cell: usize) -> Option<bool> {
        let _ = cell;
        None
    }
}

/// How results choose the tasks of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Design {
    /// Not at all: every task is played.
    Fixed,
    /// Cell by cell, by this rule: `[stop]`.
    Sequential(&'static str),
    /// The results of all cells choose the next tasks.
    Adaptive {
        /// The chooser: `the pairing of this tournament`.
        by: &'static str,
        /// Why shards are impossible, and what to do instead.
        undealable: &'static str,
    },
}

impl Design {
    /// The part that continues from the order of rounds, if any. A results file then keeps that order, and of every cell only the first rounds
    /// without a gap.
    pub fn follows_order(self) -> Option<&'static str> {
        match self {
            Design::Fixed => None,
            Design::Sequential(by) | Design::Adaptive { by, .. } => Some(by),
        }
    }

    /// Whether the results of all cells choose the tasks.
    pub fn is_adaptive(self) -> bool {
        matches!(self, Design::Adaptive { .. })
    }
}

/// The next step of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Play this task.
    Task(Task),
    /// Wait for running tasks, which decide the next ones. Not allowed if none are running.
    Wait,
    /// Everything is decided.
    Done,
}

/// Remaining tasks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RemainingTasks {
    /// The expected number.
    pub expected: f64,
    /// The largest number possible.
    pub most: u64,
}

/// Tasks without records, such as those of a results file.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedTasks {
    /// The tasks.
    pub done: FinishedTasks,
    /// The number of failed tasks.
    pub failed: u64,
    /// The results of each cell of the plan in them, as in [`Summary::cells`](super::Summary::cells).
    pub cells: Vec<Option<Row>>,
}

/// The schedule of a plan with all stored tasks recorded, except those played `again`. `None` if all tasks are played, in plan order.
///
/// # Errors
/// If the records cannot be read.
///
/// # Panics
/// If the saved cells were not [checked](check) before.
pub fn schedule<'p>(
    plan: &'p Plan,
    saved: Option<&SavedTasks>,
    store: &Store,
    again: Option<&FinishedTasks>,
) -> Result<Option<Box<dyn Schedule + 'p>>, StoreError> {
    let schedule = kinds::of(&plan.experiment).schedule(plan, saved).expect("saved cells are checked when they are read");
    let Some(mut schedule) = schedule else { return Ok(None) };
    let mut rows = store.summary_rows(plan)?;
    for (cell, number, row) in rows.by_ref() {
        let task = Task { cell: cell as u32, number };
        let is_left_out = |done: &FinishedTasks| done.contains(task);
        if !saved.is_some_and(|saved| is_left_out(&saved.done)) && !again.is_some_and(is_left_out) {
            schedule.record(task, &row);
        }
    }
    rows.check()?;
    Ok(Some(schedule))
}

/// The stored tasks of a plan that count; every reader of a run must use this. `None` if all of them do.
///
/// # Errors
/// If the records cannot be read.
pub fn counted(plan: &Plan, saved: Option<&SavedTasks>, store: &Store) -> Result<Option<FinishedTasks>, StoreError> {
    let Some(schedule) = schedule(plan, saved, store, None)? else { return Ok(None) };
    let mut counted = FinishedTasks::nothing(plan);
    for (place, cell) in store.done(plan)?.cells.iter().enumerate() {
        let counts = |number: &u32| schedule.counts(Task { cell: place as u32, number: *number });
        cell.iter().filter(counts).for_each(|number| counted.cells[place].insert(number));
    }
    Ok(Some(counted))
}

/// The largest number of tasks that a run of the plan may play: all of them, unless results choose them.
pub fn most_tasks(plan: &Plan) -> u64 {
    let kind = kinds::of(&plan.experiment);
    let schedule = if kind.design(&plan.experiment).is_adaptive() { kind.schedule(plan, None).ok().flatten() } else { None };
    schedule.map_or_else(|| plan.len(), |schedule| schedule.left().most)
}

/// Whether a look at results of which this many tasks are done widens what is judged later: more is to be played, and no rule of `[stop]` allows for looks.
pub(crate) fn look_has_price(plan: &Plan, done: u64, schedule: Option<Box<dyn Schedule + '_>>) -> bool {
    match kinds::of(&plan.experiment).design(&plan.experiment) {
        Design::Fixed => done < plan.len(),
        Design::Sequential(_) => false,
        Design::Adaptive { .. } => schedule.is_some_and(|mut schedule| schedule.next() != Next::Done),
    }
}

/// Checks that a schedule can continue from these tasks.
///
/// # Errors
/// The cell and the column that do not fit.
pub fn check(plan: &Plan, saved: &SavedTasks) -> Result<(), DamagedCell> {
    kinds::of(&plan.experiment).schedule(plan, Some(saved)).map(drop)
}
