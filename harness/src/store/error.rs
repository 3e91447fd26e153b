//! The errors of a run directory, in words for the user.

use rusqlite::ErrorCode;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use treebench_reports::reason;

/// A run directory that cannot be used, or a record that cannot be stored.
#[derive(Debug)]
pub enum StoreError {
    /// A file or the directory cannot be read or written.
    Files {
        /// The attempted action, as in "create".
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's message.
        error: io::Error,
    },
    /// Another process writes to the directory.
    Locked {
        /// The directory.
        dir: PathBuf,
        /// The other process, as far as it is known.
        holder: String,
    },
    /// There are no results yet.
    Missing {
        /// The file that should be there.
        path: PathBuf,
    },
    /// The file was written by a newer version.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i64,
        /// The newest format that this version reads.
        known: i64,
    },
    /// The file does not hold results, or its tables are not those of this kind.
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is different.
        reason: String,
    },
    /// The results file was removed or replaced while it was open.
    Vanished {
        /// The file.
        path: PathBuf,
    },
    /// The disk is full, or the file may not grow.
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Anything else that SQLite reports.
    Database {
        /// The file.
        path: PathBuf,
        /// Its message.
        error: rusqlite::Error,
    },
}

impl StoreError {
    pub(crate) fn files(action: &'static str, path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::Full { path },
            _ => StoreError::Files { action, path, error },
        }
    }

    pub(super) fn database(path: &Path, error: rusqlite::Error) -> Self {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path, reason: "it is not an SQLite file".to_owned() },
            _ => StoreError::Database { path, error },
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Files { action, path, error } => write!(f, "cannot {action} `{}`: {}", path.display(), reason(path, error)),
            StoreError::Locked { dir, holder } => {
                write!(f, "`{}` is in use by {holder}; wait for it, or choose another directory with --out", dir.display())
            }
            StoreError::Missing { path } => {
                write!(f, "`{}` does not exist: no results yet; `bench run` creates them", path.display())
            }
            StoreError::Newer { path, found, known } => write!(
                f,
                "`{}` has format {found}, and this version of bench ({}) knows formats up to {known}: use the newer version that wrote it",
                path.display(),
                env!("CARGO_PKG_VERSION"),
            ),
            StoreError::Foreign { path, reason } => {
                write!(f, "`{}` does not hold results of this experiment: {reason}; choose another directory with --out", path.display())
            }
            StoreError::Vanished { path } => {
                write!(f, "`{}` was removed or replaced during the run: later games are lost; run the same command again", path.display())
            }
            StoreError::Full { path } => write!(
                f,
                "no space left to store results in `{}`; stored results are intact: free some space and run the same command again",
                path.display()
            ),
            StoreError::Database { path, error } => {
                write!(f, "cannot use `{}`: {error}", path.display())?;
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) {
                    write!(f, "\nhelp: the file is damaged; move its directory away, and the same command plays everything again")?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for StoreError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_called_so_whatever_file_was_written() {
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
            let error = StoreError::files("write", Path::new("resolved.toml"), kind.into());
            assert!(error.to_string().contains("no space left") && error.to_string().contains("resolved.toml"), "{error}");
        }
        assert!(matches!(StoreError::files("write", Path::new("x"), io::ErrorKind::NotFound.into()), StoreError::Files { .. }));
    }
}
