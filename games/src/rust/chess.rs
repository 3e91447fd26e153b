//! What the games with chess pieces share, on boards of up to 8×8. A game's own file says how it is set up and how it ends.
//!
//! | to learn | read |
//! |---|---|
//! | what a game must say about itself | `rules` |
//! | what a position holds, and how a move changes it | `board` |
//! | which moves there are | `generate`, `attacks` |
//! | how random play chooses among them | `playout` |
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
