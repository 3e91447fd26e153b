//! The kind `match`: whole games between agents, seats rotated on the same seed, and the win rates that come of them.
//!
//! | to learn | read |
//! |---|---|
//! | what a user may set | `settings` |
//! | what is stored of a game | `record` |
//! | how a game is played and judged | `referee` |
//! | how agents are built, kept and replaced after a failure | `player` |
//! | how a panic is caught without printing over the progress | `panics` |

mod settings;
mod record;
mod panics;
mod referee;
mod player;
mod kind;

pub use kind::Match;
pub(crate) use record::numbers;
pub use record::{COLUMNS, Ending, seats_of};
pub use settings::MatchSettings;
