//! Experiments on the command line: a file with its overrides, or the directory of an earlier run.

use crate::cli::CliError;
use crate::experiment::{Experiment, GameChoice, LoadOptions, Probes};
use crate::kinds;
use crate::plan::Plan;
use crate::probe::{self, ProbedExperiment, Purpose, read_rates};
use crate::run::say;
use crate::saved::results::Origin;
use crate::store::{RESOLVED, Store};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use treebench_games::games;
use treebench_games::params::Values;
use treebench_games::registry::{Entry as _, GameEntry};

/// An experiment file, its overrides, and the place of its results.
#[derive(clap::Args, Debug)]
pub(crate) struct ExperimentArgs {
    /// The experiment, a TOML file.
    pub(crate) config: PathBuf,
    /// The run directory [default: results/NAME, with a profile results/NAME-PROFILE].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Overrides a value of the file; can be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Applies a profile of the file.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

impl ExperimentArgs {
    /// The experiment with its probes, and its run directory.
    ///
    /// # Errors
    /// As [`probe::load`].
    pub(crate) fn load(&self, purpose: Purpose, known: Probes) -> Result<ProbedExperiment, CliError> {
        let probed = probe::load(&self.config, &self.options()?, known, self.out.as_deref(), purpose, &mut say).map_err(CliError::from)?;
        let slow = interpreted(&probed.experiment);
        probed.warnings.iter().chain(&slow).for_each(|warning| say(&format!("warning: {warning}")));
        Ok(probed)
    }

    /// Where the experiment comes from, for a results file.
    ///
    /// # Errors
    /// If an override is not UTF-8.
    pub(crate) fn origin(&self) -> Result<Origin, CliError> {
        Ok(Origin::new(&self.config, &self.options()?))
    }

    /// The command-line arguments that give this experiment, with an absolute path.
    ///
    /// # Errors
    /// If the file does not exist.
    pub(crate) fn words(&self) -> Result<Vec<String>, CliError> {
        let path = self.config.canonicalize();
        let path = path.map_err(|error| CliError::input(format!("cannot read `{}`: {error}", self.config.display())))?;
        let set = self.set.iter().flat_map(|set| ["--set".to_owned(), set.clone()]);
        let profile = self.profile.iter().flat_map(|profile| ["--profile".to_owned(), profile.clone()]);
        Ok([path.to_string_lossy().into_owned()].into_iter().chain(set).chain(profile).collect())
    }

    fn options(&self) -> Result<LoadOptions, CliError> {
        let environment = LoadOptions::from_environment().map_err(CliError::input)?;
        Ok(LoadOptions { set: self.set.clone(), profile: self.profile.clone(), ..environment })
    }
}

/// A sentence for every game without native code, naming its twins that have it.
fn interpreted(experiment: &Experiment) -> Vec<String> {
    let choices: BTreeMap<&str, &GameChoice> = experiment.cells.iter().map(|cell| (cell.game.label.as_str(), &cell.game)).collect();
    let slow = choices.into_iter().filter_map(|(label, GameChoice { entry, game, .. })| {
        let execution = game.execution()?;
        let reason = execution.strip_prefix("interpreter, because ")?;
        let is_native = |other: &&GameEntry| {
            let built = other.build(&Values::default());
            built.is_ok_and(|game| game.execution().is_none_or(|execution| execution.starts_with("native code")))
        };
        let twins = games().iter().filter(|other| other.name != entry.name && other.short_name() == entry.short_name()).filter(is_native);
        let twins: Vec<String> = twins.map(|twin| format!("`{}`", twin.name)).collect();
        let instead = if twins.is_empty() { String::new() } else { format!("; native code plays {}", twins.join(" and ")) };
        Some(format!("an interpreter plays `{label}`, many times slower than native code, because {reason}{instead}"))
    });
    slow.collect()
}

/// The plan of a run directory, from its stored resolved copy of the experiment.
///
/// # Errors
/// If the copy is missing or cannot be read.
pub(crate) fn stored_plan(dir: &Path) -> Result<Plan, CliError> {
    let path = dir.join(RESOLVED);
    if !path.is_file() {
        let shown = dir.display();
        // The experiment in place of its run is a likely mistake.
        let run = Path::new("results").join(dir.file_stem().unwrap_or_default());
        let why = if !dir.is_file() {
            format!("it has no {RESOLVED}; `bench run CONFIG --out DIR` creates one")
        } else if run.join(RESOLVED).is_file() {
            format!("it is a file; did you mean `{}`?", run.display())
        } else {
            "it is a file; `bench run CONFIG` creates a run directory, in results/ unless --out names another folder".to_owned()
        };
        return Err(CliError::input(format!("`{shown}` is not a run directory: {why}")));
    }
    let options = LoadOptions { stored: true, ..LoadOptions::default() };
    let experiment = kinds::load(&path, &options).map_err(CliError::from)?.experiment;
    Ok(Plan { experiment: Arc::new(experiment) })
}

/// Records a look at a run directory: whatever shows scores, verdicts or records is one.
pub(crate) fn keep_look(run: &Path, plan: &Plan) {
    if let Err(error) = Store::look_at(run, kinds::of(&plan.experiment).table(), plan) {
        say(&format!("warning: cannot record this look at the results: {error}"));
    }
}

/// The same, with the labels and figure style of another file of the experiment.
///
/// # Errors
/// If that file cannot be read, or does not have the cells of the run.
pub(crate) fn styled_plan(dir: &Path, config: &Path) -> Result<Plan, CliError> {
    let mut experiment = Experiment::clone(&stored_plan(dir)?.experiment);
    // Nothing is probed for a report: engines and rates are those that played.
    let players = experiment.cells.iter().flat_map(|cell| &cell.participants);
    let engines = players.filter_map(|player| Some((player.name.clone(), player.program.identity()?.to_owned()))).collect();
    let sections = kinds::read(config, &LoadOptions::default()).map_err(CliError::from)?;
    let shown = sections.resolve(&Probes { rates: read_rates(dir), engines }).map_err(CliError::from)?.experiment;
    if !experiment.cells.iter().map(|cell| cell.key).eq(shown.cells.iter().map(|cell| cell.key)) {
        return Err(CliError::input(format!(
            "`{}` does not have the cells of `{}`: it is another experiment, or the run was played with --set or --profile",
            config.display(),
            dir.display()
        )));
    }
    for (cell, shown) in experiment.cells.iter_mut().zip(shown.cells) {
        cell.axes = shown.axes;
    }
    (experiment.labels, experiment.figures) = (shown.labels, shown.figures);
    Ok(Plan { experiment: Arc::new(experiment) })
}
