//! The fast engine: machine code made at run time by Cranelift from the intermediate form.
//!
//! A program becomes a few functions (random play, the same with a trace, listing, completing moves). Each is a state machine whose states
//! are the *entry states* of the rules, the places where a modifier-free segment begins. The operations of a segment are inlined where they
//! are needed, and a step jumps straight to the code of its next entry state. A pattern that changes the state on its way is a function of its
//! own, which segments call. Only the interpreter plays games that are too large (see `analysis::entry_states`). All `unsafe` code of
//! the project is in `runtime`; `abi` defines what native code may access.
//!
//! The modules are listed in the order of lowering; each uses only those above it. A test holds them to it.

mod abi;
mod analysis;
mod emit;
mod play;
mod runtime;

pub use runtime::native_program::Compiled;
