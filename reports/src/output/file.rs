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
        move |source: io::Error| match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::Full { path },
            _ => Error::Write { path, source },
        }
    };
    fs::create_dir_all(parent).map_err(failed(parent))?;
    let hidden = format!(".{}.", name.replace('/', "."));
    remove_left_over(parent, &hidden);
    let unfinished = parent.join(format!("{hidden}{}.tmp", process::id()));
    let written = save(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, &path));
    if written.is_err() {
        // The first error is reported; a temporary file that cannot be removed does no harm.
        let _ = fs::remove_file(&unfinished);
    }
    written.map_err(failed(&path))?;
    Ok(path)
}

/// Removes temporary files of the same name that a killed process left behind. If a process is still writing one, its rename fails with an
/// error.
fn remove_left_over(parent: &Path, hidden: &str) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let middle = name.to_str().and_then(|name| name.strip_prefix(hidden)?.strip_suffix(".tmp"));
        if middle.is_some_and(|process| !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit())) {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_behind_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        for name in [".report.txt.4711.tmp", ".report.txt.x.tmp", ".other.txt.4711.tmp"] {
            fs::write(dir.path().join(name), "half").unwrap();
        }
        write(dir.path(), "report.txt", b"whole").unwrap();
        let mut names: Vec<String> =
            fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, [".other.txt.4711.tmp", ".report.txt.x.tmp", "report.txt"]);
    }
}
