//! Any text ends in a game or in errors, and a game survives printing and formatting.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    treebench_rbg_fuzz::read(&String::from_utf8_lossy(data));
});
