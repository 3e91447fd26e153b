//! The common part of games with chess pieces, on boards of up to 8×8. Each game's file defines its setup and its end.
//!
//! | to learn | read |
//! |---|---|
//! | what a game defines | `rules`, `ending` |
//! | the state of a position, and how a move changes it | `board` |
//! | move generation | `groups`, `generate`, `castling`, `safety`, `attacks` |
//! | repetition | `repetition` |
//! | random play | `playout` |
//! | FEN, and moves in UCI notation | `text` |
//! | the position trait | `position` |

mod rules;
mod board;
mod groups;
mod generate;
mod castling;
mod repetition;
mod safety;
mod ending;
mod playout;
mod position;
mod text;
pub(crate) mod attacks;

pub(crate) use board::Board;
pub(crate) use ending::Ending;
pub(crate) use repetition::{History, Repetition};
pub(crate) use rules::{CHESS_BOARD, CHESS_START, Castling, Kind, Rules, Verdict};
