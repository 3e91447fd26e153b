//! The Universal Game Interface (of cutegames), the Universal Chess Interface and the Universal Ataxx Interface, which differ in a few words.
//!
//! Where information is hidden, the position of every turn is drawn from what the player to move knows, and has no moves: nothing tells the true one.
//!
//! Extensions of UGI, all optional: the option `Seed`, the option `Players` for games that are not for two, the option `Observation` for the line
//! `observation TEXT` before `go`, and questions of the engine in its turn, which are answered by one line each:
//!
//! | the engine prints | the answer |
//! |---|---|
//! | `query state MOVE …` | the state after these moves from the current position: `state turn PLAYER moves MOVE …`, `state chance moves MOVE PROBABILITY …`, `state over scores SCORE …` or `state illegal MOVE` |
//! | `query legalmoves` | `legalmoves MOVE …`, those of the current position |
//! | `query position` | `position NOTATION` |
//!
//! As a server ([`UgiServer`]), treebench answers `query gameover`, `query p1turn`, `query result` and `query legalmoves` between searches, and
//! offers the options `Seed`, `Players`, `Iterations` and the parameters of its agent.

mod client;
mod questions;
mod server;
mod dialect;

pub use client::UgiConversation;
pub use dialect::{Dialect, Info, OptionOffer};
pub use questions::answer;
pub use server::{Sink, UgiServer};
