//! A results file together with its experiment and a run directory: what is finished, its results, and the update of the file. The text of the file
//! is a codec of [`saved`](crate::saved).
//!
//! | to learn | read |
//! |---|---|
//! | the file and a run directory together | [`ResultsFile`] |
//! | failed tasks that were played again | `replayed_tasks` |
//! | the results of both together | `summary` |
//! | how its tasks came to their number | `growth` |
//! | the update of the file | `update` |

mod file;
mod replayed_tasks;
mod summary;
mod growth;
mod update;

pub use file::{ResultsFile, contradiction};
pub use growth::incidents;
pub(crate) use growth::{cell_provenance, growth};
