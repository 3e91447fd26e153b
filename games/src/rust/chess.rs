//! Shared by the games with chess pieces, on boards of up to 8×8. The file of each game defines its setup and its end.
//!
//! | to learn | read |
//! |---|---|
//! | what a game defines | `rules` |
//! | what a position holds, and how a move changes it | `board` |
//! | move generation | `generate`, `attacks` |
//! | random play | `playout` |
//! | FEN, and moves as UCI writes them | `text` |
//! | how a board is a position of a game | `position` |

mod rules;
mod board;
mod generate;
mod playout;
mod position;
mod text;
pub(crate) mod attacks;

pub(crate) use board::Board;
pub(crate) use rules::{CHESS_BOARD, CHESS_START, Castling, Kind, Rules, Verdict};
