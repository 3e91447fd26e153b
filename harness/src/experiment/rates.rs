//! Rates for the budget `states-as`: `states-as = "0.5s"` gives every agent as many nodal states as one of them computes in that time.
//!
//! This is the fixed setting of the split-moves paper (appendix 4.3): agents get equal numbers of nodal states per turn, for each game as many as the
//! orthodox agent computes in the first turn, measured over ten seconds and scaled to the time of a turn. Here rates are only looked up; a
//! [probe](crate::probe) measures missing ones.

use super::Program;
use super::contestants::AgentSets;
use super::games::GameSet;
use crate::config::wire::{BudgetWire, CalibrationWire, Located, SECONDS, STATES_AS, Wire};
use crate::config::{Part, Place};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use treebench_agents::{Budget, agents};
use treebench_games::Game;
use treebench_games::params::{Values, resolve};

/// Nodal states per second that cells assume until a rate is measured.
const NOMINAL: u64 = 100_000;

/// A measured rate.
#[derive(Clone, PartialEq, Debug)]
pub struct Rate {
    /// The label of the game.
    pub game: String,
    /// The label of the agent; empty if unknown, as in runs of older versions.
    pub agent: String,
    /// Nodal states per second.
    pub states_per_second: u64,
}

impl Rate {
    /// Whether it belongs to an agent and a game with these labels.
    pub fn is_of(&self, game: &str, agent: &str) -> bool {
        self.game == game && (self.agent == agent || self.agent.is_empty())
    }
}

/// A missing rate of the experiment: what to measure.
#[derive(Clone)]
pub struct MissingRate {
    /// The label of the game.
    pub game: String,
    /// The label of the agent.
    pub agent: String,
    /// The game, built.
    pub built: Arc<dyn Game>,
    /// The agent that is measured.
    pub program: Program,
    /// All of its parameters.
    pub params: Values,
    /// How long, in seconds.
    pub seconds: f64,
    /// The budget that needs the rate.
    pub place: Option<Place>,
}

/// The rates of all games, by label.
#[derive(Default)]
pub(crate) struct Rates {
    /// Pinned in the file or measured earlier.
    pub(crate) known: BTreeMap<String, u64>,
    pub(crate) missing: Vec<MissingRate>,
}

impl Rates {
    /// The counted budget: times of `states-as` become states.
    pub(crate) fn counted(&self, key: &str, budget: Budget, game: &str) -> Budget {
        match budget {
            Budget::Time(time) if key == STATES_AS => Budget::States(self.states(game, time)),
            other => other,
        }
    }

    fn states(&self, game: &str, time: Duration) -> u64 {
        let rate = self.known.get(game).copied().unwrap_or(NOMINAL);
        ((rate as f64 * time.as_secs_f64()).round() as u64).max(1)
    }
}

/// The rates of all games, if any budget needs them: pinned in the file, or known to the caller.
pub(crate) fn rates(wire: &Wire, games: &[GameSet], sets: &AgentSets, known: &[Rate]) -> Rates {
    let own = wire.agents.values().filter_map(|table| table.as_ref()?.budget.as_ref());
    let needed = wire.budget.iter().chain(own).find(|budget| budget.key == STATES_AS);
    let Some(needed) = needed else { return Rates::default() };
    let calibration = wire.calibration.as_ref();
    let pins = calibration.map_or_else(BTreeMap::new, |calibration| calibration.pins.clone());
    refuse_unknown(&pins, games);
    if !wire.at.sources().none() {
        return Rates::default();
    }
    let mut rates = Rates::default();
    let mut measured = None;
    for (game, variant) in games.iter().flat_map(|game| game.variants.iter().map(move |variant| (game, variant))) {
        let label = &variant.choice.label;
        if let Some(pin) = pins.get(label).or_else(|| pins.get(&game.name)) {
            rates.known.insert(label.clone(), pin.value);
            continue;
        }
        if measured.is_none() {
            measured = agent_measured(needed, calibration, sets);
        }
        let Some((agent, program, params)) = &measured else { return Rates::default() };
        match known.iter().find(|rate| rate.is_of(label, agent)) {
            Some(rate) => {
                rates.known.insert(label.clone(), rate.states_per_second);
            }
            None => rates.missing.push(MissingRate {
                game: label.clone(),
                agent: agent.clone(),
                built: Arc::clone(&variant.choice.game),
                program: program.clone(),
                params: params.clone(),
                seconds: calibration.and_then(|calibration| calibration.seconds).unwrap_or(SECONDS),
                place: needed.at.place(Part::Key),
            }),
        }
    }
    rates
}

/// Reports rates for games outside the grid.
fn refuse_unknown(pins: &BTreeMap<String, Located<u64>>, games: &[GameSet]) {
    let labels =
        || games.iter().flat_map(|game| game.variants.iter().map(|variant| variant.choice.label.as_str()).chain([game.name.as_str()]));
    for (name, pin) in pins.iter().filter(|(name, _)| !labels().any(|label| label == *name)) {
        if pin.at.sources().full() {
            return;
        }
        let mut known: Vec<&str> = labels().collect();
        known.sort_unstable();
        known.dedup();
        pin.at.refuse(Part::Key, format!("`{name}` is not a game of the grid")).suggest(name, known);
    }
}

/// The agent that is measured, with its label: a table of the file, or a registered agent at its defaults.
fn agent_measured(budget: &BudgetWire, calibration: Option<&CalibrationWire>, sets: &AgentSets) -> Option<(String, Program, Values)> {
    let Some(name) = calibration.and_then(|calibration| calibration.agent.as_ref()) else {
        let message = format!("`{}` needs an agent whose nodal states are counted", STATES_AS);
        budget.at.refuse(Part::Key, message).help("write [calibration] with agent = \"…\"");
        return None;
    };
    let (program, params) = match sets.get(&name.value).and_then(Option::as_ref) {
        Some(set) => (Some(set.program.clone()), set.variants.first().map(|variant| variant.variant.params.clone())),
        None => {
            let entry = agents().find(&name.value).ok();
            (entry.map(Program::Agent), entry.and_then(|entry| resolve(&(entry.specs)(), &Values::default()).ok()))
        }
    };
    let Some((program, params)) = program.zip(params) else {
        let known: Vec<&str> = sets.keys().map(String::as_str).chain(agents().iter().map(|entry| entry.name)).collect();
        name.at.refuse(Part::Value, format!("unknown agent `{}`", name.value)).suggest(&name.value, known);
        return None;
    };
    Some((program.label(&params), program, params))
}
