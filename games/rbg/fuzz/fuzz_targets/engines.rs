//! Whatever is a game, both engines play alike.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    treebench_rbg_fuzz::fuzz(data);
});
