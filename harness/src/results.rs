//! A results file held against its experiment and a run directory: what is finished, what it comes to, and how the file is brought up to date.
//! The text of the file is a codec of [`saved`](crate::saved).
//!
//! | to learn | read |
//! |---|---|
//! | the file and a run directory together | [`ResultsFile`] |
//! | failed tasks that were played again | `again` |
//! | how the file is brought up to date | `update` |

mod file;
mod again;
mod update;

pub use file::ResultsFile;
