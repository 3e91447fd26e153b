//! Lowers games to programs of `treebench_compile`, which become native code.
//!
//! A program has a board, variables, and a current square; a game of this language has maps and values that refer to squares. The map with the most
//! keys becomes the board, and others over squares do if that is needed; the entries of the rest become variables. What a plain variable holds becomes a
//! part of the program's nodes: a known symbol, or a function of the current square. That does not fit every game: the others are played by the
//! interpreter, and the reason is told.
//!
//! Requirements on a game, and what other games would need from `treebench_compile`:
//!
//! * Maps over squares. All are parts of one board, on which the square of one map leads to that of another. A small second map may also be of variables.
//! * One square that is not a function of another. A second one is stored as a number.
//! * Plain variables with few values together. If there are many, those with the most are stored as numbers, too, or get squares of their own if constants lead
//!   from them to squares.
//! * Tags that determine the move or the outcome of chance, and a keeper without a choice, both proved. Then all outcomes are equally likely, and chance is
//!   one more player.
//!
//! | stage | module |
//! |---|---|
//! | the place of every cell of a state | `storage` |
//! | another place for variables, where the usual one does not fit | `plan` |
//! | the variables that are still read | `liveness` |
//! | what is known of them at a point, and of operands there | `point`, `operands` |
//! | the program's automaton, node by node and edge by edge | `automaton`, `lowering`, `edges`, `any_member` |
//! | changes of the board that are made together with a tag | `hoisted_changes` |
//! | the proof that tags determine moves | `first_events`, `parted_ways`, `uniqueness` |
//! | states of both kinds | `states` |

mod plan;
mod storage;
mod liveness;
mod point;
mod operands;
mod current_square;
mod automaton;
mod lowering;
mod hoisted_changes;
mod edges;
mod any_member;
mod first_events;
mod parted_ways;
mod uniqueness;
mod states;
mod play;

pub use play::{Native, NativeMove, NativePlayout};
