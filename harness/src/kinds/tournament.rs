//! The kind `tournament`: games between all players, and their ratings. Its cells are those of matches between the same agents, so the kind `match`
//! plays, records and stores the games.
//!
//! | to learn | read |
//! |---|---|
//! | `[tournament]` and its pairings | `table`, `players`, `seatings` |
//! | grouping of cells | `groups` |
//! | pairing by results | `pairing`, `schedule` |
//! | the summary of the games | `summary` |
//! | the report | `report` |

mod table;
mod seatings;
mod players;
mod groups;
mod pairing;
mod schedule;
mod kind;
mod summary;
mod report;

pub use kind::Tournaments;
pub use summary::TournamentSummary;
pub use table::{Format, Pairing, Player, Prior, Tournament};
