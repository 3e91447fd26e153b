//! Errors while writing a report.

use std::io;
use std::path::PathBuf;

use crate::reason::reason;

/// Why a report was not written. Every message names the file or the thing that failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A folder or file could not be written.
    #[error("cannot write `{}`: {}", path.display(), reason(path, source))]
    Write {
        /// The folder or file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The disk is full.
    #[error("no space left to write {}: free some space and write the report again with `bench report`", path.display())]
    Full {
        /// The folder or file.
        path: PathBuf,
    },
    /// A figure could not be drawn.
    #[error("cannot draw {}: {reason}", path.display())]
    Draw {
        /// The file that would have held it.
        path: PathBuf,
        /// The drawing library's message.
        reason: String,
    },
    /// There is no output of this name.
    #[error("unknown report format `{name}`; known are {known}")]
    UnknownFormat {
        /// The name that was asked for.
        name: String,
        /// All names, separated by commas.
        known: String,
    },
}
