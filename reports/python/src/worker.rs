//! The other end of an [isolated](crate::isolated) agent: the process that plays it.

use crate::errors::{caught, value_error};
use crate::script::{ScriptAgent, said};
use crate::source::GameSource;
use pyo3::prelude::*;
use serde_json::{Map, Value as Json, json as object};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use treebench::agents::{Agent as _, Budget, Fault, Meter, Overrun};
use treebench::embedding::Script;
use treebench::games::Position;
use treebench::games::notation::find_move;
use treebench::games::params::{Value, Values};
use treebench::kinds::catch;

/// Answers the lines that it is given, each by a line.
#[pyclass(frozen, module = "treebench._native", name = "Worker")]
pub(crate) struct PyWorker(Mutex<Option<WorkerGame>>);

/// The game that a worker plays: its agent, and the position.
struct WorkerGame {
    agent: ScriptAgent,
    source: Arc<GameSource>,
    position: Box<dyn Position>,
}

#[pymethods]
impl PyWorker {
    #[new]
    fn new() -> PyWorker {
        PyWorker(Mutex::new(None))
    }

    /// The answer to a line.
    fn answer(&self, py: Python<'_>, line: &str) -> String {
        let answer = py.detach(|| {
            caught(|| {
                let message: Json = serde_json::from_str(line).map_err(value_error)?;
                let mut played = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                match &mut *played {
                    None => {
                        *played = Some(WorkerGame::introduced(&message)?);
                        Ok(object!({}))
                    }
                    Some(played) if message.get("seat").is_some() => {
                        played.agent.begin(count(&message["seat"]) as usize, count(&message["seed"]));
                        Ok(object!({}))
                    }
                    Some(played) => played.turn(&message),
                }
            })
        });
        answer.unwrap_or_else(|error| object!({ "crash": said(&error) })).to_string()
    }
}

impl WorkerGame {
    /// # Errors
    /// If there is no such game or no such class.
    fn introduced(message: &Json) -> PyResult<WorkerGame> {
        let (game, values, split) = (&message["game"], values(&message["game"]["params"]), text(&message["game"]["split"]));
        let rules = &game["rules"];
        let source = if rules.is_null() {
            GameSource::registered(&text(&game["name"]), &values, Some(&split))
        } else {
            GameSource::described(&text(&rules[0]), &text(&rules[1]), &values, Some(&split))
        }?;
        let [class, folder, identity] = ["class", "folder", "identity"].map(|name| text(&message[name]));
        let script = Script { class, folder, identity, limit: None };
        let agent = ScriptAgent::new(&script, &self::values(&message["params"]), Arc::clone(&source))?;
        Ok(WorkerGame { agent, position: source.game.start(), source })
    }

    /// Follows the game and chooses a move.
    ///
    /// # Errors
    /// If the game cannot be followed.
    fn turn(&mut self, message: &Json) -> PyResult<Json> {
        self.follow(message)?;
        let budget = &message["budget"];
        let budget = match (budget["iterations"].as_u64(), budget["states"].as_u64()) {
            (Some(n), _) => Budget::Iterations(n),
            (_, Some(n)) => Budget::States(n),
            _ => Budget::Time(Duration::try_from_secs_f64(budget["seconds"].as_f64().unwrap_or(0.0)).unwrap_or_default()),
        };
        let (mut meter, mut submove) = (Meter::new(budget), Vec::new());
        let chosen = catch(|| self.agent.choose(self.position.as_ref(), &mut meter, &mut submove));
        let spent = |iterations: u64, states: u64| {
            Map::from_iter([("iterations".to_owned(), iterations.into()), ("states".to_owned(), states.into())])
        };
        let mut answer = spent(meter.iterations(), meter.states());
        match chosen {
            Ok(Ok(())) => answer.insert("move".to_owned(), self.position.move_notation(&submove).into()),
            Ok(Err(error)) => {
                answer.insert(if error.fault == Fault::IllegalMove { "illegal" } else { "crash" }.to_owned(), error.message.into())
            }
            Err(panic) => match panic.payload.downcast_ref::<Overrun>() {
                Some(overrun) => {
                    answer = spent(overrun.iterations, overrun.states);
                    answer.insert("overrun".to_owned(), true.into())
                }
                None => answer.insert("crash".to_owned(), panic.message.into()),
            },
        };
        Ok(Json::Object(answer))
    }

    /// Plays the moves since the last turn.
    fn follow(&mut self, message: &Json) -> PyResult<()> {
        let game = &self.source.game;
        if let Some(from) = message["from"].as_str() {
            self.position = game.start();
            if self.position.notation() != from {
                self.position = game.parse(from).map_err(value_error)?;
            }
        }
        for name in message["moves"].as_array().into_iter().flatten() {
            let submove = find_move(self.position.as_ref(), &text(name)).map_err(value_error)?;
            submove.into_iter().for_each(|m| self.position.apply(m));
        }
        let at = text(&message["at"]);
        if self.position.notation() != at {
            self.position = game.parse(&at).map_err(value_error)?;
        }
        Ok(())
    }
}

fn text(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn count(value: &Json) -> u64 {
    value.as_u64().unwrap_or_default()
}

/// Parameters as JSON.
pub(crate) fn json(values: &Values) -> Json {
    let json = |value: &Value| match value {
        Value::Bool(value) => (*value).into(),
        Value::Int(value) => (*value).into(),
        Value::Float(value) if value.is_finite() => (*value).into(),
        // JSON has no infinity.
        Value::Float(value) => object!({ "float": value.to_string() }),
        Value::Text(value) => value.as_str().into(),
    };
    values.iter().map(|(name, value)| (name.to_owned(), json(value))).collect::<Map<_, _>>().into()
}

/// Parameters from JSON.
fn values(json: &Json) -> Values {
    let value = |value: &Json| match value {
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => number.as_i64().map_or_else(|| Value::Float(number.as_f64().unwrap_or(f64::NAN)), Value::Int),
        Json::Object(float) => Value::Float(text(&float["float"]).parse().unwrap_or(f64::NAN)),
        other => Value::Text(text(other)),
    };
    json.as_object().into_iter().flatten().map(|(name, json)| (name.clone(), value(json))).collect()
}
