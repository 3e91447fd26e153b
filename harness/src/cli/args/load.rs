//! The one place in which verbs read an experiment.

use crate::cli::CliError;
use crate::config::{Calibrate, LoadOptions, load};
use crate::experiment::Experiment;
use crate::plan::Plan;
use crate::store::RESOLVED;
use std::path::Path;
use std::sync::Arc;

/// The experiment that a user's file declares, with what the environment and the command line cover.
pub(crate) fn experiment(path: &Path, set: &[String], profile: Option<&str>, calibrate: Calibrate) -> Result<Experiment, CliError> {
    let options = LoadOptions { set: set.to_vec(), profile: profile.map(str::to_owned), calibrate, ..LoadOptions::from_environment() };
    load(path, &options).map(|loaded| loaded.experiment).map_err(CliError::from)
}

/// The plan of a run directory, from the resolved copy that was stored with its results.
pub(crate) fn stored_plan(dir: &Path) -> Result<Plan, CliError> {
    let path = dir.join(RESOLVED);
    if !path.is_file() {
        return Err(CliError::input(format!(
            "`{}` is no run directory: it holds no {RESOLVED}; `bench run CONFIG --out DIR` makes one",
            dir.display()
        )));
    }
    let options = LoadOptions { stored: true, ..LoadOptions::default() };
    let experiment = load(&path, &options).map(|loaded| loaded.experiment).map_err(CliError::from)?;
    Ok(Plan { experiment: Arc::new(experiment) })
}
