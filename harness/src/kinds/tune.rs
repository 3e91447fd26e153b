//! The kinds `tune` and `tune-search`: a search for parameters, and the confirmation of its result on fresh seeds. Their cells are those of matches
//! or searches with `seeds = "common"` for the search and `seeds = "fresh"` for the confirmation, so the kinds `match` and `search` play, record and
//! store the tasks.
//!
//! | to learn | read |
//! |---|---|
//! | `[tune]`: parameters, method and opponents | `table`, `resolve`, `points`; the result, `tuning` |
//! | trials: games or searches | `trial`, `game_trials`, `search_trials`, `measures` |
//! | points and their scores | `space`, `trace` |
//! | search methods | `search`, `methods` |
//! | grouping of cells | `arena` |
//! | the progress from the first game to the confirmation | `tuned` |
//! | the choice of games | `schedule` |
//! | the verdict of the confirmation | `claim` |
//! | the summary of the games | `summary` |
//! | what is asked of a summary | `results` |
//! | the report | `report` |

mod tuning;
mod table;
mod points;
mod resolve;
mod trial;
mod search_trials;
mod game_trials;
mod measures;
mod space;
mod trace;
mod search;
mod methods;
mod arena;
mod arena_search;
mod schedule;
mod claim;
mod kind;
mod summary;
mod results;
mod report;
#[cfg(test)]
mod known_surfaces;

pub use kind::{TUNE, TUNE_SEARCH, Tuner};
pub use summary::TuneSummary;
pub use tuning::{TuneMethod, TuneObjective, TunedParam, Tuning};
