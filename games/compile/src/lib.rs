//! Native code for games whose rules are an automaton, whatever language describes them.
//!
//! A language hands over a [`Program`]: a [`board`] of squares with a piece on each, variables, and an [`automaton`] whose edges
//! move the current square, test the state, and change it. [`Compiled`] plays it. The stages, in order:
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
//! | machine code made from these, and its calls | [`jit`] |
//!
//! The interpreters of the languages, which are the references for native code, share what both do step by step: steps and their
//! undo ([`step`], [`value`]), visits ([`marks`]), proofs of dead ends ([`dead_ends`]), random numbers ([`splitmix`]), choice by
//! learnt values ([`guide`]), and the results of playouts ([`playout`]).
//!
//! This crate knows no language, no agent and no match. All `unsafe` code of the project is in it.

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
#[expect(unsafe_code, reason = "native code is called here and nowhere else")]
pub mod jit;

pub use automaton::{Automaton, Edge, EdgeId, Label, NodeId, Semimoves, Step};
pub use board::{Board, Control, Direction, Piece, Square};
pub use codes::Codes;
pub use dead_ends::DeadEnds;
pub use fault::{Fault, Limit};
pub use guide::Guide;
pub use ir::Unsupported;
pub use jit::Compiled;
pub use limits::Limits;
pub use number::{Arithmetic, Comparator, Comparison, Operator, Variable};
pub use passes::{Pass, Passes};
pub use playout::{Noted, PlayoutCount};
pub use program::Program;
pub use splitmix::SplitMix;
pub use state::{Layout, State};
