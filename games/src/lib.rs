//! The game traits and the games.
//!
//! | to learn | read |
//! |---|---|
//! | the requirements on every game and position | [`mod@game`], [`position`] |
//! | optional capabilities | [`position::capabilities`] |
//! | parameters of games and agents | [`params`] |
//! | random play, including dead ends | [`position::playout`] |
//! | pictures of positions | [`picture`] |
//! | games in standard notations | [`exchange`] |
//! | notation of positions and moves | [`notation`], [`fen`] |
//! | tools for fast games | [`bits`], [`hash`], [`rng`] |
//! | the swap rule, for any game of two | [`swap`] |
//! | the tests of every registered game | [`contract`], [`perft`] |
//! | the games | [`rust`], one file each; [`rbg`] and [`rg`], rules as text; [`catalogue`], all of them |
//! | how a text with rules becomes a game | [`languages`] |
//!
//! This crate knows no agent, no match and no file format.

// `#[game]` writes paths that start with `::treebench`, the facade's name. Inside this crate that name is the crate.
extern crate self as treebench;

pub mod rng;
pub mod bits;
pub mod hash;
pub mod moves;
pub mod picture;
pub mod position;
pub mod game;
mod chess_moves;
pub mod notation;
pub mod fen;
pub mod names;
pub mod params;
pub mod registry;
pub mod swap;
pub mod editing;
pub mod rust;
mod pool;
pub mod rbg;
pub mod rg;
pub mod languages;
mod rules_text;
pub mod catalogue;
pub mod exchange;
pub mod perft;
pub mod contract;
pub mod testing;

pub use catalogue::games;
pub use game::{Exchange, Game, GameInfo, ORTHODOX, find_split, view};
pub use moves::Move;
pub use notation::NotationError;
pub use picture::Picture;
pub use position::capabilities::{
    self, Captures, Chance, Guide, GuidedPlayouts, HiddenSetup, Knowledge, MoveGroups, Oracle, PackedPosition, RulesPosition, Squares,
};
pub use position::playout::{self, Playout, Scratch, Trace};
pub use position::{Player, Position, Turn};
pub use registry::GameEntry;
pub use rng::Rng;
pub use treebench_macros::{Params, game};

/// What the macros write paths to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use crate::game::Game;
    pub use crate::params::{ParamChoice, ParamError, ParamField, ParamSpec, Params, Range, Value, Values, field_value};
    pub use crate::registry::{GameEntry, Origin, RustGame};
    pub use inventory;
}
