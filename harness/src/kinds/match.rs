//! The kind `match`: whole games between agents, with seats rotated on the same seed, and the resulting win rates.
//!
//! | to learn | read |
//! |---|---|
//! | the settings | `settings` |
//! | the stored record of a game, of its turns, and of a turn's search | `record`, `annotation`, `stored_search` |
//! | adjudication by scores, and the natural end of adjudicated games | `adjudication`, `play_on` |
//! | the openings of games | `openings` |
//! | playing and judging a game | `referee` |
//! | the outcome of a game and of a round, and rounds that share a game | `outcome`, `lines` |
//! | refereeing stored games from their moves | `stored_game_check` |
//! | what rounds of different cells share | `sharing` |
//! | the results of a cell's games, and of all cells | `cell_summary`, `summary` |
//! | `[stop]`: when a cell is stopped, or all cells of a hypothesis | `stop`, `stop_average` |
//! | the test of an average, sweep by sweep | `sweep_test` |
//! | what is asked of a summary | `results` |
//! | a cell in a results file | `cell` |
//! | the comparison of two runs | `comparison` |
//! | the report | `report` |
//! | building, keeping and replacing agents | `player` |

mod openings;
mod settings;
mod record;
mod stored_search;
mod annotation;
mod adjudication;
mod tablebases;
mod referee;
mod player;
mod play_on;
mod outcome;
mod lines;
mod stored_game_check;
mod sharing;
mod cell_summary;
mod summary;
mod results;
mod caveats;
mod stop_table;
mod arrivals;
mod stop;
mod sweep_test;
mod stop_average;
mod cell;
mod comparison;
mod report;
mod kind;

pub use annotation::Annotation;
pub(super) use caveats::caveats;
pub(super) use cell::{KeptRounds, ordered_rounds};
pub use cell_summary::{CellSummary, Effort};
pub use kind::Match;
pub(super) use kind::{RULES, summary};
pub use openings::opening_start;
pub(super) use outcome::{failures_lose, rotates, round_of, scored, uneven_cap};
pub use record::{Ending, GameRecord, seats_of};
pub(super) use report::clock_warning;
pub use settings::{Keep, MatchSettings, OnFailure, OpeningsOrder, Seeds, TurnClock};
pub use stop_table::STOP;
pub use stored_search::{StoredRootMove, StoredSearch};
pub use summary::MatchSummary;
