//! One evaluator for searches on many threads: each waits until its leaf is evaluated, and a call has one leaf of every search.
//!
//! Nothing is timed. The call begins when every search waits, or as many as a batch holds; the search that came last makes it. So a search gets the same
//! answers whatever the others do, if the evaluator's answer to a position does not depend on the other positions of the call.

use crate::errors::{PanicError, caught};
use crate::evaluation::{Answers, Evaluator, Leaves};
use crate::source::GameSource;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, Thread};

/// The leaves of all searches that use an evaluator in a game.
struct Collector {
    evaluator: Evaluator,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Searches under way.
    searches: usize,
    /// Whether a call is being made.
    is_calling: bool,
    waiting: Vec<Ticket>,
}

/// A leaf that waits.
struct Ticket {
    leaf: Leaves,
    answer: Arc<Mutex<Option<PyResult<Answer>>>>,
    thread: Thread,
}

/// What is said of it.
pub(crate) struct Answer {
    pub(crate) priors: Vec<f32>,
    pub(crate) value: f32,
}

impl Answer {
    fn of(answers: &Answers, leaf: usize) -> Answer {
        let (priors, value) = answers.of(leaf);
        Answer { priors: priors.to_vec(), value }
    }
}

/// A search that uses a collector.
pub(crate) struct Client(Arc<Collector>);

/// Those in use.
static COLLECTORS: Mutex<Vec<Weak<Collector>>> = Mutex::new(Vec::new());

impl Client {
    /// Begins a search.
    ///
    /// # Errors
    /// As for [`Evaluator::new`].
    pub(crate) fn new(evaluator: &Bound<'_, PyAny>, source: &Arc<GameSource>) -> PyResult<Client> {
        let find = |all: &[Weak<Collector>]| {
            let mut all = all.iter().filter_map(Weak::upgrade);
            all.find(|known| known.evaluator.is(evaluator) && Arc::ptr_eq(&known.evaluator.source, source))
        };
        let known = find(&lock(&COLLECTORS));
        let collector = match known {
            Some(known) => known,
            None => {
                // Python runs here, so that another thread may come first.
                let new = Arc::new(Collector { evaluator: Evaluator::new(evaluator, source)?, state: Mutex::default() });
                let mut all = lock(&COLLECTORS);
                all.retain(|collector| collector.strong_count() > 0);
                find(&all).unwrap_or_else(|| {
                    all.push(Arc::downgrade(&new));
                    new
                })
            }
        };
        lock(&collector.state).searches += 1;
        Ok(Client(collector))
    }

    /// The evaluator.
    pub(crate) fn evaluator(&self) -> &Evaluator {
        &self.0.evaluator
    }

    /// Waits for the answer about a leaf. The thread must not hold the interpreter.
    ///
    /// # Errors
    /// As for [`Evaluator::call`].
    pub(crate) fn ask(&self, leaf: Leaves) -> PyResult<Answer> {
        let answer = Arc::default();
        lock(&self.0.state).waiting.push(Ticket { leaf, answer: Arc::clone(&answer), thread: thread::current() });
        loop {
            if let Some(found) = lock(&answer).take() {
                return found;
            }
            match self.0.take() {
                Some(tickets) => self.0.call(tickets),
                None => thread::park(),
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let mut state = lock(&self.0.state);
        state.searches -= 1;
        state.wake(self.0.evaluator.batch);
    }
}

impl State {
    /// Whether a call may begin.
    fn is_ready(&self, batch: usize) -> bool {
        !self.is_calling && !self.waiting.is_empty() && self.waiting.len() >= batch.min(self.searches)
    }

    /// Wakes a search to make the next call, if it may begin.
    fn wake(&self, batch: usize) {
        if self.is_ready(batch) {
            self.waiting[0].thread.unpark();
        }
    }
}

impl Collector {
    /// The leaves of the next call, which the caller then makes; `None` if it may not begin.
    fn take(&self) -> Option<Vec<Ticket>> {
        let mut state = lock(&self.state);
        state.is_ready(self.evaluator.batch).then(|| {
            state.is_calling = true;
            let count = state.waiting.len().min(self.evaluator.batch);
            state.waiting.drain(..count).collect()
        })
    }

    /// Makes a call and hands out the answers.
    fn call(&self, tickets: Vec<Ticket>) {
        let call = Call { collector: self, tickets };
        for (ticket, answer) in call.tickets.iter().zip(self.answers(&call.tickets)) {
            *lock(&ticket.answer) = Some(answer);
        }
    }

    /// The answers about leaves. If the call fails, each is asked about by itself, so that no search fails for the leaf of another.
    fn answers(&self, tickets: &[Ticket]) -> Vec<PyResult<Answer>> {
        let call = |leaves: &[&Leaves]| Python::attach(|py| caught(|| self.evaluator.call(py, leaves)));
        let all: Vec<&Leaves> = tickets.iter().map(|ticket| &ticket.leaf).collect();
        match call(&all) {
            Ok(answers) => (0..tickets.len()).map(|leaf| Ok(Answer::of(&answers, leaf))).collect(),
            Err(error) if tickets.len() > 1 => {
                Python::attach(|py| self.evaluator.warn(py, tickets.len(), &error));
                all.iter().map(|leaf| call(&[leaf]).map(|answers| Answer::of(&answers, 0))).collect()
            }
            Err(error) => vec![Err(error)],
        }
    }
}

/// A call under way. However it ends, its searches go on, and the next call may begin.
struct Call<'c> {
    collector: &'c Collector,
    tickets: Vec<Ticket>,
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        for Ticket { answer, thread, .. } in &self.tickets {
            lock(answer).get_or_insert_with(|| Err(PanicError::new_err("the call of an evaluator ended without an answer")));
            thread.unpark();
        }
        let mut state = lock(&self.collector.state);
        state.is_calling = false;
        state.wake(self.collector.evaluator.batch);
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
