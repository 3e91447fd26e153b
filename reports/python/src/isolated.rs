//! An agent in Python that plays in its own process, which may hang or crash: the process of an engine, spoken to in lines of JSON.
//!
//! | line | answer |
//! |---|---|
//! | who plays what: `class`, `folder`, `identity`, `params`, `game` | `{}` |
//! | a game begins: `seat`, `seed` | `{}` |
//! | a turn: `from` (a position, at the first turn), `moves` since the last, `at` (the position now), `budget` | `move`, or `illegal` or `crash` with a message, or `overrun`; and `iterations`, `states` |
//!
//! `crash` answers a line of any kind that cannot be obeyed. The same class, [within the program](crate::script), plays the same games.

use crate::script::ScriptAgent;
use crate::source::GameSource;
use crate::worker::json;
use pyo3::prelude::*;
use serde_json::{Value as Json, json as object};
use std::time::Duration;
use treebench::agents::engines::process::Deadline;
use treebench::agents::engines::{Failure, Launch, Process};
use treebench::agents::{Agent, AgentError, Budget, Fault, Meter, Overrun};
use treebench::embedding::Script;
use treebench::games::notation::find_move;
use treebench::games::params::Values;
use treebench::games::{Move, Player, Position, Rng};

/// How much later than a limit of the referee the process is killed.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a process may take at least before it plays: it imports what the class needs.
const START: Duration = Duration::from_secs(60);

/// An agent in its own process.
pub(crate) struct IsolatedAgent {
    launch: Launch,
    introduction: Json,
    limit: Duration,
    process: Option<Process>,
    /// The first position of the game, until the process knows it, and the moves since that it does not know.
    from: Option<String>,
    moves: Vec<String>,
    /// Whether the process knows where the game is.
    is_told: bool,
    /// What went wrong outside of a turn.
    fault: Option<AgentError>,
}

impl IsolatedAgent {
    /// # Errors
    /// If Python cannot say how to start it.
    pub(crate) fn new(script: &Script, params: &Values, source: &GameSource, limit: Duration) -> PyResult<IsolatedAgent> {
        let command = Python::attach(|py| py.import("treebench._scripts")?.getattr("worker")?.call0()?.extract())?;
        let introduction = object!({
            "class": script.class,
            "folder": script.folder,
            "identity": script.identity,
            "params": json(params),
            "game": { "name": source.name, "rules": source.rules, "params": json(&source.given), "split": source.game.split() },
        });
        let launch = Launch { command, folder: None };
        let (from, moves) = (None, Vec::new());
        Ok(IsolatedAgent { launch, introduction, limit, process: None, from, moves, is_told: false, fault: None })
    }

    /// Starts the process if there is none, and says that a game begins.
    fn begin(&mut self, seat: Player, seed: u64) -> Result<(), Failure> {
        let deadline = Deadline::after(self.limit.max(START));
        if self.process.is_none() {
            self.process = Some(Process::start(&self.launch)?);
            let introduction = self.introduction.clone();
            if let Err(failure) = self.ask(&introduction, &deadline).and_then(fault) {
                // It was never introduced.
                self.process = None;
                return Err(failure.at_start());
            }
        }
        self.ask(&object!({ "seat": seat, "seed": seed }), &deadline).and_then(fault).map(drop)
    }

    /// Sends a message and waits for the answer.
    fn ask(&mut self, message: &Json, deadline: &Deadline) -> Result<Json, Failure> {
        let Some(process) = &mut self.process else { return Err(Failure::new(Fault::Crash, "has no process")) };
        process.send(&message.to_string(), deadline)?;
        let line = process.line(deadline)?;
        serde_json::from_str(&line).map_err(|error| Failure::protocol(format!("its process said {line:?}: {error}")))
    }

    /// Tells the process where the game is and asks for a move.
    fn turn(&mut self, position: &dyn Position, meter: &mut Meter) -> Result<Vec<Move>, Failure> {
        if !self.is_told && self.from.is_none() {
            self.from = Some(position.notation());
        }
        let budget = match meter.budget() {
            Budget::Iterations(n) => object!({ "iterations": n }),
            Budget::States(n) => object!({ "states": n }),
            Budget::Time(time) => object!({ "seconds": time.as_secs_f64() }),
            Budget::Clock(control) => object!({ "seconds": control.base.as_secs_f64() }),
        };
        let message =
            object!({ "from": self.from.take(), "moves": std::mem::take(&mut self.moves), "at": position.notation(), "budget": budget });
        self.is_told = true;
        let limit = meter.limit().map_or(self.limit, |limit| self.limit.max(limit + PATIENCE));
        let answer = self.ask(&message, &Deadline::after(limit))?;
        let count = |name: &str| answer[name].as_u64().unwrap_or(0);
        meter.reported(count("iterations"), count("states"));
        if answer["overrun"] == Json::Bool(true) {
            // As within the program.
            std::panic::panic_any(Overrun { iterations: count("iterations"), states: count("states") });
        }
        let chosen = text(&answer, "move").unwrap_or_default();
        fault(answer)?;
        find_move(position, &chosen).map_err(|error| Failure::protocol(format!("its process chose {error}")))
    }
}

/// The failure that an answer tells, if it tells one.
fn fault(answer: Json) -> Result<(), Failure> {
    match (text(&answer, "crash"), text(&answer, "illegal")) {
        (Some(message), _) => Err(Failure::new(Fault::Crash, message)),
        (_, Some(message)) => Err(Failure::new(Fault::IllegalMove, message)),
        (None, None) => Ok(()),
    }
}

fn text(answer: &Json, name: &str) -> Option<String> {
    answer[name].as_str().map(str::to_owned)
}

impl Agent for IsolatedAgent {
    fn start(&mut self, seat: Player, mut rng: Rng) {
        (self.from, self.is_told) = (None, false);
        self.moves.clear();
        self.fault = self.begin(seat, ScriptAgent::seed(&mut rng)).err().map(AgentError::from);
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        submove.extend(self.turn(position, meter)?);
        Ok(())
    }

    fn observe(&mut self, before: &dyn Position, submove: &[Move]) {
        if !self.is_told && self.from.is_none() {
            self.from = Some(before.notation());
        }
        self.moves.push(before.move_notation(submove));
    }

    fn warms_up(&self) -> bool {
        false
    }
}
