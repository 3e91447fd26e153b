//! A results file and a run directory together: the finished tasks, and their summary.

mod fill;
mod sessions;

pub use sessions::contradiction;

use crate::config::ConfigErrors;
use crate::experiment::{Experiment, Probes, Rate};
use crate::kinds::{self, Design, SavedTasks, Summary};
use crate::plan::{Plan, Task};
use crate::probe;
use crate::saved::results::{Header, Origin, ResultsText};
use crate::saved::{Block, Sample};
use crate::store::{Build, Failures, FinishedTasks, History, LockedFile, Row, Statements, Store, StoreError, TaskNumbers, Verification};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why the experiment of a file cannot be loaded. If an engine is missing, the file is of an earlier version.
fn unread(path: &Path, origin: &Origin, probes: &Probes, mut errors: ConfigErrors) -> String {
    if let (Ok(_), Some(last)) = (load(origin, probes), errors.0.last_mut()) {
        let path = path.display();
        last.help(format_args!(
            "{path} can be read without its engines once it names them, which files of earlier versions do not: where they are, \
             `bench run {} --results {path}` adds their names",
            origin.config.display()
        ));
    }
    errors.to_string()
}

/// The experiment of a file, with the probes of its run.
fn load(origin: &Origin, probes: &Probes) -> Result<Experiment, ConfigErrors> {
    Ok(kinds::read(&origin.config, &origin.options())?.resolve(probes)?.experiment)
}

/// The contents of a file; `None` if it does not exist or is empty, as when another process has only locked it.
fn read_if_any(path: &Path) -> Result<Option<ResultsText>, String> {
    let there = path.metadata().is_ok_and(|file| !file.is_file() || file.len() > 0);
    there.then(|| ResultsText::read(path)).transpose()
}

/// A results file with the experiment that it belongs to.
pub struct ResultsFile {
    pub(super) path: PathBuf,
    /// Held by a writer.
    pub(super) lock: Option<LockedFile>,
    /// The plan of the whole grid.
    pub plan: Plan,
    pub(super) origin: Origin,
    pub(super) rates: Vec<Rate>,
    /// None if there is no file yet.
    pub header: Option<Header>,
    /// The tasks that the file holds.
    pub done: FinishedTasks,
    pub(super) rows: Vec<Option<Row>>,
    pub(super) builds: Vec<Vec<(Build, u64)>>,
    pub(super) samples: Vec<Option<Sample<Build>>>,
    pub(super) histories: Vec<History>,
    pub(super) blocks: Vec<Vec<Block>>,
    /// The tasks without a result, and those that were played again.
    pub(super) failures: Vec<Failures>,
    verifications: Vec<Verification>,
    pub(super) statements: Statements,
}

impl ResultsFile {
    /// Reads a file and loads its experiment. Its engines are those that the file names, and need not be here.
    ///
    /// # Errors
    /// If it cannot be read, its experiment cannot be loaded, or it does not belong to it: names the file, the line, and what was expected.
    pub fn read(path: &Path) -> Result<ResultsFile, String> {
        let text = ResultsText::read(path)?;
        let origin = text.header.origin(path).map_err(|fault| format!("{}: {fault}", path.display()))?;
        let probes = Probes { rates: text.header.rates(), engines: text.header.engines() };
        // Files of earlier versions do not name their engines.
        let experiment = if probes.engines.is_empty() {
            probe::load_asked(&origin.config, &origin.options(), probes.clone()).map(|loaded| loaded.experiment)
        } else {
            load(&origin, &probes)
        };
        let experiment = experiment.map_err(|errors| unread(path, &origin, &probes, errors))?;
        ResultsFile::of(path, None, Some(text), Plan { experiment: Arc::new(experiment) }, origin, probes.rates)
    }

    /// The rates that a file holds; none if there is no file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn rates(path: &Path) -> Result<Vec<Rate>, String> {
        Ok(read_if_any(path)?.map_or_else(Vec::new, |text| text.header.rates()))
    }

    /// Opens the file of an experiment for updates, as its only writer. It need not exist yet.
    ///
    /// # Errors
    /// As [`ResultsFile::read`]; if another process writes it, or its name or that of the config is no UTF-8.
    pub fn open(path: &Path, origin: Origin, probes: Probes) -> Result<ResultsFile, String> {
        let load = |origin: &Origin| load(origin, &probes).map_err(|errors| errors.to_string());
        for path in [path, &origin.config] {
            path.to_str().ok_or_else(|| format!("{}: the paths of a results file and its config must be UTF-8", path.display()))?;
        }
        let mut experiment = load(&origin)?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| StoreError::files("create", folder, error).to_string())?;
        }
        // Locked before it is read, so that nothing is added in between.
        let lock = LockedFile::take(path).map_err(|error| error.to_string())?;
        let text = read_if_any(path)?;
        let mut origin = origin;
        // Fewer games than some cells have already, for instance to play the others as far: the file stays that of the whole.
        let kind = kinds::of(&experiment);
        let last = text.as_ref().and_then(|text| text.last_task(kind.cell_columns()));
        if last.is_some_and(|last| last >= experiment.games_per_cell) && kind.design(&experiment) == Design::Fixed {
            origin = origin.with_all_games();
            experiment = load(&origin)?;
        }
        ResultsFile::of(path, Some(lock), text, Plan { experiment: Arc::new(experiment) }, origin, probes.rates)
    }

    fn of(
        path: &Path,
        lock: Option<LockedFile>,
        text: Option<ResultsText>,
        plan: Plan,
        origin: Origin,
        rates: Vec<Rate>,
    ) -> Result<ResultsFile, String> {
        let cells = plan.experiment.cells.len();
        let mut saved = ResultsFile {
            path: path.to_owned(),
            lock,
            done: FinishedTasks::nothing(&plan),
            plan,
            origin,
            rates,
            header: None,
            rows: vec![None; cells],
            builds: vec![Vec::new(); cells],
            samples: vec![None; cells],
            histories: vec![History::begun(); cells],
            blocks: vec![Vec::new(); cells],
            failures: vec![Failures::default(); cells],
            verifications: Vec::new(),
            statements: Statements::new(true),
        };
        if let Some(text) = text {
            saved.fill(text).map_err(|(line, fault)| match line {
                0 => format!("{}: {fault}", path.display()),
                line => format!("{}:{line}: {fault}", path.display()),
            })?;
        }
        saved.statements.state(&saved.plan.experiment, &saved.done, &saved.histories);
        Ok(saved)
    }

    /// Where the experiment comes from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of its tasks without a result.
    pub fn failed(&self) -> u64 {
        self.failures.iter().map(|cell| cell.open.len() as u64).sum()
    }

    /// Per cell, how often tasks of it failed that were played again.
    pub fn retried(&self) -> Vec<u64> {
        self.failures.iter().map(|cell| cell.retried.len() as u64).collect()
    }

    /// The number of tasks of the directory that do not count, because they were played past a decision.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn ahead(&self, store: &Store) -> Result<u64, StoreError> {
        let Some(counted) = self.counted(store)? else { return Ok(0) };
        let mut ahead = store.done(&self.plan)?;
        ahead.remove(&counted);
        ahead.remove(&self.done);
        Ok(ahead.count())
    }

    pub(super) fn fold(&self, rows: &mut kinds::Rows<'_>) -> Box<dyn Summary + '_> {
        let experiment: &Experiment = &self.plan.experiment;
        kinds::of(experiment).fold_onto(experiment, &self.rows, rows).expect("the rows were checked when the file was read")
    }

    /// The tasks of a plan that the file holds, those without a result only if they are not played again; the plan may be that of a part of the grid, or
    /// have fewer games.
    pub fn saved_tasks(&self, plan: &Plan, retry_failed: bool) -> SavedTasks {
        let whole: BTreeMap<_, usize> = self.plan.experiment.cells.iter().enumerate().map(|(place, cell)| (cell.key, place)).collect();
        let places: Vec<Option<usize>> = plan.experiment.cells.iter().map(|cell| whole.get(&cell.key).copied()).collect();
        let games = plan.experiment.games_per_cell;
        let none = || TaskNumbers::none(games);
        let done = places.iter().map(|place| place.map_or_else(none, |place| self.done.cells[place].first(games))).collect();
        let mut done = FinishedTasks { cells: done };
        if retry_failed {
            let open = places.iter().zip(0..).filter_map(|(place, cell)| Some((cell, (*place)?)));
            let open = open.flat_map(|(cell, place)| self.failures[place].open.keys().map(move |&number| Task { cell, number }));
            done.remove(&FinishedTasks::of(plan, open));
        }
        let played = self.fold(&mut std::iter::empty()).played();
        let failed = |place: &usize| played.get(*place).map_or(0, |(_, failed)| *failed);
        SavedTasks {
            done,
            failed: if retry_failed { 0 } else { places.iter().flatten().map(failed).sum() },
            cells: places.iter().map(|place| place.and_then(|place| self.rows[place].clone())).collect(),
        }
    }

    /// Which tasks of the directory count beside those of the file; `None` if all do.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn counted(&self, store: &Store) -> Result<Option<FinishedTasks>, StoreError> {
        kinds::counted(&self.plan, Some(&self.saved_tasks(&self.plan, false)), store)
    }

    /// Per cell, the builds that played the tasks of the file and of the directory.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn builds(&self, store: Option<&Store>) -> Result<Vec<Vec<(Build, u64)>>, StoreError> {
        let Some(store) = store else { return Ok(self.builds.clone()) };
        let mut new = store.done(&self.plan)?;
        new.remove(&self.done);
        self.builds_with(store, &new)
    }

    pub(super) fn builds_with(&self, store: &Store, new: &FinishedTasks) -> Result<Vec<Vec<(Build, u64)>>, StoreError> {
        let mut builds = self.builds.clone();
        for (cell, more) in builds.iter_mut().zip(store.builds().of_tasks(&self.plan, new)?) {
            for (build, count) in more {
                match cell.iter_mut().find(|(known, _)| *known == build) {
                    Some((_, sum)) => *sum += count,
                    None => cell.push((build, count)),
                }
            }
        }
        Ok(builds)
    }

    /// The verifications of these builds, in the file and in the directory.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn verifications(&self, store: Option<&Store>) -> Result<Vec<Verification>, StoreError> {
        let mut all = self.verifications.clone();
        for verification in store.map(|store| store.builds().verifications()).transpose()?.unwrap_or_default() {
            let same = |v: &Verification| {
                (&v.played, &v.replayed, &v.group) == (&verification.played, &verification.replayed, &verification.group)
            };
            all.retain(|known| !same(known));
            all.push(verification);
        }
        Ok(all)
    }

    /// The tasks of the file and of the directory, and the history of every cell.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn histories(&self, store: Option<&Store>) -> Result<(FinishedTasks, Vec<History>), StoreError> {
        let (mut done, mut histories) = (self.done.clone(), self.histories.clone());
        if let Some(store) = store {
            done.merge(&self.counted(store)?.map_or_else(|| store.done(&self.plan), Ok)?);
            histories.iter_mut().zip(store.histories(&self.plan)?).for_each(|(history, other)| history.merge(&other));
        }
        kinds::count_planned(&self.plan.experiment, &done, &mut histories);
        // What is gone from a run may be in the file.
        for (history, failures) in histories.iter_mut().zip(&self.failures) {
            history.removed.retain(|(task, hash)| failures.open.get(task) != Some(hash));
        }
        Ok((done, histories))
    }

    /// When the hypotheses were first stated, by the file and the directory.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn statements(&self, store: Option<&Store>) -> Result<Statements, StoreError> {
        let mut statements = self.statements.clone();
        if let Some(store) = store {
            statements.merge(&store.statements(&self.plan)?);
        }
        Ok(statements)
    }

    /// Per cell of a plan, the task by which another build can be compared; the plan may be that of a part of the grid.
    pub fn samples_of(&self, plan: &Plan) -> Vec<Option<Sample<Build>>> {
        let whole = &self.plan.experiment.cells;
        let sample = |key| whole.iter().position(|cell| cell.key == key).and_then(|index| self.samples[index].clone());
        plan.experiment.cells.iter().map(|cell| sample(cell.key)).collect()
    }

    /// The row of a cell, if it has tasks.
    pub(crate) fn row(&self, cell: usize) -> Option<&Row> {
        self.rows[cell].as_ref()
    }

    /// Per cell, its tasks in blocks; none if they are not known.
    pub fn blocks(&self) -> &[Vec<Block>] {
        &self.blocks
    }

    /// Keeps what was verified of the builds of the file.
    pub fn keep_verifications(&mut self, found: Vec<Verification>) {
        self.verifications.extend(found);
    }
}
