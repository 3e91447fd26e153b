//! The kind `match`: whole games between agents, seats rotated on the same seed, and the win rates that come of them.
//!
//! | to learn | read |
//! |---|---|
//! | what a user may set | `settings` |
//! | what is stored of a game, of its turns, and of a turn's search | `record`, `annotation`, `kept` |
//! | when scores end a game, and what becomes of it otherwise | `adjudication`, `play_on` |
//! | how games begin: the file of openings | `openings` |
//! | how a game is played and judged | `referee` |
//! | what a game and a round of games come to | `outcome` |
//! | whether a stored game agrees with its moves | `refereed` |
//! | what the rounds of a cell share with those of others | `sharing` |
//! | what the games of a cell come to | `summary` |
//! | `[stop]`: when a cell is stopped, or all cells of a hypothesis | `stop`, `stop_average` |
//! | the test of an average, sweep by sweep | `sweep_test` |
//! | what a results file keeps of a cell | `cell` |
//! | what two runs are compared by | `comparison` |
//! | the report | `report` |
//! | how agents are built, kept and replaced after a failure | `player` |

mod openings;
mod settings;
mod record;
mod kept;
mod annotation;
mod adjudication;
mod referee;
mod player;
mod play_on;
mod outcome;
mod refereed;
mod sharing;
mod summary;
mod doubts;
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
pub(super) use cell::{KeptRounds, ordered_rounds};
pub(super) use doubts::doubts;
pub use kept::{KeptMove, KeptTurn};
pub use kind::Match;
pub(super) use kind::{RULES, summary};
pub use openings::opening_start;
pub(super) use outcome::{failures_lose, rotates, round_of, scored, uneven_cap};
pub use record::{Ending, GameRecord, seats_of};
pub(super) use report::clock_warning;
pub use settings::{Keep, MatchSettings, OnFailure, OpeningsOrder, Seeds, TurnClock};
pub use stop_table::STOP;
pub use summary::{CellSummary, Effort, MatchSummary};
