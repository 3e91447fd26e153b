//! Tests of the language, from texts to play.

mod copies;
mod errors;
mod hostile;
mod lower;
mod mutants;
mod native;
mod play;
mod random;
mod texts;
#[path = "../../../rbg/tests/rules/usage.rs"]
mod usage;
