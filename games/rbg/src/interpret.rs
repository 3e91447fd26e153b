//! The interpreter: the reference for [native code](treebench_compile::NativeProgram).
//!
//! It walks the automaton edge by edge, as the [rules of play](treebench_compile::program) and the split-moves paper (appendix 2.1)
//! describe, and keeps no tables beyond the marks of visited pairs. The parts:
//!
//! | part | module |
//! |---|---|
//! | its interface | `interpreter` |
//! | segments, patterns, searching and listing moves | `explore` |
//! | finding the move of a code | `find` |
//! | moves as text | `moves` |
//! | random play | `playout` |

mod explore;
mod interpreter;
mod find;
mod moves;
mod playout;

pub use explore::Semimove;
pub use interpreter::Interpreter;
