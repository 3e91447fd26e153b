//! Measures how many nodal states per second an agent computes in a game.

use crate::config::{ConfigError, ConfigErrors, Note};
use crate::experiment::{MissingRate, Rate};
use std::time::Duration;
use treebench_agents::{Budget, Meter, warm_up};
use treebench_games::{Rng, Turn};

/// The rate that is missing, measured for some seconds.
///
/// # Errors
/// If the agent cannot play the game.
pub(super) fn measure(missing: &MissingRate, seconds: f64) -> Result<Rate, ConfigErrors> {
    let states_per_second = states_per_second(missing, seconds).map_err(|reason| cannot_measure(missing, &reason))?;
    Ok(Rate { game: missing.game.clone(), agent: missing.agent.clone(), states_per_second })
}

fn cannot_measure(missing: &MissingRate, reason: &str) -> ConfigErrors {
    let game = &missing.game;
    let help = Note { label: "help", text: format!("set the rate: [calibration] states-per-second = {{ \"{game}\" = 100000 }}") };
    let message = format!("the rate for `states-as` cannot be measured in `{game}`: {reason}");
    ConfigErrors(vec![ConfigError { message, place: missing.place.clone(), notes: vec![help] }])
}

/// Nodal states per second in the first turn.
///
/// # Errors
/// Why the agent cannot play the game.
fn states_per_second(what: &MissingRate, seconds: f64) -> Result<u64, String> {
    let recipe = what.program.recipe(&what.params).map_err(|error| error.to_string())?;
    recipe.supports(&what.built.info())?;
    let mut agent = recipe.agent(&what.built).map_err(|error| error.to_string())?;
    let mut rng = Rng::from_seed(0);
    let mut position = what.built.start();
    while position.turn() == Turn::Chance {
        let outcome = position.sample(&mut rng, &mut Vec::new());
        position.apply(outcome);
    }
    let Turn::Player(player) = position.turn() else { return Err("the game is over at the start".to_owned()) };
    warm_up(agent.as_mut(), position.as_ref()).map_err(|error| error.to_string())?;
    agent.start(player, rng);
    let mut meter = Meter::new(Budget::Time(Duration::from_secs_f64(seconds)));
    agent.choose(position.as_ref(), &mut meter, &mut Vec::new()).map_err(|error| error.to_string())?;
    Ok((meter.states() as f64 / meter.elapsed().as_secs_f64()).round().max(1.0) as u64)
}
