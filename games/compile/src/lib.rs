//! Rules as an automaton over a board, compiled to native code at run time.
//!
//! A language lowers a game to a [`Program`]: a [`board`] of squares with a piece on each, variables, and an [`automaton`] whose edges
//! move the current square, test the state, and change it. [`NativeProgram`] plays it. The stages, in order:
//!
//! | stage | module |
//! |---|---|
//! | the input: board, numbers, automaton | [`board`], [`number`], [`automaton`] |
//! | sets of squares and relations between them | [`squares`] |
//! | states, and the limits of play | [`state`], [`limits`], [`fault`] |
//! | moves without a choice, moves as 63-bit numbers | [`forced`], [`codes`] |
//! | all of it together, and the rules of play | [`program`] |
//! | the optimisations by name | [`passes`] |
//! | lowering of the automaton to operations on sets | [`ir`] |
//! | what native code and its caller agree on | `abi` |
//! | facts about the entry states and their segments | `analysis` |
//! | instructions for sets, squares, segments and steps | `emit` |
//! | the functions of a program, made of these | `play` |
//! | their memory and their calls: [`NativeProgram`] | `runtime` |
//!
//! A program becomes a few functions (random play, the same with a trace, listing, completing moves). Each is a state machine whose
//! states are the *entry states* of the rules, the places where a modifier-free segment begins. The operations of a segment are inlined
//! where they are needed, and a step jumps straight to the code of its next entry state. A pattern that changes the state on its way is a
//! function of its own, which segments call. Only interpreters play games that are too large (see `analysis::entry_states`).
//!
//! The modules are listed in the order of lowering; each uses only those above it. A test holds them to it.
//!
//! Each language has an interpreter, the reference for native code. What both do step by step is here, too: steps and their undo
//! ([`step`], [`value`]), visits ([`marks`]), proofs of dead ends ([`dead_ends`]), random numbers ([`splitmix`]), choice by learnt
//! values ([`guide`]), and the results of playouts ([`playout`]).
//!
//! This crate knows no language, no agent and no match. All `unsafe` code of the project is in it, called in `runtime`.

pub mod board;
pub mod number;
pub mod automaton;
pub mod squares;
pub mod limits;
pub mod fault;
pub mod state;
pub mod splitmix;
pub mod forced;
pub mod codes;
pub mod passes;
pub mod program;
pub mod value;
pub mod step;
pub mod marks;
pub mod dead_ends;
pub mod guide;
pub mod playout;
pub mod ir;
mod abi;
mod analysis;
#[cfg_attr(test, expect(unsafe_code, reason = "a test calls the instruction that it has made"))]
mod emit;
mod play;
#[expect(unsafe_code, reason = "native code is called here and nowhere else")]
mod runtime;

pub use automaton::{Automaton, Edge, EdgeId, Label, NodeId, Semimoves, Step};
pub use board::{Board, Control, Direction, Piece, Square};
pub use codes::Codes;
pub use dead_ends::DeadEnds;
pub use fault::{Fault, Limit};
pub use guide::Guide;
pub use ir::LoweringError;
pub use limits::Limits;
pub use number::{Arithmetic, Comparator, Comparison, Operator, Variable};
pub use passes::{Pass, Passes};
pub use playout::{PlayoutCount, PlayoutEvent};
pub use program::Program;
pub use runtime::native_program::NativeProgram;
pub use splitmix::SplitMix;
pub use state::{Layout, State};
