//! Results files: one CSV row per cell of an experiment, with all that its report needs but no single tasks. A file is small enough to be
//! committed, and a later session on another machine goes on where it ends.
//!
//! | to learn | read |
//! |---|---|
//! | what the comment at the top says | `header`, `session` |
//! | the text of a file and its faults | `file` |
//! | the file and a run directory together | `saved` |
//! | how the file is brought up to date | `update` |

mod session;
mod header;
mod file;
mod saved;
mod update;

pub use file::{Sample, column_reference, record_hash};
pub use header::{Header, Origin};
pub use saved::Saved;
pub use session::Session;
