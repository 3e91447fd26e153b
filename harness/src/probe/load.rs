//! Loads an experiment with its probes of this machine.

use super::engines::identify;
use super::rates::measure;
use super::scripts;
use super::stored_rates::read_rates;
use crate::config::ConfigErrors;
use crate::experiment::{Experiment, LoadOptions, LoadedExperiment, MissingRate, Probes};
use crate::kinds;
use std::path::{Path, PathBuf};

/// The purpose of loading an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To play it: engines must be installed, and rates are measured for the configured time.
    Run,
    /// To show it: engines may be missing, and a short measurement is enough.
    Plan,
}

/// The seconds for which a rate is measured if nothing is played.
const MOMENT: f64 = 0.05;

/// An experiment with its probes.
pub struct ProbedExperiment {
    /// The experiment.
    pub experiment: Experiment,
    /// The directory of its results.
    pub dir: PathBuf,
    /// Its probes, those of earlier invocations among them.
    pub probes: Probes,
    /// Whether a rate is only an estimate, so the keys of some cells are provisional.
    pub estimated: bool,
    /// The missing engines, each as a sentence with its place; the keys of their cells are provisional. Only for a plan.
    pub absent: Vec<String>,
    /// Valid input that is probably a mistake, each as a sentence with its place.
    pub warnings: Vec<String>,
}

/// Loads an experiment. Engines that are not `known` are asked. Rates come from the file, from what is `known`, or from the run's directory, `out` or
/// by default `results/NAME`; missing ones are measured. `say` receives a line for each.
///
/// # Errors
/// All errors in the file, engines that cannot be asked, and games in which nothing can be measured.
pub fn load(
    path: &Path,
    options: &LoadOptions,
    known: Probes,
    out: Option<&Path>,
    purpose: Purpose,
    say: &mut dyn FnMut(&str),
) -> Result<ProbedExperiment, ConfigErrors> {
    let sections = kinds::read(path, options)?;
    let mut probes = known;
    let mut absent = identify(&sections, &mut probes.engines, purpose == Purpose::Plan);
    absent.extend(scripts::identify(&sections, &mut probes.engines, purpose == Purpose::Plan));
    let LoadedExperiment { experiment, run_dir, unmeasured, warnings, .. } = sections.resolve(&probes)?;
    let dir = out.map_or(run_dir, Path::to_owned);
    if unmeasured.is_empty() {
        return Ok(ProbedExperiment { experiment, dir, probes, estimated: false, absent, warnings });
    }
    probes.rates.extend(read_rates(&dir));
    if probes.rates.iter().any(|rate| unmeasured.iter().any(|needed| needed.game == rate.game)) {
        say("keeping the rates measured when this run began");
    }
    let is_missing = |needed: &&MissingRate| !probes.rates.iter().any(|rate| rate.is_of(&needed.game, &needed.agent));
    let missing: Vec<&MissingRate> = unmeasured.iter().filter(is_missing).collect();
    for &missing in &missing {
        let seconds = if purpose == Purpose::Plan { MOMENT } else { missing.seconds };
        let rate = measure(missing, seconds)?;
        if purpose == Purpose::Run {
            say(&format!("calibrated: {} nodal states per second in {}, measured over {seconds} s", rate.states_per_second, rate.game));
        }
        probes.rates.push(rate);
    }
    let estimated = purpose == Purpose::Plan && !missing.is_empty();
    Ok(ProbedExperiment { experiment: sections.resolve(&probes)?.experiment, dir, probes, estimated, absent, warnings })
}

/// Loads an experiment with these rates, whose engines are asked.
///
/// # Errors
/// All errors in the file, and engines that cannot be asked.
pub fn load_asked(path: &Path, options: &LoadOptions, mut probes: Probes) -> Result<LoadedExperiment, ConfigErrors> {
    let sections = kinds::read(path, options)?;
    identify(&sections, &mut probes.engines, false);
    scripts::identify(&sections, &mut probes.engines, false);
    sections.resolve(&probes)
}
