//! The lock that excludes a second writer. The system releases it when the process ends, however that happens.

use super::StoreError;
use super::host::host_name;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

/// The name of the lock file. It is never removed: a new process may already have opened it to take the lock.
pub const LOCK: &str = "run.lock";

/// The number of attempts, and the time between two.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// The process that writes to a run directory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockHolder {
    /// As in `process 4711 on host`.
    pub name: String,
    /// How long it has held the lock.
    pub since: Duration,
}

impl LockHolder {
    /// The holder of a run directory's lock; `None` if it is free or unknown. Changes nothing.
    pub fn of(dir: &Path) -> Option<LockHolder> {
        let mut file = File::open(dir.join(LOCK)).ok()?;
        // The name of a process that was killed stays in the file; only the lock tells. It is given back at once.
        if !matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
            return None;
        }
        let mut name = String::new();
        file.read_to_string(&mut name).ok()?;
        let since = file.metadata().ok()?.modified().ok()?.elapsed().unwrap_or_default();
        let name = if name.trim().is_empty() { "another process".to_owned() } else { name.trim().to_owned() };
        Some(LockHolder { name, since })
    }
}

/// The lock of a run directory, released on drop.
#[derive(Debug)]
pub(super) struct RunLock(File);

impl RunLock {
    /// Takes the lock of a run directory. It waits a moment: a child process that is being started shares all locks of its parent until
    /// it executes its own program.
    pub(super) fn take(dir: &Path) -> Result<RunLock, StoreError> {
        let path = dir.join(LOCK);
        let fails = |error| StoreError::files("lock", &path, error);
        // The lock file is truncated and written, which must not happen to the target of a link.
        if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
            return Err(fails(io::Error::other("it is a link or not a regular file; remove it")));
        }
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(fails)?;
        let mut attempt = file.try_lock();
        for _ in 0..ATTEMPTS {
            if !matches!(attempt, Err(TryLockError::WouldBlock)) {
                break;
            }
            std::thread::sleep(PAUSE);
            attempt = file.try_lock();
        }
        match attempt {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // The lock works without the holder's name, which only helps the user.
                let _ = file.read_to_string(&mut holder);
                let holder = if holder.trim().is_empty() { "another process".to_owned() } else { holder.trim().to_owned() };
                return Err(StoreError::Locked { dir: dir.to_owned(), holder });
            }
            Err(TryLockError::Error(error)) => return Err(fails(error)),
        }
        let holder = format!("process {} on {}\n", std::process::id(), host_name());
        file.set_len(0).and_then(|()| file.rewind()).and_then(|()| file.write_all(holder.as_bytes())).map_err(fails)?;
        Ok(RunLock(file))
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        // Closing the file releases the lock; the name of an ended process would mislead.
        let _ = self.0.set_len(0);
    }
}
