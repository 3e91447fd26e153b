//! Python agents in experiments.

use crate::budget::PyBudget;
use crate::game::PyGame;
use crate::isolated::IsolatedAgent;
use crate::params;
use crate::position::{PyPosition, submove_of};
use crate::source::GameSource;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;
use treebench::agents::registry::erase_recipe;
use treebench::agents::{Agent, AgentError, Fault, Meter, Recipe};
use treebench::embedding::{BuiltGame, Interpreter, Script};
use treebench::games::params::{ParamError, Values};
use treebench::games::{Game, Move, Player, Position, Rng};

/// The interpreter that this module was loaded into.
pub(crate) struct Python3;

impl Interpreter for Python3 {
    fn identity(&self, script: &Script) -> Result<String, String> {
        Python::attach(|py| {
            let scripts = py.import("treebench._scripts")?;
            scripts.call_method1("identity", (&script.class, &script.folder))?.extract()
        })
        .map_err(|error: PyErr| said(&error))
    }

    /// The interpreter makes a state for a thread that comes to it, which takes longer than a turn; one that stays attached keeps its own.
    fn in_thread(&self, work: &mut (dyn FnMut() + Send)) {
        Python::attach(|py| py.detach(work));
    }

    fn recipe(&self, script: &Script, params: &Values, game: Option<&BuiltGame>) -> Box<dyn Recipe> {
        let (script, params, source) = (script.clone(), params.clone(), game.map(GameSource::built));
        erase_recipe(ScriptRecipe { script, params, source })
    }
}

/// A class with its parameters.
struct ScriptRecipe {
    script: Script,
    params: Values,
    source: Option<Arc<GameSource>>,
}

impl Recipe for ScriptRecipe {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let source = self.source.clone().unwrap_or_else(|| GameSource::unnamed(game));
        match self.script.limit {
            Some(limit) => IsolatedAgent::new(&self.script, &self.params, &source, limit).map(|agent| Box::new(agent) as Box<dyn Agent>),
            None => ScriptAgent::new(&self.script, &self.params, source).map(|agent| Box::new(agent) as Box<dyn Agent>),
        }
        .map_err(|error| ParamError::rule("", said(&error)))
    }

    fn check(&self, _game: &Arc<dyn Game>) -> Result<(), ParamError> {
        Python::attach(|py| {
            let scripts = py.import("treebench._scripts")?;
            let arguments = (&self.script.class, &self.script.folder, params::dict(py, &self.params)?, self.script.limit.is_some());
            scripts.call_method1("check", arguments).map(drop)
        })
        .map_err(|error| ParamError::rule("", said(&error)))
    }
}

/// An instance of a class.
pub(crate) struct ScriptAgent {
    object: Py<PyAny>,
    /// Its method, bound once.
    choose: Py<PyAny>,
    /// A `random.Random`, seeded for every game.
    rng: Py<PyAny>,
    source: Arc<GameSource>,
    /// What went wrong at the start of the game.
    fault: Option<AgentError>,
}

impl ScriptAgent {
    /// # Errors
    /// If there is no such class any more, or it does not take its parameters.
    pub(crate) fn new(script: &Script, params: &Values, source: Arc<GameSource>) -> PyResult<ScriptAgent> {
        Python::attach(|py| {
            let scripts = py.import("treebench._scripts")?;
            let arguments = (&script.class, &script.folder, &script.identity, params::dict(py, params)?);
            let object = scripts.call_method1("build", arguments)?;
            let choose = object.getattr("choose")?.unbind();
            let rng = py.import("random")?.call_method1("Random", (0,))?.unbind();
            Ok(ScriptAgent { object: object.unbind(), choose, rng, source, fault: None })
        })
    }

    /// The seed of a game.
    pub(crate) fn seed(rng: &mut Rng) -> u64 {
        rng.bits64()
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self, seat: Player, seed: u64) {
        self.fault = Python::attach(|py| {
            self.rng.call_method1(py, "seed", (seed,))?;
            self.object.call_method1(py, "start", (PyGame(Arc::clone(&self.source)), seat))
        })
        .err()
        .map(|error| crash(&error));
    }
}

impl Agent for ScriptAgent {
    fn start(&mut self, seat: Player, mut rng: Rng) {
        self.begin(seat, ScriptAgent::seed(&mut rng));
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let (chosen, overrun) = Python::attach(|py| {
            let budget = Bound::new(py, PyBudget::new(meter.clone())).map_err(|error| (crash(&error), None))?;
            let seen = PyPosition::new(&self.source, position.boxed());
            let answer = self.choose.bind(py).call1((seen, &budget, &self.rng));
            let (spent, overrun) = budget.get().spent();
            *meter = spent;
            let chosen = answer.and_then(|answer| legal_move(&self.source, position, &answer)).map_err(|error| failure(py, &error));
            chosen.map(|chosen| (chosen, overrun)).map_err(|error| (error, overrun))
        })
        .map_or_else(|(error, overrun)| (Err(error), overrun), |(chosen, overrun)| (Ok(chosen), overrun));
        if let Some(overrun) = overrun {
            // The referee knows agents that do not end their turn by this.
            std::panic::panic_any(overrun);
        }
        submove.extend(chosen?);
        Ok(())
    }

    fn warms_up(&self) -> bool {
        false
    }
}

/// The move that an agent named.
fn legal_move(source: &GameSource, position: &dyn Position, answer: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
    let wrong = |error: PyErr| PyTypeError::new_err(format!("choose returned {}", error.value(answer.py())));
    let choice = answer.extract().map_err(wrong)?;
    submove_of(source, position, &choice)
}

/// An exception of an agent: an illegal move is one of its own kind.
fn failure(py: Python<'_>, error: &PyErr) -> AgentError {
    let is_illegal = error.is_instance_of::<crate::errors::IllegalMoveError>(py) && error.traceback(py).is_none();
    if is_illegal {
        AgentError { fault: Fault::IllegalMove, message: format!("played an illegal move: {}", error.value(py)) }
    } else {
        crash(error)
    }
}

fn crash(error: &PyErr) -> AgentError {
    AgentError { fault: Fault::Crash, message: said(error) }
}

/// An exception in one line, with the places that it came through.
pub(crate) fn said(error: &PyErr) -> String {
    Python::attach(|py| {
        let scripts = py.import("treebench._scripts")?;
        let text = scripts.call_method1("in_one_line", (error.value(py), error.traceback(py)))?;
        text.cast::<PyString>().map_err(PyErr::from)?.extract()
    })
    .unwrap_or_else(|_: PyErr| error.to_string())
}
