//! A results file together with its experiment and a run directory: what is finished, its results, and the update of the file. The text of the file
//! is a codec of [`saved`](crate::saved).
//!
//! | to learn | read |
//! |---|---|
//! | the file and a run directory together | [`ResultsFile`] |
//! | failed tasks that were played again | `again` |
//! | the update of the file | `update` |

mod file;
mod again;
mod update;

pub use file::ResultsFile;
