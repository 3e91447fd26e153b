//! A game under one strategy: the program, and engines that play it.

use super::engine::{Engine, Engines};
use std::sync::{Arc, Mutex, PoisonError};
use treebench_rbg::{Description, Interpreter, Limits, Program, Split};

/// What all positions of a view share. An engine has scratch space of its own, so whoever plays borrows one; as many are made as
/// threads play at the same time.
pub(super) struct View {
    pub(super) program: Arc<Program>,
    engines: Engines,
    free: Pool<Box<dyn Engine>>,
    /// For texts, which only the plain engine writes and reads.
    interpreters: Pool<Interpreter>,
}

impl View {
    /// # Errors
    /// If the game is too large, or its split points cannot be found within the limits.
    pub(super) fn new(description: &Arc<Description>, split: Split, limits: Limits) -> Result<Self, String> {
        let program = Arc::new(Program::new(Arc::clone(description), split, limits).map_err(|error| error.to_string())?);
        Ok(View { engines: Engines::new(&program), program, free: Pool::default(), interpreters: Pool::default() })
    }

    /// Lets an engine do something.
    #[inline]
    pub(super) fn play<T>(&self, f: impl FnOnce(&mut dyn Engine) -> T) -> T {
        self.free.lend(|| self.engines.engine(), |engine| f(engine.as_mut()))
    }

    /// Lets an interpreter do something.
    pub(super) fn interpret<T>(&self, f: impl FnOnce(&mut Interpreter) -> T) -> T {
        self.interpreters.lend(|| Interpreter::new(Arc::clone(&self.program)), f)
    }
}

/// Things that are lent and come back.
struct Pool<T>(Mutex<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool(Mutex::new(Vec::new()))
    }
}

impl<T> Pool<T> {
    fn lend<R>(&self, make: impl FnOnce() -> T, f: impl FnOnce(&mut T) -> R) -> R {
        let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut lent = free.unwrap_or_else(make);
        let result = f(&mut lent);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(lent);
        result
    }
}
