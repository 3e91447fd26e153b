//! Experiments within the interpreter.

use crate::errors::{ExperimentError, caught};
use crate::signals::INTERVAL;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::{self, Builder};
use treebench::cli::CliError;
use treebench::cli::embedded::{self, EmbeddedRun};
use treebench::run::{ProgressStyle, RunEnd};

/// What Ctrl-C says.
const INTERRUPTED: &str =
    "interrupted: the games that are running are finished and stored; press Ctrl-C again to go on without waiting for them\n";

fn fault(error: CliError) -> PyErr {
    ExperimentError::new_err(error.to_string())
}

/// Plays an experiment with the arguments of `bench run`. The first Ctrl-C waits for the games that are running, a second one does not; both raise
/// KeyboardInterrupt.
#[pyfunction]
pub(crate) fn run<'py>(py: Python<'py>, arguments: Vec<String>, quiet: bool) -> PyResult<Bound<'py, PyDict>> {
    let progress = if quiet { ProgressStyle::Silent } else { ProgressStyle::Auto };
    let (caller, stop) = (thread::current(), Arc::new(AtomicBool::new(false)));
    let stopped = Arc::clone(&stop);
    let play = move || {
        let played = caught(|| embedded::run(&arguments, stopped, progress).map_err(fault));
        caller.unpark();
        played
    };
    let started = Builder::new().name("experiment".to_owned()).spawn(play);
    let worker = started.map_err(|error| PyRuntimeError::new_err(format!("the system refuses a thread: {error}")))?;
    let mut interrupted = None;
    while !worker.is_finished() {
        py.detach(|| thread::park_timeout(INTERVAL));
        if let Err(error) = py.check_signals() {
            if stop.swap(true, SeqCst) {
                return Err(error);
            }
            interrupted = Some(error);
            py.import("sys")?.getattr("stderr")?.call_method1("write", (INTERRUPTED,))?;
        }
    }
    let played =
        py.detach(|| worker.join()).unwrap_or_else(|_| Err(PyRuntimeError::new_err("a thread of treebench ended without a result")));
    if let Some(error) = interrupted {
        return Err(error);
    }
    let EmbeddedRun { dir, outcome, reasons } = played?;
    let result = PyDict::new(py);
    result.set_item("dir", dir)?;
    result.set_item("complete", outcome.end == RunEnd::Complete)?;
    result.set_item("played", outcome.played)?;
    result.set_item("done_before", outcome.done_before)?;
    result.set_item("failed", outcome.failures + outcome.failed_before)?;
    result.set_item("reasons", reasons)?;
    Ok(result)
}

/// Writes the page of a run directory and returns its path.
#[pyfunction]
pub(crate) fn report(py: Python<'_>, dir: PathBuf) -> PyResult<PathBuf> {
    py.detach(|| caught(|| embedded::report(&dir).map_err(fault)))
}
