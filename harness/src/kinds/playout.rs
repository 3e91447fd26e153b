//! The kind `playout`: flat Monte-Carlo statistics of games under split strategies, as in Table 1 of the split-moves paper.
//!
//! A task is a block of random games from the start. They are counted by a plain loop, which lists every semimove and therefore knows the branching
//! factor; then, for a given time, the game's own fast playout measures the speeds.
//!
//! | to learn | read |
//! |---|---|
//! | the settings | `settings` |
//! | the stored record of a block | `record` |
//! | playing and counting games | [`treebench_stats::Flat`] |
//! | playing a block, by count and by the clock | `play` |
//! | the summary of a cell's blocks | `summary` |
//! | what is asked of a summary | `results` |
//! | a cell in a results file | `cell` |
//! | features of games, for reports of other kinds | `features` |
//! | the report | `report` |

mod settings;
mod record;
mod features;
mod play;
mod summary;
mod results;
mod cell;
mod report;
mod kind;

pub(crate) use features::{Features, GAMES, features};
pub use kind::Playouts;
pub use record::{Block, BlockRecord};
pub use settings::PlayoutSettings;
pub use summary::{PlayoutCell, PlayoutSummary};
