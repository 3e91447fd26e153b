//! Games as programs of `treebench_compile`, which become native code.
//!
//! A program has a board, variables, and a current square; a game of this language has maps and values that refer to squares. A map with the most keys
//! becomes the board, the entries of others become variables. What a plain variable holds becomes a part of the program's nodes: a known symbol, or a function of
//! the current square. That does not fit every game: the others are played by the interpreter, and the reason is told.
//!
//! | stage | module |
//! |---|---|
//! | the place of every cell of a state | `storage` |
//! | the variables that are still read | `liveness` |
//! | what is known of them at a point, and of operands there | `point`, `operands` |
//! | the program's automaton, node by node and edge by edge | `automaton`, `lowering`, `edges` |
//! | the proof that tags determine moves | `uniqueness` |
//! | states of both kinds | `states` |

mod storage;
mod liveness;
mod point;
mod operands;
mod automaton;
mod lowering;
mod edges;
mod uniqueness;
mod states;
mod play;

pub use play::{Native, NativeMove, NativePlayout};
