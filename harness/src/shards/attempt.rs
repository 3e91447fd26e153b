//! Plays a shard on a local disk, and writes its file into the run's directory every few minutes and at the end.

use super::folder::{SHARDS, belongs, files_of, looks_in};
use crate::experiment::CellKey;
use crate::kinds::{self, Design};
use crate::plan::{Deal, Plan, Shard, Task};
use crate::run::{Outcome, RunEnd, RunError, RunOptions, execute, say};
use crate::saved::shard::{ShardFile, ShardHeader, shard_file_name, this_attempt, write_shard_file};
use crate::store::{Build, FinishedTasks, MergeError, Merger, RESOLVED, Store, StoreError, write_atomically};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, Builder};
use std::time::Duration;

/// The interval of checks for a stop request: a checkpoint is then written at once, since a scheduler may kill it soon.
const BEAT: Duration = Duration::from_millis(200);

/// An attempt at a shard.
pub struct Attempt {
    /// The plan; where whole cells are dealt, with those of the shard only.
    plan: Plan,
    /// The tasks of the shard; `None` if they are all of the plan's.
    only: Option<Arc<FinishedTasks>>,
    /// The file of this attempt in the run's directory.
    file: PathBuf,
    store: Store,
    header: ShardHeader,
    /// Removed when everything else is closed.
    scratch: Scratch,
}

/// The run directory of an attempt, on a disk of this machine.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // A directory that stays behind costs space and nothing else.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// How an attempt ended.
pub struct ShardOutcome {
    /// As that of a run.
    pub run: Outcome,
    /// Records in the file.
    pub records: u64,
    /// The file in the run's directory.
    pub file: PathBuf,
}

/// Why a shard cannot be played. What was played stays in the scratch directory, and up to the last checkpoint in the run's.
#[derive(Debug)]
pub enum ShardError {
    /// A file cannot be read or written.
    Store(StoreError),
    /// A shard file of the same name belongs to something else.
    Foreign {
        /// The file.
        path: PathBuf,
        /// Its actual content.
        reason: String,
    },
    /// The file of an earlier attempt cannot be used.
    Earlier {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: MergeError,
    },
    /// Results of all shards choose the tasks: why, and what to do instead.
    Adaptive(&'static str),
    /// The run failed.
    Run(RunError),
    /// The records are in the scratch directory only.
    Unpublished {
        /// The directory.
        scratch: PathBuf,
        /// Why.
        error: StoreError,
    },
}

impl From<StoreError> for ShardError {
    fn from(error: StoreError) -> Self {
        ShardError::Store(error)
    }
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShardError::Store(error) => error.fmt(f),
            ShardError::Foreign { path, reason } => {
                write!(f, "`{}` cannot be used: {reason}; choose another directory with --out, or remove the file", path.display())
            }
            ShardError::Earlier { path, error } => write!(f, "`{}`: {error}", path.display()),
            ShardError::Adaptive(why) => f.write_str(why),
            ShardError::Run(error) => error.fmt(f),
            ShardError::Unpublished { scratch, error } => {
                write!(f, "{error}\nfinished tasks are in `{0}`: `bench merge {0} --into RUN` adds them to a run", scratch.display())
            }
        }
    }
}

impl std::error::Error for ShardError {}

impl Attempt {
    /// Prepares an attempt: finds what earlier ones have played, and writes a first file without records, so that a directory that cannot be
    /// written is noticed before anything is played.
    ///
    /// # Errors
    /// If the plan cannot be dealt, or the run's directory cannot be read or written.
    pub fn new(plan: &Plan, shard: Shard, run: &Path, scratch: Option<&Path>) -> Result<Attempt, ShardError> {
        dealable(plan)?;
        let folder = run.join(SHARDS);
        fs::create_dir_all(&folder).map_err(|error| StoreError::files("create", &folder, error))?;
        let deal = Deal::new(plan, shard.of);
        let whole_cells = deal.deals_whole_cells();
        let only = (!whole_cells).then(|| {
            let mut tasks = FinishedTasks::nothing(plan);
            deal.tasks(shard).for_each(|task| tasks.cells[task.cell as usize].insert(task.number));
            Arc::new(tasks)
        });
        let name = this_attempt();
        let table = kinds::of(&plan.experiment).table();
        let header = ShardHeader::new(plan, Some(shard), &name, &Build::here()?, table.columns);
        let of_shard = |cell: &usize| deal.shard_of(Task { cell: *cell as u32, number: 0 }) == shard;
        let plan = if whole_cells { with_cells(plan, of_shard) } else { plan.clone() };
        let mut earlier = Vec::new();
        for path in files_of(&folder, shard)? {
            if let Some(file) = ShardFile::open(&path)? {
                belongs(&header, file.header()).map_err(|reason| ShardError::Foreign { path: path.clone(), reason })?;
                earlier.push((path, file));
            }
        }
        let scratch = Scratch(scratch.map_or_else(std::env::temp_dir, Path::to_owned).join(format!("treebench-{name}")));
        let mut store = Store::open(&scratch.0, table)?;
        let mut merger = Merger::new(&mut store, &plan)?;
        for (path, mut file) in earlier {
            file.merge_into(&mut merger, &plan, table).map_err(|error| ShardError::Earlier { path, error })?;
        }
        for looks in looks_in(&folder, &header)? {
            merger.add_histories(looks.histories.as_ref(), 0);
        }
        merger.finish()?;
        let file = folder.join(shard_file_name(shard, &name));
        publish(&file, &header, &store, &plan, false)?;
        Ok(Attempt { plan, only, file, store, header, scratch })
    }

    /// Plays the missing tasks, and replaces the file periodically, on a stop request, and at the end.
    ///
    /// # Errors
    /// As a run; and if the last file cannot be written.
    pub fn play(self, options: &RunOptions, every: Duration) -> Result<ShardOutcome, ShardError> {
        let Attempt { plan, only, file, mut store, header, scratch } = self;
        let options = RunOptions { only, ..options.clone() };
        let table = kinds::of(&plan.experiment).table();
        let publish = |store: &Store, finished| publish(&file, &header, store, &plan, finished);
        let over = AtomicBool::new(false);
        let keep = || {
            let (mut since, mut stopping) = (Duration::ZERO, false);
            while !over.load(Relaxed) {
                thread::sleep(BEAT);
                since += BEAT;
                let stops = options.stop.load(Relaxed) && !stopping;
                if stops || since >= every {
                    if let Err(error) = Store::open_read_only(&scratch.0, table).and_then(|store| publish(&store, false)) {
                        say(&format!("warning: no checkpoint of the shard: {error}"));
                    }
                    (since, stopping) = (Duration::ZERO, stopping || stops);
                }
            }
        };
        let run = thread::scope(|scope| {
            // Without this thread the file is written at the end only.
            let keeper = Builder::new().name("checkpoints".to_owned()).spawn_scoped(scope, keep);
            let run = execute(&plan, &mut store, &options);
            over.store(true, Relaxed);
            drop(keeper);
            run
        });
        let finished = run.as_ref().is_ok_and(|outcome| outcome.end == RunEnd::Complete);
        // What was played is worth keeping, however the run ended.
        let records = match publish(&store, finished) {
            Ok(records) => records,
            Err(error) => {
                let kept = scratch.0.clone();
                // For `bench merge`, which needs to know what was played.
                let described = write_atomically(&kept.join(RESOLVED), &plan.experiment.resolved_toml);
                std::mem::forget(scratch);
                return Err(ShardError::Unpublished { scratch: kept, error: described.err().unwrap_or(error) });
            }
        };
        drop(store);
        drop(scratch);
        Ok(ShardOutcome { run: run.map_err(ShardError::Run)?, records, file })
    }
}

/// Replaces the file of an attempt, and returns the number of records in it. Results of all shards may have been looked at since the attempt began.
fn publish(file: &Path, header: &ShardHeader, store: &Store, plan: &Plan, finished: bool) -> Result<u64, StoreError> {
    let mut histories = store.histories(plan)?;
    // Looks that cannot be read now are still in their own files when all are merged.
    for looks in file.parent().and_then(|folder| looks_in(folder, header).ok()).unwrap_or_default() {
        let of = |key: CellKey| looks.histories.as_ref().and_then(|histories| histories.get(&key.to_string()));
        let seen = plan.experiment.cells.iter().map(|cell| of(cell.key));
        histories.iter_mut().zip(seen).for_each(|(history, seen)| seen.into_iter().for_each(|seen| history.merge(seen)));
    }
    write_shard_file(file, &header.clone().with_histories(plan, histories), store, plan, finished)
}

/// Whether the shards of a plan can be played independently of each other.
///
/// # Errors
/// [`ShardError::Adaptive`] if the results of all choose the tasks.
pub fn dealable(plan: &Plan) -> Result<(), ShardError> {
    match kinds::of(&plan.experiment).design(&plan.experiment) {
        Design::Adaptive { undealable, .. } => Err(ShardError::Adaptive(undealable)),
        Design::Fixed | Design::Sequential(_) => Ok(()),
    }
}

/// A plan with some of its cells. They keep their keys, and so their tasks.
fn with_cells(plan: &Plan, of_shard: impl Fn(&usize) -> bool) -> Plan {
    let cells: Vec<usize> = (0..plan.experiment.cells.len()).filter(of_shard).collect();
    Plan { experiment: Arc::new(plan.experiment.with_cells(&cells)) }
}
