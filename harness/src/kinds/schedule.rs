//! Which tasks of a plan are played next, where that depends on results: sequential tests, adaptive pairings.
//!
//! A plan lists all tasks that may ever be played. A schedule decides which of them are played, and which count. It is a pure function of
//! the records: it folds them in an order of its own, whatever the order in which they arrive, so that what it decides does not depend
//! on threads, interruptions or machines. Threads that would be idle may play tasks ahead of a decision. If they turn out not to be needed,
//! they stay in the run directory, but count for nothing.

use super::kind::DamagedCell;
use crate::kinds;
use crate::plan::{Plan, Task};
use crate::store::{FinishedTasks, Row, Store, StoreError};

/// Decides which tasks are played next.
pub trait Schedule: Send {
    /// Takes in a finished task of the plan. Every task comes once: those that are stored before anything is played, then those that are
    /// played, in any order. Tasks of a results file do not come: what they came to is known from [`SavedTasks`].
    fn record(&mut self, task: Task, row: &Row);

    /// What to do next. Each task is given out once, and none that has been recorded.
    fn next(&mut self) -> Next;

    /// Whether a task that has been recorded counts. As long as the schedule goes on, a task may begin to count later.
    fn counts(&self, task: Task) -> bool;

    /// How many further tasks are expected, and how many there are at most; for the display of progress only.
    fn left(&self) -> RemainingTasks;

    /// The state of a cell in a few words, for the display of progress only.
    fn state(&self, cell: usize) -> Option<String> {
        let _ = cell;
        None
    }

    /// Whether a cell needs no more tasks, for the display of progress only; `None` if that is not said of single cells.
    fn decided(&self, cell: usize) -> Option<bool> {
        let _ = cell;
        None
    }
}

/// How results decide which tasks of a plan are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Design {
    /// Not at all: every task is played.
    Fixed,
    /// Cell by cell, and this is what decides when a cell is stopped: `[stop]`.
    Sequential(&'static str),
    /// The results of all cells choose the next tasks.
    Adaptive {
        /// What chooses them: `the pairing of this tournament`.
        by: &'static str,
        /// Why a shard cannot be played by itself, and what to do instead.
        undealable: &'static str,
    },
}

impl Design {
    /// What goes on from the order of rounds, if anything does. A results file then keeps that order, and of every cell the first rounds
    /// without a gap only.
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

/// What a schedule says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Play this task.
    Task(Task),
    /// Tasks that are being played decide what comes next. Not allowed if there are none.
    Wait,
    /// Everything is decided.
    Done,
}

/// Tasks that are still to be played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RemainingTasks {
    /// The expected number.
    pub expected: f64,
    /// The largest number possible.
    pub most: u64,
}

/// Tasks whose records are not at hand, such as those of a results file.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedTasks {
    /// The tasks.
    pub done: FinishedTasks,
    /// How many of them failed.
    pub failed: u64,
    /// What each cell of the plan came to in them, as [`Summary::cells`](super::Summary::cells) gives it.
    pub cells: Vec<Option<Row>>,
}

/// The schedule of a plan, with everything recorded that is stored, but for tasks that are played `again`. `None` if all tasks are played, in the order of
/// the plan.
///
/// # Errors
/// If the records cannot be read.
///
/// # Panics
/// If what the cells came to elsewhere was not [checked](check) before.
pub fn schedule<'p>(
    plan: &'p Plan,
    elsewhere: Option<&SavedTasks>,
    store: &Store,
    again: Option<&FinishedTasks>,
) -> Result<Option<Box<dyn Schedule + 'p>>, StoreError> {
    let schedule = kinds::of(&plan.experiment).schedule(plan, elsewhere).expect("what cells came to elsewhere is checked when it is read");
    let Some(mut schedule) = schedule else { return Ok(None) };
    let mut rows = store.summary_rows(plan)?;
    for (cell, number, row) in rows.by_ref() {
        let task = Task { cell: cell as u32, number };
        let is_left_out = |done: &FinishedTasks| done.contains(task);
        if !elsewhere.is_some_and(|elsewhere| is_left_out(&elsewhere.done)) && !again.is_some_and(is_left_out) {
            schedule.record(task, &row);
        }
    }
    rows.check()?;
    Ok(Some(schedule))
}

/// Which of the stored tasks of a plan count, and everything that reads a run must go by this. `None` if all of them do.
///
/// # Errors
/// If the records cannot be read.
pub fn counted(plan: &Plan, elsewhere: Option<&SavedTasks>, store: &Store) -> Result<Option<FinishedTasks>, StoreError> {
    let Some(schedule) = schedule(plan, elsewhere, store, None)? else { return Ok(None) };
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

/// Whether a schedule can go on from these tasks.
///
/// # Errors
/// The cell and the column that do not fit.
pub fn check(plan: &Plan, elsewhere: &SavedTasks) -> Result<(), DamagedCell> {
    kinds::of(&plan.experiment).schedule(plan, Some(elsewhere)).map(drop)
}
