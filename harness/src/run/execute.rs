//! The threads of a run: the workers, the writer and the watcher.

use super::messages::say;
use super::progress::ProgressWatcher;
use super::queue::Queue;
use super::shared_progress::SharedProgress;
use super::worker::{SharedState, work};
use super::{Outcome, RunEnd, RunError, RunOptions};
use crate::embedding::in_thread;
use crate::kinds;
use crate::plan::Plan;
use crate::store::{FinishedTasks, Journal, Store};
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Builder};

/// Plays the tasks that are neither stored nor saved elsewhere, and stores them.
///
/// # Errors
/// If the store cannot be read or written, or if agents cannot be built.
pub fn execute(plan: &Plan, store: &mut Store, options: &RunOptions) -> Result<Outcome, RunError> {
    let workers = options.threads.max(1);
    let only = options.only.as_deref();
    let Earlier { done, failed, again } = Earlier::new(plan, store, options)?;
    let schedule = kinds::schedule(plan, options.finished.as_deref(), store, again.as_ref())?;
    // Before the cells are registered: what was begun in results that are gone tells nothing of these.
    let journal = Journal::open(store, plan, kinds::of(&plan.experiment).tasks().abandoned())?;
    let records = store.records(plan)?.replacing(&again.unwrap_or_default());
    let records = if journal.is_kept() { records.at_once() } else { records };
    let board = SharedProgress::new(plan.experiment.cells.len(), workers);
    let shared = SharedState {
        plan,
        options,
        queue: Queue::new(plan, &done, only, schedule),
        records: &records,
        journal: &journal,
        board: &board,
        halt: AtomicBool::new(false),
        first_failure: Mutex::new(None),
    };
    let before = done.cells.iter().map(|cell| u64::from(cell.count())).collect();
    let watch = ProgressWatcher::new(plan, &shared, before, failed);
    let played = play(&shared, store, &watch, workers)?;
    journal.close()?;
    let (planned, done_before) = (only.map_or_else(|| kinds::most_tasks(plan), FinishedTasks::count), done.count());
    let complete = match shared.queue.is_decided() {
        Some(decided) => decided.map_err(|()| RunError::Schedule)?,
        None => done_before + played == planned,
    };
    let scheduled = shared.queue.left().is_some();
    let first_failure = shared.first_failure.into_inner().unwrap_or_else(|poison| poison.into_inner());
    let end = match first_failure {
        Some((task, message)) => RunEnd::Failed { task, message },
        None if complete => RunEnd::Complete,
        None => RunEnd::Stopped,
    };
    let lost = board.lost.load(Relaxed);
    Ok(Outcome { end, planned, scheduled, done_before, failed_before: failed, played, failures: board.failures.load(Relaxed) - lost, lost })
}

/// The results that exist before a run.
struct Earlier {
    /// The tasks that are not played.
    done: FinishedTasks,
    /// How many of them failed.
    failed: u64,
    /// The failed tasks that are played again.
    again: Option<FinishedTasks>,
}

impl Earlier {
    fn new(plan: &Plan, store: &Store, options: &RunOptions) -> Result<Earlier, RunError> {
        let mut done = store.done(plan)?;
        let failed = store.failed(plan)?;
        let again = options.retry_failed.then(|| FinishedTasks::of(plan, failed.iter().copied()));
        if let Some(again) = &again {
            done.remove(again);
        }
        let saved = options.finished.as_deref();
        let is_saved = |task| saved.is_some_and(|saved| saved.done.contains(task));
        let failed_here = failed.into_iter().filter(|task| done.contains(*task) && !is_saved(*task)).count() as u64;
        if let Some(saved) = saved {
            done.merge(&saved.done);
        }
        if let Some(only) = options.only.as_deref() {
            done.retain(only);
        }
        Ok(Earlier { done, failed: failed_here + saved.map_or(0, |saved| saved.failed), again })
    }
}

/// Runs the threads until no task is left or the run is to stop; the number of tasks played.
fn play(shared: &SharedState<'_>, store: &mut Store, watch: &ProgressWatcher<'_, '_>, workers: usize) -> Result<u64, RunError> {
    let (stored, worked) = thread::scope(|scope| {
        let write = || {
            store.write(shared.records).inspect_err(|error| {
                shared.halt.store(true, Relaxed);
                // The running games may take a long time to end.
                say(&format!("the run is ending: {error}"));
            })
        };
        let writer = Builder::new().name("writer".to_owned()).spawn_scoped(scope, write).map_err(RunError::Threads)?;
        // The watcher only shows progress, so the run can do without it.
        let watcher = Builder::new().name("watcher".to_owned()).spawn_scoped(scope, || watch.run());
        let start = |worker| {
            Builder::new().name(format!("worker {worker}")).spawn_scoped(scope, move || {
                if let Some(affinity) = &shared.options.affinity {
                    affinity.bind(worker);
                }
                in_thread(|| work(shared, worker))
            })
        };
        let (handles, refused) = start_some((0..workers).map(start));
        let worked = match (handles.len(), refused) {
            (0, Some(error)) => vec![Err(RunError::Threads(error))],
            (started, refused) => {
                if let Some(error) = refused {
                    say(&format!("warning: cannot start more threads ({error}): {started} of {workers} workers are running"));
                }
                handles.into_iter().map(|handle| handle.join().unwrap_or(Err(RunError::Worker))).collect()
            }
        };
        shared.records.close();
        let stored = writer.join();
        watch.end();
        drop(watcher.map(thread::ScopedJoinHandle::join));
        Ok::<_, RunError>((stored, worked))
    })?;
    let played = stored.map_err(|_| RunError::Worker)??;
    worked.into_iter().collect::<Result<Vec<()>, _>>()?;
    Ok(played)
}

/// The threads that were started, and the error of the first that was not.
fn start_some<T>(threads: impl Iterator<Item = io::Result<T>>) -> (Vec<T>, Option<io::Error>) {
    let mut started = Vec::new();
    for thread in threads {
        match thread {
            Ok(thread) => started.push(thread),
            Err(error) => return (started, Some(error)),
        }
    }
    (started, None)
}
