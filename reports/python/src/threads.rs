//! Work in parts, on several threads.

use crate::errors::{caught, value_error};
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

/// Does the work of all parts, on at most `threads` threads with the caller's. Those that the system refuses are done without.
///
/// # Errors
/// If a part fails or panics.
pub(crate) fn shared<P: Send>(
    parts: impl Iterator<Item = P> + Send,
    threads: usize,
    work: impl Fn(P) -> PyResult<()> + Sync,
) -> PyResult<()> {
    let parts = Mutex::new(parts);
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let take = || caught(|| std::iter::from_fn(next).try_for_each(&work));
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map_while(|_| Builder::new().spawn_scoped(scope, take).ok()).collect();
        let own = take();
        let ended = |_| Err(value_error("a thread ended without a result"));
        others.into_iter().fold(own, |result, other| result.and(other.join().unwrap_or_else(ended)))
    })
}
