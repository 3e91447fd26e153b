//! The runs and results files below a folder.

use super::experiment::stored_plan;
use super::playing::SCRATCH;
use super::run_differences::{RunDifferences, run_differences};
use super::write_report::{lead_of, report_of, saved_lead, saved_report};
use crate::cli::CliError;
use crate::kinds::{self, Design};
use crate::plan::Plan;
use crate::results::ResultsFile;
use crate::saved::results::{Session, is_results_file};
use crate::store::{Build, LockHolder, PROVENANCE, RESOLVED, Store, invocations};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use treebench_reports::Report;

/// The maximum depth of folders.
const DEEPEST: usize = 12;

/// How many differences from other runs a list shows, if these tell the runs apart.
const SHOWN_DIFFERENCES: usize = 4;

/// A run directory or a results file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Place {
    pub(crate) path: PathBuf,
    pub(crate) is_run: bool,
}

/// A run or a results file, opened for reading.
pub(crate) struct OpenResults {
    pub(crate) plan: Plan,
    source: Source,
}

enum Source {
    Run(Box<Store>),
    File(Box<ResultsFile>),
}

/// The entry of a run or a results file in a list.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Summary {
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) question: String,
    /// The resolved copy of its experiment.
    resolved: toml::Table,
    /// What distinguishes it from the other runs of its experiment in the list: see [`tell_apart`].
    pub(crate) differs: RunDifferences,
    /// The beginning of the report; `None` if it was not asked for.
    pub(crate) answer: Option<String>,
    /// Caveats of the answer, in a few words each.
    pub(crate) remarks: Vec<String>,
    /// When it was last played; empty if unknown.
    pub(crate) started: String,
    /// The commit that played it, or the beginning of the executable's hash; the number of builds if several.
    pub(crate) build: String,
    pub(crate) done: u64,
    /// The maximum number of tasks.
    pub(crate) planned: u64,
    /// Whether fewer may be played.
    pub(crate) scheduled: bool,
    pub(crate) failed: u64,
    /// The process that plays it now.
    pub(crate) playing: Option<String>,
    pub(crate) bytes: u64,
}

/// All runs and results files below a folder, by path, or the run directory or results file itself. Links are not followed, and runs are not
/// searched.
///
/// # Errors
/// If the folder itself cannot be read.
pub(crate) fn below(folder: &Path) -> Result<Vec<Place>, CliError> {
    if folder.is_file() && is_results_file(folder) {
        return Ok(vec![Place { path: folder.to_owned(), is_run: false }]);
    }
    if !folder.exists() {
        return Err(CliError::input(format!("no such folder: `{}`; `bench run CONFIG` writes to results/NAME", folder.display())));
    }
    let unreadable = |error| CliError::unusable("read", folder, &error);
    if folder.join(RESOLVED).is_file() {
        return Ok(vec![Place { path: folder.to_owned(), is_run: true }]);
    }
    let mut places = Vec::new();
    add(fs::read_dir(folder).map_err(unreadable)?, 0, &mut places);
    places.sort();
    Ok(places)
}

fn add(entries: fs::ReadDir, depth: usize, places: &mut Vec<Place>) {
    for entry in entries.flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.ends_with(SCRATCH) {
            continue;
        }
        if kind.is_file() && path.extension().is_some_and(|end| end == "csv") && is_results_file(&path) {
            places.push(Place { path, is_run: false });
        } else if kind.is_dir() && path.join(RESOLVED).is_file() {
            places.push(Place { path, is_run: true });
        } else if kind.is_dir() && depth < DEEPEST && !name.starts_with('.') {
            // A folder that cannot be read holds nothing that could be shown.
            fs::read_dir(path).into_iter().for_each(|inner| add(inner, depth + 1, places));
        }
    }
}

impl Place {
    /// Opens it for reading.
    ///
    /// # Errors
    /// If it cannot be read, or is of a newer version.
    pub(crate) fn open(&self) -> Result<OpenResults, CliError> {
        if !self.is_run {
            let saved = ResultsFile::read(&self.path).map_err(CliError::input)?;
            return Ok(OpenResults { plan: saved.plan.clone(), source: Source::File(Box::new(saved)) });
        }
        let plan = stored_plan(&self.path)?;
        let store = Store::open_read_only(&self.path, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
        Ok(OpenResults { plan, source: Source::Run(Box::new(store)) })
    }
}

impl OpenResults {
    /// The report; with the folder of the report, the page with games is written there.
    ///
    /// # Errors
    /// If the records cannot be read, or the page cannot be written.
    pub(crate) fn report(&self, folder: Option<&Path>) -> Result<Report, CliError> {
        match &self.source {
            Source::Run(store) => report_of(&self.plan, store, folder),
            Source::File(saved) => saved_report(saved, None),
        }
    }

    /// The results file; none of a run directory.
    pub(crate) fn into_file(self) -> Option<ResultsFile> {
        match self.source {
            Source::Run(_) => None,
            Source::File(saved) => Some(*saved),
        }
    }

    /// Records that the results could be seen, if they are writable.
    pub(crate) fn look(&self) {
        match &self.source {
            Source::Run(store) => drop(Store::look_at(store.dir(), kinds::of(&self.plan.experiment).table(), &self.plan)),
            Source::File(saved) => drop(saved.look()),
        }
    }

    /// The lead of its report, made without the rest, and remarks on the whole.
    ///
    /// # Errors
    /// If the records cannot be read.
    pub(crate) fn lead(&self) -> Result<(Vec<String>, Vec<String>), CliError> {
        match &self.source {
            Source::Run(store) => lead_of(&self.plan, store),
            Source::File(saved) => saved_lead(saved),
        }
    }

    /// Whether a look now widens what is judged later: more is to be played, and no rule of `[stop]` allows for looks.
    ///
    /// # Errors
    /// If the records cannot be read.
    pub(crate) fn look_has_price(&self) -> Result<bool, CliError> {
        match &self.source {
            Source::Run(store) => look_has_price(&self.plan, store),
            Source::File(saved) => {
                let kind = kinds::of(&self.plan.experiment);
                // Saved cells are checked when they are read.
                let schedule = kind.schedule(&self.plan, Some(&saved.saved_tasks(&self.plan, false))).ok().flatten();
                Ok(kinds::look_has_price(&self.plan, saved.done.count(), schedule))
            }
        }
    }

    /// Its entry in a list, with the lead of its report, if wanted, and the remarks on it.
    ///
    /// # Errors
    /// If the records cannot be read.
    pub(crate) fn summary(&self, lead: Option<&[String]>, remarks: Vec<String>) -> Result<Summary, CliError> {
        let experiment = &self.plan.experiment;
        let kind = kinds::of(experiment);
        let (done, failed, builds, started, playing, bytes) = match &self.source {
            Source::Run(store) => {
                let sessions = invocations(store.dir()).map_err(|error| CliError::input(format!("{PROVENANCE}: {error}")))?;
                let started = sessions.last().map(|entry| Session::of(entry).started);
                let failed = store.failed(&self.plan).map_err(CliError::input)?.len() as u64;
                let done = store.done(&self.plan).map_err(CliError::input)?;
                (done.count(), failed, store.builds().of_cells(&self.plan), started, LockHolder::of(store.dir()), size(store.dir(), 0))
            }
            Source::File(saved) => {
                let started = saved.sessions(None).map_err(CliError::input)?.pop().map(|session| session.started);
                (saved.done.count(), saved.failed(), saved.builds(None), started, None, size(saved.path(), 0))
            }
        };
        let builds: BTreeSet<String> = builds.map_err(CliError::input)?.iter().flatten().map(|(build, _)| build_words(build)).collect();
        let build = match builds.len() {
            0 | 1 => builds.into_iter().next().unwrap_or_default(),
            count => format!("{count} builds"),
        };
        Ok(Summary {
            name: experiment.name.clone(),
            kind: experiment.kind.name,
            question: experiment.metadata.question.clone(),
            resolved: experiment.resolved_toml.parse().unwrap_or_default(),
            differs: RunDifferences::default(),
            answer: match lead {
                _ if done == 0 => Some("nothing is played".to_owned()),
                lead => lead.map(|lead| lead.first().cloned().unwrap_or_default()),
            },
            remarks,
            started: started.unwrap_or_default(),
            build,
            done,
            planned: kinds::most_tasks(&self.plan),
            scheduled: experiment.stop_rule().is_some() || kind.design(experiment) != Design::Fixed,
            failed,
            playing: playing.map(|holder| holder.name),
            bytes,
        })
    }
}

/// Notes in each entry what distinguishes it from the others of the same experiment.
pub(crate) fn tell_apart<'s>(all: impl Iterator<Item = &'s mut Summary>) {
    let mut experiments: BTreeMap<(String, &'static str), Vec<&mut Summary>> = BTreeMap::new();
    all.for_each(|summary| experiments.entry((summary.name.clone(), summary.kind)).or_default().push(summary));
    for mut runs in experiments.into_values() {
        let copies: Vec<toml::Table> = runs.iter().map(|run| run.resolved.clone()).collect();
        runs.iter_mut().zip(run_differences(&copies, SHOWN_DIFFERENCES)).for_each(|(run, differs)| run.differs = differs);
    }
}

/// Whether a look at a run now widens what is judged later.
///
/// # Errors
/// If the records cannot be read.
pub(crate) fn look_has_price(plan: &Plan, store: &Store) -> Result<bool, CliError> {
    let schedule = kinds::schedule(plan, None, store, None).map_err(CliError::input)?;
    Ok(kinds::look_has_price(plan, store.done(plan).map_err(CliError::input)?.count(), schedule))
}

fn build_words(build: &Build) -> String {
    let short = |text: &str, most: usize| text.chars().take(most).collect::<String>();
    match (build.commit.is_empty(), build.executable.is_empty()) {
        (false, _) => short(&build.commit, 8) + if build.commit.ends_with('+') { "+" } else { "" },
        (true, false) => short(&build.executable, 8),
        (true, true) => "unknown".to_owned(),
    }
}

/// The bytes of a file, or of all files of a folder.
fn size(path: &Path, depth: usize) -> u64 {
    let Ok(about) = path.symlink_metadata() else { return 0 };
    if !about.is_dir() || depth > DEEPEST {
        return about.len();
    }
    fs::read_dir(path).into_iter().flatten().flatten().map(|entry| size(&entry.path(), depth + 1)).sum()
}
