//! Catches a panic with its message and place, without disturbing the progress display.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread is caught by [`catch`].
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
    /// Message and place of the last panic caught on this thread.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic that was caught.
pub struct CaughtPanic {
    /// The payload.
    pub payload: Box<dyn Any + Send>,
    /// Its message and `file:line`, if known.
    pub message: String,
}

/// Runs `action` and returns its panic, if any. Only this thread's panics are silenced: those of others reach the previous hook.
pub fn catch<T>(action: impl FnOnce() -> T) -> Result<T, CaughtPanic> {
    install();
    let nested = CAUGHT.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(action));
    CAUGHT.set(nested);
    result.map_err(|payload| CaughtPanic {
        payload,
        message: LAST.with_borrow_mut(Option::take).unwrap_or_else(|| "a panic without a message".to_owned()),
    })
}

fn install() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CAUGHT.get() {
                LAST.set(Some(describe(info)));
            } else {
                before(info);
            }
        }));
    });
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let message = text.unwrap_or("a panic without a message");
    match info.location() {
        Some(place) => format!("{message} ({}:{})", place.file(), place.line()),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::catch;

    #[test]
    fn message_place_and_payload_are_kept() {
        let caught = catch(|| panic!("lost {} pieces", 3)).err().unwrap();
        assert!(caught.message.starts_with("lost 3 pieces ("), "{}", caught.message);
        assert!(caught.message.contains("panics.rs:"), "{}", caught.message);
        let caught = catch(|| std::panic::panic_any(7u8)).err().unwrap();
        assert_eq!(caught.payload.downcast_ref(), Some(&7u8));
        assert_eq!(catch(|| 5).ok(), Some(5));
    }
}
