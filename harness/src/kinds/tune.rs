//! The kind `tune`: a search for parameters, and the confirmation of what it found on fresh seeds. Its cells are those of matches with
//! `seeds = "common"` for the search and `seeds = "fresh"` for the confirmation, so that games are played, recorded and kept by the kind `match`.
//!
//! | to learn | read |
//! |---|---|
//! | what is tuned | [`experiment::Tuning`](crate::experiment::Tuning) |
//! | points and their scores | `space`, `trace` |
//! | how is searched | `search`, `methods` |
//! | which cells belong together | `arena` |
//! | the way from the first game to the confirmation | `tuned` |
//! | which games are played next | `schedule` |
//! | whether the confirmation shows a gain | `claim` |
//! | what the games come to | `summary` |
//! | the report | `report` |

mod space;
mod trace;
mod search;
mod methods;
mod arena;
mod tuned;
mod schedule;
mod claim;
mod kind;
mod summary;
mod report;
#[cfg(test)]
mod planted;

pub use kind::Tune;
pub use summary::TuneSummary;
