//! The interpreter: the reference for the compiler in [`jit`](crate::jit).
//!
//! It walks the automaton edge by edge, as the rules of play in [`program`](crate::program) and the split-moves paper (appendix 2.1)
//! describe, and keeps no tables beyond the marks of visited pairs. The parts:
//!
//! | part | module |
//! |---|---|
//! | the engine itself | `engine` |
//! | segments, patterns, searching and listing moves | `explore` |
//! | visits | `marks` |
//! | taking steps and taking them back | `step` |
//! | arithmetic | `value` |
//! | finding the move of a code | `find` |
//! | moves as text | `moves` |
//! | random play | `playout` |
//! | dead ends that are proved | `hopeless` |
//! | faults | `fault` |

mod fault;
mod marks;
mod hopeless;
mod value;
mod step;
mod explore;
mod engine;
mod find;
mod moves;
mod playout;

pub use engine::Interpreter;
pub use explore::Semimove;
pub use fault::{Fault, Limit};
pub(crate) use hopeless::Hopeless;
pub use playout::{Noted, PlayoutCount};
pub(crate) use step::{Undo, take, take_back};
