//! The threads of a run: workers, the one that writes, and the one that watches.

use super::board::Board;
use super::progress::{self, Watch};
use super::queue::Queue;
use super::worker::{Shared, work};
use super::{Outcome, RunEnd, RunError, RunOptions};
use crate::plan::Plan;
use crate::store::{Store, physical_cores};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

/// Plays the tasks that are not in the store yet, and stores them.
///
/// # Errors
/// If the store cannot be read or written, if agents cannot be built, or if budgets of wall time would have to share cores.
pub fn execute(plan: &Plan, store: &mut Store, options: &RunOptions) -> Result<Outcome, RunError> {
    let workers = options.threads.max(1);
    check_timed_budgets(plan, workers, options)?;
    let done = store.done(plan)?;
    let records = store.records(plan)?;
    let board = Board::new(plan.experiment.cells.len(), workers);
    let done_before = done.count();
    let shared = Shared {
        plan,
        options,
        queue: Queue::new(plan, &done),
        records: &records,
        board: &board,
        halt: AtomicBool::new(false),
        first_failure: Mutex::new(None),
    };
    let watch = Watch::new(plan, &board, done_before, options.progress);
    let (stored, worked) = thread::scope(|scope| {
        let writer = scope.spawn(|| store.write(&records).inspect_err(|_| shared.halt.store(true, Relaxed)));
        let watcher = scope.spawn(|| watch.run());
        let shared = &shared;
        let handles: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(shared, worker))).collect();
        let worked: Vec<_> = handles.into_iter().map(|handle| handle.join().unwrap_or(Err(RunError::Worker))).collect();
        records.close();
        let stored = writer.join();
        watch.end();
        // The watcher only shows things: nothing is lost if it failed.
        drop(watcher.join());
        (stored, worked)
    });
    let played = stored.map_err(|_| RunError::Worker)??;
    worked.into_iter().collect::<Result<Vec<()>, _>>()?;
    let planned = plan.len();
    let first_failure = shared.first_failure.into_inner().unwrap_or_else(|poison| poison.into_inner());
    let end = match first_failure {
        Some((task, message)) => RunEnd::Failed { task, message },
        None if done_before + played == planned => RunEnd::Complete,
        None => RunEnd::Stopped,
    };
    Ok(Outcome { end, planned, done_before, played, failures: board.failures.load(Relaxed) })
}

/// Wall time is worth what it says only to a worker with a core of its own.
fn check_timed_budgets(plan: &Plan, workers: usize, options: &RunOptions) -> Result<(), RunError> {
    if !plan.experiment.cells.iter().any(|cell| plan.experiment.kind.is_timed(cell)) {
        return Ok(());
    }
    let cores = physical_cores();
    if workers > cores && !options.force {
        return Err(RunError::TooManyWorkers { workers, cores });
    }
    progress::say("warning: budgets of wall time: the results are not exactly repeatable; the iterations spent are recorded");
    Ok(())
}
