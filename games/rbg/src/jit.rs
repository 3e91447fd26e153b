//! The fast engine: native code made at run time by Cranelift from the intermediate form.
//!
//! What it cannot play, only the interpreter plays: strategies without `Mod`, whose semimoves are sequences of steps (`Plus`, `Shift`,
//! `PlusShift`), and rules with a pattern that changes the board or a variable (international-draughts).
//!
//! A program becomes a few functions (random play, the same with a trace, listing, completing moves). Each is one state machine whose states
//! are the *entry states* of the rules, the places where a segment begins; a segment's operations stand inline where they are needed, and a
//! step leads straight to the code of its next entry state. All `unsafe` code of the project stands here: code is made at run time
//! in `function` and called in `engine`; what it may touch is laid out in `context`.

mod act;
mod code;
mod context;
mod digits;
mod engine;
mod frames;
mod function;
mod guide;
mod images;
mod list;
mod machine;
mod orthodox;
mod play;
mod random;
mod select;
mod sets;
mod split;
mod entry_states;
mod segment;
mod trace;

pub use engine::Compiled;
