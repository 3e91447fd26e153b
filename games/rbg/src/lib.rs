//! Regular Boardgames (RBG): text in, executable program out.
//!
//! A description names players, pieces, variables and a board (any directed graph with labelled edges); its rules are a
//! regular expression over elementary actions whose words are the games (Kowalski et al., "Regular Boardgames", AAAI 2019; the
//! split-moves paper, appendix 2, is the source of everything about splits). The stages, in order:
//!
//! | stage | module |
//! |---|---|
//! | a game as data: pieces, board graph, rules as a tree | [`description`], [`board`], [`expr`] |
//! | the rules as a nondeterministic automaton with numbered actions | [`automaton`] |
//! | what changes during play | [`state`] |
//!
//! This crate knows no agent, no match, and nothing of treebench's `Game` trait.

pub mod expr;
pub mod board;
pub mod description;
pub mod automaton;
pub mod state;

pub use automaton::Automaton;
pub use board::Board;
pub use description::Description;
pub use expr::Expr;
pub use state::State;
