//! Long calls: the interpreter runs other threads meanwhile, and Ctrl-C ends them.

use crate::errors::caught;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::{self, Builder};
use std::time::Duration;

/// How often it is asked whether the user has pressed Ctrl-C.
pub(crate) const INTERVAL: Duration = Duration::from_millis(50);

/// Searches of deep games need a deeper stack than threads of Rust have.
const STACK: usize = 16 << 20;

/// Runs `work` on a thread of its own. On Ctrl-C, sets `stop`, waits for `work` to see it, and raises KeyboardInterrupt.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, stop: &AtomicBool, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
    let (caller, done) = (thread::current(), AtomicBool::new(false));
    let done = &done;
    thread::scope(|scope| {
        let run = move || {
            let result = caught(work);
            done.store(true, SeqCst);
            caller.unpark();
            result
        };
        let started = Builder::new().name("treebench".to_owned()).stack_size(STACK).spawn_scoped(scope, run);
        let worker = started.map_err(|error| PyRuntimeError::new_err(format!("the system refuses a thread: {error}")))?;
        let mut interrupted = None;
        while !done.load(SeqCst) {
            py.detach(|| thread::park_timeout(INTERVAL));
            if let Err(error) = py.check_signals() {
                stop.store(true, SeqCst);
                interrupted = Some(error);
            }
        }
        let result = worker.join().unwrap_or_else(|_| Err(PyRuntimeError::new_err("a thread of treebench ended without a result")));
        interrupted.map_or(result, Err)
    })
}
