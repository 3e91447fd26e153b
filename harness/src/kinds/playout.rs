//! The kind `playout`: flat Monte-Carlo statistics of games under split strategies, as in Table 1 of the split-moves paper.
//!
//! A task is a block of random games from the start. They are counted by the plain loop, which lists every semimove and therefore
//! knows the branching factor; then, for a given time, the game plays by its own fast playout, which gives the speeds.
//!
//! | to learn | read |
//! |---|---|
//! | what a user may set | `settings` |
//! | what is stored of a block | `record` |
//! | how games are played and counted | [`treebench_stats::Flat`] |
//! | how a block is played, by count and by the clock | `play` |
//! | what the blocks of a cell come to | `summary` |
//! | what a results file keeps of a cell | `cell` |
//! | what a game is like, for reports on other kinds | `features` |
//! | the report | `report` |

mod settings;
mod record;
mod features;
mod play;
mod summary;
mod cell;
mod report;
mod kind;

pub(crate) use features::{Features, GAMES, features};
pub use kind::Playouts;
pub use record::{Block, BlockRecord};
pub use settings::PlayoutSettings;
pub use summary::{PlayoutCell, PlayoutSummary};
