//! The kind `tournament`: games between all players, and the ratings that come of them. Its cells are those of matches between the same
//! agents, so that games are played, recorded and kept by [`match`](super::r#match).
//!
//! | to learn | read |
//! |---|---|
//! | who meets whom | [`experiment::Tournament`](crate::experiment::Tournament) |
//! | what the games come to | `summary` |
//! | the report | `report` |

mod kind;
mod summary;
mod report;

pub use kind::Tournaments;
pub use summary::TournamentSummary;
