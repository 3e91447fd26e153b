//! Errors of this library as exceptions of Python. A panic is one, too: nothing that a user does may end the interpreter.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;
use treebench::kinds::catch;

create_exception!(treebench, IllegalMoveError, PyValueError, "The text or number is no legal move in this position.");
create_exception!(treebench, GameOverError, PyValueError, "The game is over: there is nothing to play or to search.");
create_exception!(treebench, ExperimentError, PyValueError, "An experiment that cannot be played; the message names file, line and key.");
create_exception!(treebench, AgentError, PyRuntimeError, "An agent failed: it raised an exception or played an illegal move.");
create_exception!(treebench, PanicError, PyRuntimeError, "A fault of a game, of an agent or of treebench itself: please report it.");

/// A wrong value.
pub(crate) fn value_error(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Runs `action`; a panic becomes a `PanicError`.
pub(crate) fn caught<T>(action: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch(action).unwrap_or_else(|panic| Err(PanicError::new_err(panic.message)))
}

/// Adds the exceptions to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("GameOverError", py.get_type::<GameOverError>())?;
    module.add("ExperimentError", py.get_type::<ExperimentError>())?;
    module.add("AgentError", py.get_type::<AgentError>())?;
    module.add("PanicError", py.get_type::<PanicError>())
}
