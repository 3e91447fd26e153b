//! A worker thread: takes a task, plays it, and hands the row over.

use super::queue::Queue;
use super::shared_progress::{SharedProgress, cell_label};
use super::{RunError, RunOptions};
use crate::kinds::{self, PlayedTask, TaskPlayer};
use crate::plan::{Plan, Task};
use crate::store::{Journal, Records};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use treebench_agents::engines::IdleEngines;

/// The number of players that a worker keeps. Trees can be large, and the plan returns to a cell only after all others.
const KEPT_PLAYERS: usize = 8;
/// The same where engines play, which wait for the next cell by themselves.
const KEPT_WITH_ENGINES: usize = 1;

/// The shared state of a run's workers.
pub(super) struct SharedState<'r> {
    pub(super) plan: &'r Plan,
    pub(super) options: &'r RunOptions,
    pub(super) queue: Queue<'r>,
    pub(super) records: &'r Records,
    pub(super) journal: &'r Journal,
    pub(super) board: &'r SharedProgress,
    /// Set on an error: no more tasks are started.
    pub(super) halt: AtomicBool,
    /// The failure that ended the run, if any: the task's id and what happened.
    pub(super) first_failure: Mutex<Option<(String, String)>>,
}

impl SharedState<'_> {
    fn may_go_on(&self) -> bool {
        !self.halt.load(Relaxed) && !self.options.stop.load(Relaxed)
    }
}

/// Halts the run if a worker panics, so that the others do not wait for its task.
struct HaltOnPanic<'r>(&'r AtomicBool);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// Works until no task is left or the run is to stop.
pub(super) fn work(shared: &SharedState<'_>, worker: usize) -> Result<(), RunError> {
    let _halt = HaltOnPanic(&shared.halt);
    let mut players = Players::new();
    let slot = &shared.board.workers[worker];
    while shared.may_go_on() {
        let Some(task) = shared.queue.take(|| shared.may_go_on()) else { break };
        slot.begin(task);
        let player = players.of(shared.plan, task.cell).inspect_err(|_| shared.halt.store(true, Relaxed))?;
        shared.journal.begin(task).inspect_err(|_| shared.halt.store(true, Relaxed))?;
        let PlayedTask { row, result, failure } = player.play(task.number, shared.plan.seed(task));
        slot.end();
        shared.board.add(task, result, failure.is_some());
        if let Some(message) = failure
            && shared.options.max_failures.is_some_and(|most| shared.board.failures.load(Relaxed) >= most)
        {
            note_failure(shared, task, message);
        }
        shared.queue.finish(task, &row);
        // The writer reports the cause.
        if shared.records.send(task, row).is_err() {
            break;
        }
    }
    Ok(())
}

fn note_failure(shared: &SharedState<'_>, task: Task, message: String) {
    let mut first = shared.first_failure.lock().unwrap_or_else(PoisonError::into_inner);
    first.get_or_insert_with(|| (shared.plan.id(task), message));
    shared.halt.store(true, Relaxed);
}

/// The players of the cells played last.
pub(super) struct Players {
    kept: Vec<(u32, Box<dyn TaskPlayer>)>,
    /// The index of the player used last.
    last: usize,
    /// Dropped after the players, whose engines wait here.
    _engines: IdleEngines,
}

impl Players {
    pub(super) fn new() -> Players {
        Players { kept: Vec::new(), last: 0, _engines: IdleEngines::kept() }
    }

    pub(super) fn of(&mut self, plan: &Plan, cell: u32) -> Result<&mut dyn TaskPlayer, RunError> {
        match self.kept.iter().position(|(kept, _)| *kept == cell) {
            Some(place) => self.last = place,
            None => {
                let experiment = &plan.experiment;
                let described = &experiment.cells[cell as usize];
                let player = kinds::of(experiment)
                    .tasks()
                    .player(described)
                    .map_err(|error| RunError::Players { cell: cell_label(described), reason: error.to_string() })?;
                let engines = described.participants.iter().any(|participant| participant.engine().is_some());
                if self.kept.len() < if engines { KEPT_WITH_ENGINES } else { KEPT_PLAYERS } {
                    self.last = self.kept.len();
                    self.kept.push((cell, player));
                } else {
                    // Cells recur in turn, so the one used most recently is needed again last.
                    self.kept[self.last] = (cell, player);
                }
            }
        }
        Ok(self.kept[self.last].1.as_mut())
    }
}
