//! Writes a file completely or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use crate::error::Error;

/// Writes `bytes` to a temporary file in the same folder and renames it to `dir/name`, so that no reader sees half a file.
pub(crate) fn write(dir: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, Error> {
    let path = dir.join(name);
    let parent = path.parent().unwrap_or(dir);
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| Error::Write { path, source }
    };
    fs::create_dir_all(parent).map_err(failed(parent))?;
    let unfinished = parent.join(format!(".{}.{}.tmp", name.replace('/', "."), process::id()));
    let written = save(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, &path));
    if written.is_err() {
        // The first error is the one to tell; a file that cannot be removed either is only litter.
        let _ = fs::remove_file(&unfinished);
    }
    written.map_err(failed(&path))?;
    Ok(path)
}

fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
