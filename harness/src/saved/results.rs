//! The codec of a results file: a comment with a header in TOML, then CSV with a row per cell.
//!
//! | to learn | read |
//! |---|---|
//! | what the header says | `header`, `session` |
//! | rows and the digest | `text` |

mod session;
mod header;
mod text;

pub use header::{Contents, Header, Origin, is_results_file};
pub use session::Session;
pub use text::{Fault, ResultsRows, ResultsText, SavedRow, record_hash, write};
