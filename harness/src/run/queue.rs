//! The tasks that are still to be played, in the plan's order.

use crate::plan::{Plan, Task};
use crate::store::Done;
use std::sync::{Mutex, PoisonError};

/// Where every worker takes its next task from.
pub(super) struct Queue<'p>(Mutex<Box<dyn Iterator<Item = Task> + Send + 'p>>);

impl<'p> Queue<'p> {
    pub(super) fn new(plan: &'p Plan, done: &'p Done) -> Self {
        Queue(Mutex::new(Box::new(plan.tasks().filter(|task| !done.contains(*task)))))
    }

    pub(super) fn take(&self) -> Option<Task> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).next()
    }
}
