//! A results file held against its experiment and a run directory: what is finished, what it comes to, and how the file is brought up to date.
//! The text of the file is a codec of [`saved`](crate::saved).
//!
//! | to learn | read |
//! |---|---|
//! | the file and a run directory together | [`ResultsFile`] |
//! | how the file is brought up to date | `update` |

mod file;
mod update;

pub use file::ResultsFile;
