//! The small files beside the results, each replaced as a whole so that nobody ever reads half of one.

use super::StoreError;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// The file with the records.
pub const RESULTS: &str = "results.sqlite";
/// The results that a fresh run has set aside.
pub const SET_ASIDE: &str = "results.old.sqlite";
/// The experiment with every default written out.
pub const RESOLVED: &str = "resolved.toml";
/// Where the records come from.
pub const PROVENANCE: &str = "provenance.json";

/// Writes a file so that it is there either as before or complete, whatever happens meanwhile.
///
/// # Errors
/// If the file cannot be written.
pub fn write_atomically(path: &Path, text: &str) -> Result<(), StoreError> {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".new");
    let new = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().map_err(|error| {
        // A half-written file is of no use to anyone, and it may be what fills the disk.
        let _ = fs::remove_file(&new);
        StoreError::files("write", path, error)
    })
}
