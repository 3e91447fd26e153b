//! What fuzzing asserts: a function of any bytes for each target.

mod engines;
mod text;

pub use text::read;

use engines::{TEXTS, changed, play};

/// What a fuzzer does with its bytes: the first one chooses a text, the second one is the seed, the others change the text.
pub fn fuzz(bytes: &[u8]) -> bool {
    let [text, seed, changes @ ..] = bytes else { return false };
    let changes = &changes[..changes.len().min(40)];
    play(&changed(TEXTS[usize::from(*text) % TEXTS.len()], changes), u64::from(*seed))
}
