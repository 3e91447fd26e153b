//! The fast engine: machine code made at run time by Cranelift from the intermediate form.
//!
//! A program becomes a few functions (random play, the same with a trace, listing, completing moves). Each is a state machine whose states
//! are the *entry states* of the rules, the places where a modifier-free segment begins. The operations of a segment are inlined where they
//! are needed, and a step jumps straight to the code of its next entry state. A pattern that changes the state on its way is a function of its
//! own, which segments call. Only the interpreter plays games that are too large (see `entry_states`). All `unsafe` code of the project is in this folder: code is
//! compiled in `function` and called in `engine`; `context` and `memory` define what it may access.
//!
//! The modules are listed in the order of lowering; each uses only those above it. A test holds them to it.

mod context;
mod memory;
mod code;
mod sets;
mod select;
mod images;
mod points;
mod needs;
mod within;
mod spreads;
mod fill;
mod rays;
mod goals;
mod lazy;
mod tried;
mod operation;
mod segment;
mod registers;
mod modifiers;
mod entry_states;
mod facts;
mod certain;
mod exclusive;
mod machine;
mod blocks;
mod frames;
mod squares;
mod output;
mod encode;
mod ahead;
mod forward;
mod guide;
mod choices;
mod list;
mod alike;
mod plan;
mod last;
mod look;
mod foresee;
mod nodes;
mod chain;
mod single;
mod references;
mod never;
mod counts;
mod candidates;
mod draw;
mod write;
mod function;
mod engine;
mod sequences;
mod play;

pub use engine::Compiled;
