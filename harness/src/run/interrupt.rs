//! Ctrl-C: the first lets running games end, the second ends everything at once.

use super::progress::say;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// What a process that was interrupted from the keyboard returns, by the custom of shells.
pub const INTERRUPTED: u8 = 130;

/// Sets `stop` when the user presses Ctrl-C, and ends the process when that happens again. What is stored is sound either way.
///
/// Does nothing if the process handles the signal already.
pub fn stop_on_ctrl_c(stop: &Arc<AtomicBool>) {
    let stop = Arc::clone(stop);
    let handler = move || {
        if stop.swap(true, SeqCst) {
            std::process::exit(i32::from(INTERRUPTED));
        }
        say("interrupted: the games that are running are finished and stored; press Ctrl-C again to stop at once");
    };
    // Without a handler Ctrl-C ends the process at once, which the store survives.
    drop(ctrlc::set_handler(handler));
}
