//! Stored games as pages and in standard notations. Positions are computed here, so a page needs no rules.
//!
//! | question | file |
//! |---|---|
//! | the selection of games | `pick` |
//! | a game replayed from its record, position by position | `walk` |
//! | boards and pieces for the page | `boards` |
//! | moves in standard notation | `names` |
//! | a stored game for the page | `game` |
//! | the page of a run | `page` |
//! | a game in a standard notation: SGF, PGN or plain text | `exchange` |

mod boards;
mod exchange;
mod game;
mod names;
mod page;
mod pick;
mod walk;

pub use exchange::{GameText, exported};
pub use page::{PageRequest, games_beside_report, stored};
pub use pick::{Pick, Picker};
pub use walk::drawings;
