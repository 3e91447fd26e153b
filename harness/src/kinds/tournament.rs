//! The kind `tournament`: games between all players, and the ratings that come of them. Its cells are those of matches between the same
//! agents, so that games are played, recorded and kept by the kind `match`.
//!
//! | to learn | read |
//! |---|---|
//! | `[tournament]`: who meets whom | `table`, `players`, `seatings` |
//! | which cells belong together | `groups` |
//! | who plays next, where that depends on results | `pairing`, `schedule` |
//! | what the games come to | `summary` |
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
