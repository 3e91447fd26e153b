//! What engines print on standard error, in a file for each process.

use std::fs::{File, OpenOptions, rename};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A file that is longer is put aside as `….old`, and begun anew.
const LONGEST: u64 = 10_000_000;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// From now on, every engine has a file in this folder; the first folder named counts.
///
/// # Errors
/// If the folder cannot be made.
pub fn keep_errors_in(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    FOLDER.get_or_init(|| folder.to_owned());
    Ok(())
}

/// The file of one process. What cannot be written is lost: a full disk must not end a game.
pub(super) struct ErrorLog {
    path: PathBuf,
    file: Option<File>,
    length: u64,
}

impl ErrorLog {
    /// The file of the process with this program and number; `None` unless there is a folder for it. It is made when something is written.
    pub(super) fn of(program: &str, process: u32) -> Option<ErrorLog> {
        let name = Path::new(program).file_name().map_or_else(|| "engine".to_owned(), |name| name.to_string_lossy().into_owned());
        FOLDER.get().map(|folder| ErrorLog { path: folder.join(format!("{name}-{process}.log")), file: None, length: 0 })
    }

    pub(super) fn write(&mut self, bytes: &[u8]) {
        if self.length > LONGEST {
            self.file = None;
            let _ = rename(&self.path, self.path.with_extension("log.old"));
            self.length = 0;
        }
        let opened = self.file.take().or_else(|| OpenOptions::new().create(true).append(true).open(&self.path).ok());
        self.file = opened.filter(|mut file| file.write_all(bytes).is_ok());
        self.length += bytes.len() as u64;
    }
}
