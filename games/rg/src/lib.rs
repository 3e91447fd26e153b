//! Regular Games (RG): text in, playable automaton out.
//!
//! A game is a finite automaton whose edges assign, compare, test reachability and name what happens by tags; the tags from one change of
//! player to the next are a move (Kowalski et al., "Regular Games", arXiv 2511.10593). There is a language for the automaton (`.rg`) and one
//! above it with domains, functions, graphs and loops (`.hrg`). The stages, in order:
//!
//! | stage | module |
//! |---|---|
//! | text to tokens, the same for both languages | `lex` |
//! | tokens of `.rg` to a tree | `parse` to [`mod@description`] |
//! | tokens of `.hrg` to a tree, which is lowered to that of `.rg` | `hrg`, `lower` |
//! | names and types resolved and checked | `resolve` to [`game`] |
//! | states, faults, and moves as numbers | [`state`], [`fault`], [`codes`] |
//! | play | [`interpret`] |
//! | games that fit as programs of `treebench_compile`, proved to be the same, for random play in native code | [`native`] |
//!
//! Besides: names and their places ([`named_parts`]), states and moves as text ([`notation`]), a tree as text (`print`, which is `Display`), a text in the standard layout
//! ([`mod@fmt`]), a picture of the automaton ([`graph`]), and limits on descriptions ([`limits`]).
//!
//! What pragmas claim is not used. The players to whom a tag is visible are told with each move.
//!
//! This crate knows no agent, no match, and nothing of treebench's `Game` trait.

pub mod limits;
mod report;
mod lex;
pub mod description;
mod parse;
mod print;
mod hrg;
mod lower;
pub mod game;
mod resolve;
pub mod state;
pub mod fault;
pub mod codes;
pub mod interpret;
pub mod native;
pub mod notation;
pub mod graph;
pub mod fmt;
mod load;
pub mod named_parts;

pub use codes::Codes;
pub use description::Description;
pub use fault::{Fault, Problem};
pub use fmt::fmt;
pub use game::{Game, Symbol};
pub use interpret::{Continuations, Interpreter, Move, Viewers};
pub use limits::Limits;
pub use load::{Language, description, load};
pub use native::{Native, NativeMove, NativePlayout};
pub use notation::Notation;
pub use state::{Control, State};
pub use treebench_compile::LoweringError;
pub use treebench_rbg::error::{Diagnostic, Errors};
pub use treebench_rbg::source::Source;
