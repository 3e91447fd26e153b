//! The one place in which the verbs that run, replay and export read an experiment.

use super::CliError;
use crate::experiment::Experiment;
use crate::plan::Plan;
use crate::store::RESOLVED;
use std::path::Path;
use std::sync::Arc;

/// The experiment that a user's file declares, with what the command line covers.
pub(super) fn experiment(path: &Path, set: &[String], profile: Option<&str>) -> Result<Experiment, CliError> {
    let _ = (set, profile);
    Err(CliError::input(format!("`{}` cannot be read: this build has no reader of experiments", path.display())))
}

/// The plan of a run directory, from the resolved copy that was stored with its results.
pub(super) fn stored_plan(dir: &Path) -> Result<Plan, CliError> {
    let path = dir.join(RESOLVED);
    if !path.is_file() {
        return Err(CliError::input(format!(
            "`{}` is no run directory: it holds no {RESOLVED}; `bench run CONFIG --out DIR` makes one",
            dir.display()
        )));
    }
    Ok(Plan { experiment: Arc::new(experiment(&path, &[], None)?) })
}
