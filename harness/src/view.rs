//! Stored games as pages and in standard notations: positions are worked out here, so that a page needs no rules.
//!
//! | question | file |
//! |---|---|
//! | which games are worth a look | `pick` |
//! | a game played over from its record, position by position | `walk` |
//! | boards and men as the page has them | `boards` |
//! | moves as people write them | `names` |
//! | a stored game as the page has it | `game` |
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
pub use page::{PageRequest, beside_report, stored};
pub use pick::{Pick, Picker};
pub use walk::drawings;
