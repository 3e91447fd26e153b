//! The small files beside the results. Each is replaced as a whole, so that nobody reads a partial file.

use super::StoreError;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

/// The file with the records.
pub const RESULTS: &str = "results.sqlite";
/// The earlier results that a fresh run sets aside.
pub const SET_ASIDE: &str = "results.old.sqlite";
/// The experiment with every default written out.
pub const RESOLVED: &str = "resolved.toml";
/// Where the records come from.
pub const PROVENANCE: &str = "provenance.json";

/// Writes a file atomically: whatever happens, it is either unchanged or complete.
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
        // A partial file is useless and may be what fills the disk.
        let _ = fs::remove_file(&new);
        StoreError::files("write", path, error)
    })
}
