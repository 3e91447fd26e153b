//! Scratch values that threads share.

use std::sync::{Mutex, PoisonError};

/// A pool of scratch values that threads borrow and return; it grows to the number lent at the same time.
pub(crate) struct Pool<T>(Mutex<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool(Mutex::new(Vec::new()))
    }
}

impl<T> Pool<T> {
    /// Lends one, made if none is free.
    pub(crate) fn lend<R>(&self, make: impl FnOnce() -> T, f: impl FnOnce(&mut T) -> R) -> R {
        let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut lent = free.unwrap_or_else(make);
        let result = f(&mut lent);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(lent);
        result
    }
}
