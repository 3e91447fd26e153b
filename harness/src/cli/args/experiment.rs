//! Experiments on the command line: a file with its overrides, or the directory of an earlier run.

use crate::cli::CliError;
use crate::config::{Calibrate, LoadOptions, load};
use crate::plan::Plan;
use crate::store::RESOLVED;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An experiment file, what overrides it, and where its results go.
#[derive(clap::Args, Debug)]
pub(crate) struct ExperimentArgs {
    /// The experiment, a TOML file.
    config: PathBuf,
    /// The run directory [default: results/NAME].
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
    /// The plan of the experiment and its run directory.
    ///
    /// # Errors
    /// All faults of the file and of its overrides.
    pub(crate) fn plan(&self, calibrate: Calibrate) -> Result<(Plan, PathBuf), CliError> {
        let options = LoadOptions { set: self.set.clone(), profile: self.profile.clone(), calibrate, ..LoadOptions::from_environment() };
        let experiment = load(&self.config, &options).map_err(CliError::from)?.experiment;
        let dir = self.out.clone().unwrap_or_else(|| Path::new("results").join(&experiment.name));
        Ok((Plan { experiment: Arc::new(experiment) }, dir))
    }
}

/// The plan of a run directory, from the resolved copy of the experiment that is stored in it.
///
/// # Errors
/// If the directory holds no such copy, or one that cannot be read.
pub(crate) fn stored_plan(dir: &Path) -> Result<Plan, CliError> {
    let path = dir.join(RESOLVED);
    if !path.is_file() {
        return Err(CliError::input(format!(
            "`{}` is not a run directory: it holds no {RESOLVED}; `bench run CONFIG --out DIR` creates one",
            dir.display()
        )));
    }
    let options = LoadOptions { stored: true, ..LoadOptions::default() };
    let experiment = load(&path, &options).map_err(CliError::from)?.experiment;
    Ok(Plan { experiment: Arc::new(experiment) })
}
