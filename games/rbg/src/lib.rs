//! Regular Boardgames (RBG): text in, executable program out.
//!
//! A description names players, pieces, variables and a board (any directed graph with labelled edges); its rules are a
//! regular expression over elementary actions whose words are the games (Kowalski et al., "Regular Boardgames", AAAI 2019; the
//! split-moves paper, appendix 2, is the source of everything about splits). The stages, in order:
//!
//! | stage | module |
//! |---|---|
//! | text to tokens | `lex` |
//! | tokens to sections; macros expanded, their [`parameter`]s replaced | `sections`, `expand` |
//! | sections to a game as data: pieces, board graph, rules as a tree | [`mod@parse`], [`generators`] to [`description`], [`board`], [`expr`] |
//! | lints | [`check`] |
//! | the passes that cut moves into semimoves under a strategy | [`split`] |
//! | the rules as a nondeterministic automaton with numbered actions | [`mod@automaton`] |
//! | a game under one strategy, lowered to the program that `treebench-compile` turns into native code | [`program`] |
//! | the interpreter, which is the reference for native code | [`interpret`] |
//!
//! Besides: names and their places ([`named_parts`]), states as text ([`notation`]), a game as text (`print`, which is `Display`, and [`mod@fmt`]), pictures of the automaton
//! ([`graph`]), errors and their places ([`error`], [`source`]), and limits on descriptions ([`limits`]).
//!
//! This crate knows no agent, no match, and nothing of treebench's `Game` trait.

pub mod limits;
pub mod expr;
pub mod board;
pub mod description;
pub mod source;
pub mod error;
mod report;
mod lex;
mod sections;
mod expand;
mod names;
pub mod generators;
pub mod parameter;
pub mod parse;
mod print;
pub mod fmt;
pub mod check;
pub mod named_parts;
pub mod automaton;
pub mod split;
pub mod program;
pub mod notation;
pub mod interpret;
pub mod graph;

pub use automaton::automaton;
pub use board::Board;
pub use check::{lint, unused_macros};
pub use description::Description;
pub use error::Errors;
pub use expr::Expr;
pub use fmt::fmt;
pub use interpret::Interpreter;
pub use limits::Limits;
pub use parameter::{Parameter, documentation, parameters};
pub use parse::{parse, parse_with};
pub use program::Program;
pub use split::Split;
pub use treebench_compile::{
    Arithmetic, Automaton, Codes, Comparison, Control, Edge, Fault, Guide, Label, Layout, Limit, Limits as PlayLimits, LoweringError,
    NativeProgram, NodeId, Operator, Pass, Passes, Piece, PlayoutCount, PlayoutEvent, SplitMix, State, Step, Variable,
};
