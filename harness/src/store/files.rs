//! Atomically replaced files.

use super::StoreError;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The file with the records.
pub const RESULTS: &str = "results.sqlite";
/// The earlier results that a fresh run sets aside.
pub const SET_ASIDE: &str = "results.old.sqlite";
/// The experiment with every default written out.
pub const RESOLVED: &str = "resolved.toml";
/// The provenance of the records.
pub const PROVENANCE: &str = "provenance.json";

/// Writes a file atomically: whatever happens, it is either unchanged or complete. A link stays one, and its target is written.
///
/// # Errors
/// If the file cannot be written, or is something else than a regular file.
pub fn write_atomically(path: &Path, text: &str) -> Result<(), StoreError> {
    let write = || regular(path).and_then(|path| replace(&path, text));
    write().map(drop).map_err(|error| StoreError::files("write", path, error))
}

/// The path behind all links, if there is a regular file or none.
fn regular(path: &Path) -> io::Result<PathBuf> {
    let target = match path.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => return Ok(path.to_owned()),
        target => target?,
    };
    match target.metadata()? {
        about if about.is_file() => Ok(target),
        about if about.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::other("it is not a regular file")),
    }
}

/// Replaces a file and returns the new one, which is locked.
fn replace(path: &Path, text: &str) -> io::Result<File> {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".new");
    let new = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&new)?;
        // Nobody else knows the new file yet. Where files cannot be locked, the first one could not be either.
        let _ = file.try_lock();
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)?;
        Ok(file)
    };
    write().inspect_err(|_| {
        // A partial file is useless and may be what fills the disk.
        let _ = fs::remove_file(&new);
    })
}

/// The number of attempts to lock a file, and the time between two: a child process that is being started shares the locks of its parent.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// A file that only this process replaces, until it is dropped.
pub struct LockedFile {
    path: PathBuf,
    /// The file at the path; its lock goes from one replacement to the next.
    held: Mutex<File>,
}

impl LockedFile {
    /// Locks a file, which is created empty if there is none. A link stays one.
    ///
    /// # Errors
    /// If another process has locked it, it cannot be written, or it is something else than a regular file.
    pub fn take(path: &Path) -> Result<LockedFile, StoreError> {
        let fails = |error| StoreError::files("write", path, error);
        let target = regular(path).map_err(fails)?;
        for _ in 0..ATTEMPTS {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&target).map_err(fails)?;
            match file.try_lock() {
                // Another process may have replaced it in between.
                Ok(()) if is_at(&file, &target) => return Ok(LockedFile { path: target, held: Mutex::new(file) }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => return Err(fails(error)),
            }
        }
        Err(fails(io::Error::other("another process is writing it; wait for it, or use another file")))
    }

    /// Replaces the content; whatever happens, it is either unchanged or complete.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, text: &str) -> Result<(), StoreError> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        *held = replace(&self.path, text).map_err(|error| StoreError::files("write", &self.path, error))?;
        Ok(())
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // Nothing was written: nobody needs a file that only held the lock.
        if fs::metadata(&self.path).is_ok_and(|file| file.len() == 0) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether an open file is the one at a path. On systems without inode numbers, its presence counts.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let identity = |file: fs::Metadata| (file.dev(), file.ino());
        file.metadata().map(identity).ok() == fs::metadata(path).map(identity).ok()
    }
    #[cfg(not(unix))]
    {
        file.metadata().is_ok() && path.is_file()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_link_stays_one_and_what_is_no_file_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let (target, link, nowhere) = (dir.path().join("a"), dir.path().join("b"), dir.path().join("c"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        std::os::unix::fs::symlink(dir.path().join("d/e"), &nowhere).unwrap();
        write_atomically(&link, "new").unwrap();
        assert!(link.is_symlink() && fs::read_to_string(&target).unwrap() == "new");
        LockedFile::take(&link).unwrap().write("newer").unwrap();
        assert!(link.is_symlink() && fs::read_to_string(&target).unwrap() == "newer");
        for path in [Path::new("/dev/null"), dir.path(), &nowhere] {
            assert!(write_atomically(path, "x").is_err() && LockedFile::take(path).is_err(), "{}", path.display());
        }
        assert!(fs::metadata("/dev/null").is_ok_and(|file| !file.is_file()) && nowhere.is_symlink());
    }

    #[test]
    fn a_locked_file_has_one_writer_through_all_replacements() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.csv");
        let first = LockedFile::take(&path).unwrap();
        assert!(LockedFile::take(&path).is_err());
        first.write("a").unwrap();
        first.write("ab").unwrap();
        let refused = LockedFile::take(&path).err().expect("it is locked").to_string();
        assert!(refused.contains("another process is writing it"), "{refused}");
        drop(first);
        LockedFile::take(&path).unwrap().write("abc").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "abc");
        // A file that was only locked leaves nothing.
        drop(LockedFile::take(&dir.path().join("b.csv")).unwrap());
        assert!(!dir.path().join("b.csv").exists());
    }
}
