//! The kinds `tune` and `tune-search`: a search for parameters, and the confirmation of what it found on fresh seeds. Their cells are those of
//! matches or searches with `seeds = "common"` for the search and `seeds = "fresh"` for the confirmation, so that tasks are played, recorded and
//! kept by the kinds `match` and `search`.
//!
//! | to learn | read |
//! |---|---|
//! | `[tune]`: what is tuned, how, and against whom | `table`, `resolve`, `points`; the result, `tuning` |
//! | what is evaluated: games or searches | `trial`, `searched` |
//! | points and their scores | `space`, `trace` |
//! | how is searched | `search`, `methods` |
//! | which cells belong together | `arena` |
//! | the way from the first game to the confirmation | `tuned` |
//! | which games are played next | `schedule` |
//! | whether the confirmation shows a gain | `claim` |
//! | what the games come to | `summary` |
//! | the report | `report` |

mod tuning;
mod table;
mod points;
mod resolve;
mod trial;
mod searched;
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

pub use kind::{TUNE, TUNE_SEARCH, Tuner};
pub use summary::TuneSummary;
pub use tuning::{TuneMethod, TuneObjective, TunedParam, Tuning};
