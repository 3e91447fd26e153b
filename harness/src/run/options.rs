//! The options of a run, its outcome, its errors, and how Ctrl-C or a time limit stops it.

use super::affinity::Affinity;
use super::messages::say;
use crate::kinds::SavedTasks;
use crate::store::{FinishedTasks, StoreError};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::{self, Builder};
use std::time::Duration;

/// How a run shows its progress, always on the standard error stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProgressStyle {
    /// A progress bar on a terminal, plain lines elsewhere.
    #[default]
    Auto,
    /// Nothing but warnings.
    Silent,
}

/// How to run a plan. No option changes a row.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Worker threads, at least 1.
    pub threads: usize,
    /// End the run once this many tasks have failed in it; 1 ends it at the first failure.
    pub max_failures: Option<u64>,
    /// Play stored tasks without a result again. The failed records are kept as attempts.
    pub retry_failed: bool,
    /// Allow more workers than cores, and a busy machine, even for budgets of wall time.
    pub force: bool,
    /// The processors to which workers are bound; any if there are none.
    pub affinity: Option<Arc<Affinity>>,
    /// How progress is shown.
    pub progress: ProgressStyle,
    /// Tasks of the plan that a results file holds. They are not played.
    pub finished: Option<Arc<SavedTasks>>,
    /// The subset of tasks to play, such as those of a shard; `None` for the whole plan. Schedules ignore it.
    pub only: Option<Arc<FinishedTasks>>,
    /// Set from outside to start no more tasks; running tasks are finished and stored.
    pub stop: Arc<AtomicBool>,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            threads: 1,
            max_failures: None,
            retry_failed: false,
            force: false,
            affinity: None,
            progress: ProgressStyle::Auto,
            finished: None,
            only: None,
            stop: Arc::default(),
        }
    }
}

/// Why a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// Every task of the plan is stored, or every task its schedule asks for.
    Complete,
    /// It was asked to stop.
    Stopped,
    /// The number of failures reached [`RunOptions::max_failures`].
    Failed {
        /// The id of the task that reached it.
        task: String,
        /// Its message.
        message: String,
    },
}

/// The outcome of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Why it ended.
    pub end: RunEnd,
    /// Tasks in the plan, or in [`RunOptions::only`].
    pub planned: u64,
    /// Whether a schedule decides which of them are played, so that there may be fewer.
    pub scheduled: bool,
    /// Tasks that were finished before, failed ones included.
    pub done_before: u64,
    /// Tasks among these that failed and so have no result.
    pub failed_before: u64,
    /// Tasks played and stored by this run.
    pub played: u64,
    /// Tasks among these without a result, because an agent or the game failed.
    pub failures: u64,
    /// Games among these that count as lost by the agent that failed.
    pub lost: u64,
}

/// Why a run could not start or continue. Stored records stay.
#[derive(Debug)]
pub enum RunError {
    /// The run directory cannot be read or written.
    Store(StoreError),
    /// Budgets of wall time, and more workers than cores.
    TooManyWorkers {
        /// Workers asked for.
        workers: usize,
        /// Available cores.
        cores: usize,
    },
    /// Budgets of wall time, and other programs on the cores.
    BusyMachine {
        /// Workers asked for.
        workers: usize,
        /// Tenths of cores that are idle.
        idle: u32,
        /// Available cores.
        cores: usize,
    },
    /// The agents of a cell cannot be built.
    Players {
        /// The cell.
        cell: String,
        /// Why not.
        reason: String,
    },
    /// This build plays stored tasks of another build differently.
    Changed {
        /// Which tasks, and where they differ.
        message: String,
        /// The run directory.
        dir: PathBuf,
    },
    /// This build plays tasks of a results file differently from the build that played them.
    ChangedFile {
        /// Which tasks.
        message: String,
    },
    /// A worker thread panicked: a fault of the harness.
    Worker,
    /// A schedule waits for nothing: a fault of the harness.
    Schedule,
    /// The system refuses to start threads.
    Threads(std::io::Error),
}

impl RunError {
    /// Whether every task that was begun is stored all the same, so that the session counts as one with an end.
    pub fn stored_all(&self) -> bool {
        match self {
            RunError::Store(_) | RunError::Worker | RunError::Schedule => false,
            RunError::TooManyWorkers { .. }
            | RunError::BusyMachine { .. }
            | RunError::Players { .. }
            | RunError::Changed { .. }
            | RunError::ChangedFile { .. }
            | RunError::Threads(_) => true,
        }
    }
}

impl From<StoreError> for RunError {
    fn from(error: StoreError) -> Self {
        RunError::Store(error)
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Store(error) => error.fmt(f),
            RunError::TooManyWorkers { workers, cores } => write!(
                f,
                "{workers} workers on {cores} cores would compete for the time of budgets of wall time or of measured speeds; \
                 use --threads {cores}, or --force to run anyway"
            ),
            RunError::BusyMachine { workers, idle, cores } => write!(
                f,
                "the machine is busy: {}.{} of {cores} cores are idle, but budgets of wall time need a core for every worker, here \
                 {workers}\nhelp: clock = \"cpu\" in [match] counts processor time instead; --threads sets fewer workers; --force runs \
                 anyway, and the report states the share of a core that agents got",
                idle / 10,
                idle % 10
            ),
            RunError::Players { cell, reason } => write!(f, "cell `{cell}` cannot be played: {reason}"),
            RunError::Threads(error) => {
                write!(f, "cannot start threads ({error}); raise the limits on processes and memory")
            }
            RunError::Changed { message, dir } => write!(
                f,
                "{message}\nthe results in `{}` were played by other code; replay them with --fresh, or mix old and new with \
                 --accept-mixed, which the report will state",
                dir.display()
            ),
            RunError::ChangedFile { message } => write!(
                f,
                "{message}\nthe rows of the file were played by other code; start a new file, or mix old and new with --accept-mixed, \
                 which the report will state"
            ),
            RunError::Schedule => {
                f.write_str("internal error: the schedule waits although nothing is being played; the stored results are intact")
            }
            RunError::Worker => f.write_str("internal error: a worker thread panicked; the stored results are intact"),
        }
    }
}

impl std::error::Error for RunError {}

/// The exit code of a process that was interrupted from the keyboard, by the convention of shells.
pub const INTERRUPTED: u8 = 130;

/// Sets `stop` when the user presses Ctrl-C, and ends the process when it is pressed again. Stored records are intact in either case.
///
/// Does nothing if the process handles the signal already.
pub fn stop_on_ctrl_c(stop: &Arc<AtomicBool>) {
    let stop = Arc::clone(stop);
    let handler = move || {
        if stop.swap(true, SeqCst) {
            std::process::exit(i32::from(INTERRUPTED));
        }
        say("interrupted: finishing and storing the running games; press Ctrl-C again to stop at once");
    };
    // Without a handler, Ctrl-C ends the process at once; the store survives that.
    drop(ctrlc::set_handler(handler));
}

/// Sets `stop` after this time, as Ctrl-C does.
///
/// # Errors
/// [`RunError::Threads`] if no thread can wait for it.
pub fn stop_after(stop: &Arc<AtomicBool>, time: Duration) -> Result<(), RunError> {
    let stop = Arc::clone(stop);
    let wait = move || {
        thread::sleep(time);
        if !stop.swap(true, SeqCst) {
            say("the time of --for is over: the games that are running are finished and stored");
        }
    };
    // Nobody waits for it: a run that is complete ends before.
    Builder::new().name("time limit".to_owned()).spawn(wait).map(drop).map_err(RunError::Threads)
}
