//! One search from a position, equal to `bench search`.

use crate::errors::{AgentError, GameOverError, value_error};
use crate::params;
use crate::position::PyPosition;
use crate::signals::interruptible;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use treebench::agents::{Budget, Meter, Proof, SearchReport, agents, checked_turn, warm_up};
use treebench::games::notation::usual;
use treebench::games::{Player, Position, Rng, Turn};
use treebench::kinds::catch;

/// The result of a search.
struct SearchResult {
    position: Box<dyn Position>,
    drawn: Vec<String>,
    player: Player,
    chosen: String,
    meter: Meter,
    seconds: f64,
    report: SearchReport,
}

/// The budget of a turn: at most one of the three is given, by default 1000 iterations.
///
/// # Errors
/// If more than one is given, or one is out of range.
pub(crate) fn budget(iterations: Option<u64>, states: Option<u64>, seconds: Option<f64>) -> PyResult<Budget> {
    if let Some(seconds) =
        seconds.filter(|&seconds| Duration::try_from_secs_f64(seconds).is_ok_and(|time| time.is_zero()) || !(0.0..=1e9).contains(&seconds))
    {
        return Err(value_error(format!("seconds must be above zero and at most 1,000,000,000, not {seconds}")));
    }
    let given = [iterations.map(Budget::Iterations), states.map(Budget::States), seconds.map(Duration::from_secs_f64).map(Budget::Time)];
    let given: Vec<Budget> = given.into_iter().flatten().collect();
    match given[..] {
        [] => Ok(Budget::Iterations(1000)),
        [Budget::Iterations(0)] => Err(value_error("iterations must be at least 1")),
        [Budget::States(0)] => Err(value_error("states must be at least 1")),
        [budget] => Ok(budget),
        _ => Err(value_error(format!("give one of iterations, states and seconds, not {}", given.len()))),
    }
}

/// Searches from a position and returns what `treebench.search` makes a result of.
#[pyfunction]
pub(crate) fn search<'py>(
    py: Python<'py>,
    position: &PyPosition,
    agent: &str,
    limits: (Option<u64>, Option<u64>, Option<f64>),
    seed: u64,
    params: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyDict>> {
    let budget = budget(limits.0, limits.1, limits.2)?;
    let given = params::values(Some(params))?;
    let name = agent.to_owned();
    let fault = move |error: &dyn std::fmt::Display| value_error(format!("agent `{name}`: {error}"));
    let source = Arc::clone(position.source());
    let recipe = agents().find(agent).map_err(value_error)?.recipe(&given).map_err(|error| fault(&error))?;
    recipe
        .supports(&source.game.info())
        .map_err(|reason| value_error(format!("agent `{agent}` cannot play `{}`: it {reason}", source.name)))?;
    let start = position.boxed();
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = Arc::clone(&stop);
    let found = interruptible(py, &stop, move || {
        let (position, drawn) = draw_chance(start, &mut Rng::of_seed(seed, 0));
        let Turn::Player(player) = position.turn() else {
            return Err(GameOverError::new_err(format!("the game is over in `{}`, so there is nothing to search", usual(position.as_ref()))));
        };
        let mut agent = recipe.agent(&source.game).map_err(|error| fault(&error))?;
        // A fault will appear again in the search itself.
        let _ = catch(|| warm_up(agent.as_mut(), position.as_ref()));
        agent.start(player, Rng::of_seed(seed, 1));
        let mut meter = Meter::new(budget).stopped_by(stopped);
        let submove = checked_turn(agent.as_mut(), position.as_ref(), &mut meter)
            .map_err(|what| AgentError::new_err(format!("the agent {what} in `{}`", usual(position.as_ref()))))?;
        let seconds = meter.elapsed().as_secs_f64();
        let chosen = position.move_notation(&submove);
        Ok(SearchResult { drawn, player, chosen, meter, seconds, report: agent.report(), position })
    })?;
    found.dict(py)
}

/// Draws outcomes until it is a player's turn or the game is over, and says which.
fn draw_chance(mut position: Box<dyn Position>, rng: &mut Rng) -> (Box<dyn Position>, Vec<String>) {
    let mut drawn = Vec::new();
    while position.turn() == Turn::Chance {
        let outcome = position.sample(rng, &mut Vec::new());
        drawn.push(position.move_notation(&[outcome]));
        position.apply(outcome);
    }
    (position, drawn)
}

impl SearchResult {
    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all: u64 = self.report.root.iter().map(|root| root.visits).sum();
        let root = PyList::empty(py);
        for line in &self.report.root {
            let row = PyDict::new(py);
            row.set_item("move", line.written.clone().unwrap_or_else(|| self.position.move_notation(&line.submove)))?;
            row.set_item("visits", line.visits)?;
            row.set_item("share", line.visits as f64 / all.max(1) as f64)?;
            row.set_item("mean", line.mean)?;
            add_known(&row, &line.known)?;
            root.append(row)?;
        }
        let dict = PyDict::new(py);
        dict.set_item("position", self.position.notation())?;
        dict.set_item("drawn", &self.drawn)?;
        dict.set_item("player", self.player)?;
        dict.set_item("move", &self.chosen)?;
        dict.set_item("line", &self.report.line)?;
        dict.set_item("root", root)?;
        dict.set_item("iterations", self.meter.iterations())?;
        dict.set_item("states", self.meter.states())?;
        dict.set_item("seconds", self.seconds)?;
        dict.set_item("nodes", self.report.nodes)?;
        dict.set_item("bytes", self.report.bytes)?;
        add_known(&dict, &self.report.known)?;
        Ok(dict)
    }
}

/// Adds what is proven; an infinite proof number is None.
fn add_known(dict: &Bound<'_, PyDict>, known: &Proof) -> PyResult<()> {
    let numbers: Vec<Option<u32>> = known.proof_numbers.iter().map(|&number| (number != u32::MAX).then_some(number)).collect();
    dict.set_item("bounds", known.bounds)?;
    dict.set_item("proof_numbers", numbers)
}

/// The names of all registered agents, sorted.
#[pyfunction]
#[pyo3(name = "agents")]
pub(crate) fn agent_names() -> Vec<&'static str> {
    agents().iter().map(|entry| entry.name).collect()
}
