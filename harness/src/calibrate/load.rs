//! Loads an experiment with all rates that it needs, and measures those that are missing.

use super::stored::read_rates;
use crate::config::{ConfigError, ConfigErrors, Note};
use crate::experiment::{Experiment, LoadOptions, Rate, Unmeasured};
use crate::kinds;
use std::path::{Path, PathBuf};
use std::time::Duration;
use treebench_agents::{Budget, Meter, warm_up};
use treebench_games::{Rng, Turn};

/// The purpose of loading an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To play it: rates are measured for as long as the file says.
    Run,
    /// To show it: a short measurement is enough.
    Plan,
}

/// The seconds for which a rate is measured if nothing is played.
const MOMENT: f64 = 0.05;

/// An experiment with all rates that it needs.
pub struct Calibrated {
    /// The experiment.
    pub experiment: Experiment,
    /// The directory of its results.
    pub dir: PathBuf,
    /// The rates to keep there: those of earlier invocations and those measured now.
    pub rates: Vec<Rate>,
    /// Whether a rate is only an estimate, so that the keys of some cells are not final.
    pub estimated: bool,
}

/// Loads an experiment. Rates come from the file, from `options`, or from the run's directory, `out` or by default `results/NAME`; missing
/// ones are measured. `say` receives a line for each.
///
/// # Errors
/// All errors in the file, and games in which nothing can be measured.
pub fn load(
    path: &Path,
    options: &LoadOptions,
    out: Option<&Path>,
    purpose: Purpose,
    say: &mut dyn FnMut(&str),
) -> Result<Calibrated, ConfigErrors> {
    let first = kinds::load(path, options)?;
    let dir = out.map_or(first.run_dir, Path::to_owned);
    if first.unmeasured.is_empty() {
        return Ok(Calibrated { experiment: first.experiment, dir, rates: options.rates.clone(), estimated: false });
    }
    let mut options = options.clone();
    options.rates.extend(read_rates(&dir));
    let with_stored = kinds::load(path, &options)?;
    if options.rates.iter().any(|rate| first.unmeasured.iter().any(|needed| needed.game == rate.game)) {
        say("the rates measured when this run began are kept");
    }
    if with_stored.unmeasured.is_empty() {
        return Ok(Calibrated { experiment: with_stored.experiment, dir, rates: options.rates, estimated: false });
    }
    for missing in &with_stored.unmeasured {
        let seconds = if purpose == Purpose::Plan { MOMENT } else { missing.seconds };
        let rate = measure(missing, seconds).map_err(|reason| cannot_measure(missing, &reason))?;
        if purpose == Purpose::Run {
            say(&format!("calibrated: {rate} nodal states per second in {}, measured over {seconds} s", missing.game));
        }
        options.rates.push(Rate { game: missing.game.clone(), agent: missing.agent.clone(), states_per_second: rate });
    }
    let experiment = kinds::load(path, &options)?.experiment;
    Ok(Calibrated { experiment, dir, rates: options.rates, estimated: purpose == Purpose::Plan })
}

fn cannot_measure(missing: &Unmeasured, reason: &str) -> ConfigErrors {
    let game = &missing.game;
    let help = Note { label: "help", text: format!("give the rate: [calibration] states-per-second = {{ \"{game}\" = 100000 }}") };
    let message = format!("the rate for `states-as` cannot be measured in `{game}`: {reason}");
    ConfigErrors(vec![ConfigError { message, place: missing.place.clone(), notes: vec![help] }])
}

/// Nodal states per second in the first turn, measured for some seconds.
///
/// # Errors
/// Why the agent cannot play the game.
fn measure(what: &Unmeasured, seconds: f64) -> Result<u64, String> {
    let recipe = what.entry.recipe(&what.params).map_err(|error| error.to_string())?;
    recipe.suits(&what.built.info())?;
    let mut agent = recipe.agent(&what.built).map_err(|error| error.to_string())?;
    let mut rng = Rng::from_seed(0);
    let mut position = what.built.start();
    while position.turn() == Turn::Chance {
        let outcome = position.sample(&mut rng, &mut Vec::new());
        position.apply(outcome);
    }
    let Turn::Player(player) = position.turn() else { return Err("the game is over before it begins".to_owned()) };
    warm_up(agent.as_mut(), position.as_ref()).map_err(|error| error.to_string())?;
    agent.start(player, rng);
    let mut meter = Meter::new(Budget::Time(Duration::from_secs_f64(seconds)));
    agent.choose(position.as_ref(), &mut meter, &mut Vec::new()).map_err(|error| error.to_string())?;
    Ok((meter.states() as f64 / meter.elapsed().as_secs_f64()).round().max(1.0) as u64)
}
