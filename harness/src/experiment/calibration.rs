//! Budgets of nodal states that stand for a time: `states-as = "0.5s"` is as many states as an agent computes in that time.
//!
//! The split-moves paper's fixed setting (appendix 4.3): agents get equal numbers of nodal states per turn, for each game as many as
//! the orthodox agent computes in the first turn, measured over ten seconds and scaled to the time of a turn.

use super::games::GameSet;
use crate::config::wire::{BudgetWire, CalibrationWire, Wire};
use crate::config::{Calibrate, Faults, LoadOptions, Part};
use crate::experiment::contestants::AgentSets;
use crate::store::RESOLVED;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use treebench_agents::{Budget, Meter, Recipe, agents, warm_up};
use treebench_games::params::Values;
use treebench_games::{Game, Rng, Turn};

/// The key of such budgets.
pub(crate) const STATES_AS: &str = "states-as";

/// How long is measured if the file does not say it, in seconds.
const SECONDS: f64 = 10.0;

/// Nodal states per second, by the label of the game.
#[derive(Debug, Default)]
pub(crate) struct Rates(pub(crate) BTreeMap<String, u64>);

impl Rates {
    /// The budget that is meant: times of `states-as` become states.
    pub(crate) fn counted(&self, key: &str, budget: Budget, game: &str) -> Budget {
        match budget {
            Budget::Time(time) if key == STATES_AS => {
                let rate = self.0.get(game).copied().unwrap_or(1);
                Budget::States(((rate as f64 * time.as_secs_f64()).round() as u64).max(1))
            }
            other => other,
        }
    }
}

/// The rates of all games, if any budget needs them: pinned in the file, stored in the run directory, or measured now.
pub(crate) fn rates(wire: &Wire, games: &[GameSet], sets: &AgentSets, options: &LoadOptions, faults: &mut Faults) -> Rates {
    let own = wire.agents.values().flatten().filter_map(|table| table.budget.as_ref());
    let needed = wire.budget.iter().chain(own).find(|budget| budget.key == STATES_AS);
    let Some(needed) = needed else { return Rates::default() };
    let calibration = wire.calibration.clone().unwrap_or_default();
    refuse_unknown(&calibration, games, faults);
    if !faults.none() {
        return Rates::default();
    }
    let stored = stored(wire, options);
    let mut recipe = None;
    let mut rates = Rates::default();
    for variant in games.iter().flat_map(|game| game.variants.iter().map(move |variant| (game, variant))) {
        let (set, label) = (&variant.0.name, &variant.1.choice.label);
        let pinned = calibration.pins.get(label).or_else(|| calibration.pins.get(set)).map(|pin| pin.value);
        if pinned.is_none()
            && let Some(known) = stored.get(label)
        {
            crate::run::say(&format!("calibrated when this run began: {known} nodal states per second in {label}"));
        }
        if let Some(known) = pinned.or_else(|| stored.get(label).copied()) {
            rates.0.insert(label.clone(), known);
            continue;
        }
        if recipe.is_none() {
            recipe = agent_measured(needed, &calibration, sets, faults);
        }
        let Some(recipe) = &recipe else { return Rates::default() };
        match measure(&variant.1.choice.game, recipe.as_ref(), label, calibration.seconds.unwrap_or(SECONDS), options) {
            Ok(rate) => {
                rates.0.insert(label.clone(), rate);
            }
            Err(reason) => fail(needed, label, &reason, faults),
        }
    }
    rates
}

fn fail(budget: &BudgetWire, game: &str, reason: &str, faults: &mut Faults) {
    let message = format!("the states that `{STATES_AS}` stands for cannot be measured in `{game}`: {reason}");
    faults.add(&budget.at, Part::Key, message).help(format!("pin them: [calibration] states-per-second = {{ \"{game}\" = 100000 }}"));
}

/// Pins for games that the grid does not have are mistakes.
fn refuse_unknown(calibration: &CalibrationWire, games: &[GameSet], faults: &mut Faults) {
    let labels =
        || games.iter().flat_map(|game| game.variants.iter().map(|variant| variant.choice.label.as_str()).chain([game.name.as_str()]));
    for (name, pin) in calibration.pins.iter().filter(|(name, _)| !labels().any(|label| label == *name)) {
        let mut known: Vec<&str> = labels().collect();
        known.sort_unstable();
        known.dedup();
        faults.add(&pin.at, Part::Key, format!("the grid has no game `{name}`")).suggest(name, known);
    }
}

/// The agent that is measured: a table of the file, or a registered agent at its defaults.
fn agent_measured(budget: &BudgetWire, calibration: &CalibrationWire, sets: &AgentSets, faults: &mut Faults) -> Option<Box<dyn Recipe>> {
    let Some(name) = &calibration.agent else {
        let message = format!("`{STATES_AS}` needs to know whose nodal states are counted");
        faults.add(&budget.at, Part::Key, message).help("write [calibration] with agent = \"…\"");
        return None;
    };
    let (used, params) = match sets.get(&name.value).and_then(Option::as_ref) {
        Some(set) => (set.entry.name, set.variants.first().map(|variant| variant.variant.params.clone()).unwrap_or_default()),
        None => (name.value.as_str(), Values::default()),
    };
    let recipe = agents().find(used).ok().and_then(|entry| entry.recipe(&params).ok());
    if recipe.is_none() {
        let known: Vec<&str> = sets.keys().map(String::as_str).chain(agents().iter().map(|entry| entry.name)).collect();
        faults.add(&name.at, Part::Value, format!("unknown agent `{}`", name.value)).suggest(&name.value, known);
    }
    recipe
}

/// What an earlier invocation of the same run measured, so that its results stay valid.
fn stored(wire: &Wire, options: &LoadOptions) -> BTreeMap<String, u64> {
    let Calibrate::ForRun { out } = &options.calibrate else { return BTreeMap::new() };
    let Some(name) = &wire.name else { return BTreeMap::new() };
    let dir = out.clone().unwrap_or_else(|| Path::new("results").join(&name.value));
    let read = || {
        let text = std::fs::read_to_string(dir.join(RESOLVED)).ok()?;
        let table: toml::Table = text.parse().ok()?;
        let pins = table.get("calibration")?.get("states-per-second")?.as_table()?.clone();
        Some(pins.into_iter().filter_map(|(game, rate)| Some((game, u64::try_from(rate.as_integer()?).ok()?))).collect())
    };
    read().unwrap_or_default()
}

/// Nodal states per second in the first turn.
fn measure(game: &Arc<dyn Game>, recipe: &dyn Recipe, label: &str, seconds: f64, options: &LoadOptions) -> Result<u64, String> {
    let quick = matches!(options.calibrate, Calibrate::Quick);
    let seconds = if quick { QUICK } else { seconds };
    recipe.suits(&game.info())?;
    let mut agent = recipe.agent(game).map_err(|error| error.to_string())?;
    let mut rng = Rng::from_seed(0);
    let mut position = game.start();
    while position.turn() == Turn::Chance {
        let outcome = position.sample(&mut rng, &mut Vec::new());
        position.apply(outcome);
    }
    let Turn::Player(player) = position.turn() else { return Err("the game is over before it begins".to_owned()) };
    warm_up(agent.as_mut(), position.as_ref()).map_err(|error| error.to_string())?;
    agent.start(player, rng);
    let mut meter = Meter::new(Budget::Time(Duration::from_secs_f64(seconds)));
    agent.choose(position.as_ref(), &mut meter, &mut Vec::new()).map_err(|error| error.to_string())?;
    let rate = (meter.states() as f64 / meter.elapsed().as_secs_f64()).round().max(1.0) as u64;
    if !quick {
        crate::run::say(&format!("calibrated: {rate} nodal states per second in {label}, measured over {seconds} s"));
    }
    Ok(rate)
}

/// How long is measured where nothing will be played, in seconds.
const QUICK: f64 = 0.05;
