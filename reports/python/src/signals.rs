//! Long calls: the interpreter runs other threads meanwhile, and Ctrl-C ends them.

use crate::errors::caught;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::{self, Builder};
use std::time::Duration;

/// How often it is asked whether the user has pressed Ctrl-C.
pub(crate) const INTERVAL: Duration = Duration::from_millis(50);

/// How many intervals a call that is to stop is waited for. What an agent learns before it searches cannot be stopped: its thread then ends by itself.
const PATIENCE: u32 = 20;

/// Searches of deep games need a deeper stack than threads of Rust have.
const STACK: usize = 16 << 20;

/// Runs `work` on a thread of its own. On Ctrl-C, sets `stop`, gives `work` a moment to see it, and raises KeyboardInterrupt.
pub(crate) fn interruptible<T: Send + 'static>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    let (caller, done) = (thread::current(), Arc::new(AtomicBool::new(false)));
    let is_done = Arc::clone(&done);
    let run = move || {
        let result = caught(work);
        done.store(true, SeqCst);
        caller.unpark();
        result
    };
    let started = Builder::new().name("treebench".to_owned()).stack_size(STACK).spawn(run);
    let worker = started.map_err(|error| PyRuntimeError::new_err(format!("the system refuses a thread: {error}")))?;
    let (mut interrupted, mut waited) = (None, 0);
    while !is_done.load(SeqCst) && waited < PATIENCE {
        py.detach(|| thread::park_timeout(INTERVAL));
        if let Err(error) = py.check_signals() {
            stop.store(true, SeqCst);
            interrupted = Some(error);
        }
        waited += u32::from(interrupted.is_some());
    }
    if let Some(error) = interrupted {
        return Err(error);
    }
    worker.join().unwrap_or_else(|_| Err(PyRuntimeError::new_err("a thread of treebench ended without a result")))
}
