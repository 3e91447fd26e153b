//! Writes a shard file from the run directory in which an attempt has played.

use super::SavedTask;
use super::header::ShardHeader;
use super::line::{end_line, push_text};
use crate::plan::{Plan, Shard, Task};
use crate::store::{Field, Record as _, Row, Store, StoreError, host_name, now};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// The ending of the name of every shard file.
pub const SHARD_SUFFIX: &str = ".shard";

/// The prefix of the names of files of looks.
pub const LOOKS: &str = "looks-";

/// The text is written to the file whenever it is this long.
const CHUNK: usize = 1 << 18;

/// The name of the file of an attempt, the same for all checkpoints: as in `0003-of-0040.node7-4711.shard`. The name sorts by shard, and no
/// word of it comes from the experiment.
pub fn shard_file_name(shard: Shard, attempt: &str) -> String {
    format!("{:04}-of-{:04}.{attempt}{SHARD_SUFFIX}", shard.number, shard.of)
}

/// The name of the file of the looks that are made in a run directory: one for each, which only the process that holds its lock writes.
pub fn looks_file_name(run: &Path) -> String {
    let run = run.canonicalize().unwrap_or_else(|_| run.to_owned());
    let mut hasher = blake3::Hasher::new();
    hasher.update(host_name().as_bytes()).update(run.as_os_str().as_encoded_bytes());
    format!("{LOOKS}{}{SHARD_SUFFIX}", &hasher.finalize().to_hex()[..12])
}

/// Replaces a shard file by one with all records of the plan that the store holds and that the header's build has played, or by a file of looks, and
/// returns the number of records. Readers see the old file or the new one.
///
/// # Errors
/// If the store cannot be read or the file cannot be written.
pub fn write_shard_file(path: &Path, header: &ShardHeader, store: &Store, plan: &Plan, finished: bool) -> Result<u64, StoreError> {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    // Other hosts may write other checkpoints of the same shard: their attempts, and so these names, differ.
    name.push(".new");
    let new = path.with_file_name(name);
    let written = write(&new, header, store, plan, finished);
    let renamed = written.and_then(|count| fs::rename(&new, path).map(|()| count).map_err(|error| StoreError::files("write", path, error)));
    if renamed.is_err() {
        // A part of a file is of no use, and may be what fills the disk.
        let _ = fs::remove_file(&new);
    }
    renamed
}

fn write(path: &Path, header: &ShardHeader, store: &Store, plan: &Plan, finished: bool) -> Result<u64, StoreError> {
    let fails = |error: io::Error| StoreError::files("write", path, error);
    let mut file = File::create(path).map_err(fails)?;
    let mut text = serde_json::to_string(header).expect("texts and numbers are JSON");
    end_line(&mut text, 0);
    let mut count: u64 = 0;
    let add = |task: Task, row: Row| {
        let start = text.len();
        let saved = SavedTask { key: plan.experiment.cells[task.cell as usize].key.to_string(), task: task.number };
        for (place, field) in saved.into_row().iter().chain(&row).enumerate() {
            text.push_str(if place == 0 { "" } else { "\t" });
            match field {
                Field::Text(field) => push_text(&mut text, field),
                // Of a number, the shortest digits that give it back. Writing into a string cannot fail.
                field => {
                    let _ = write!(text, "{field}");
                }
            }
        }
        end_line(&mut text, start);
        count += 1;
        if text.len() >= CHUNK {
            file.write_all(text.as_bytes()).map_err(fails)?;
            text.clear();
        }
        Ok::<(), StoreError>(())
    };
    if header.shard().is_some() {
        // Records of earlier attempts elsewhere are in their own files.
        store.for_each_by(plan, &header.build, add)?;
    }
    let start = text.len();
    let _ = write!(text, "end\t{count}\t{}", if finished { "finished" } else { "checkpoint" });
    end_line(&mut text, start);
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(fails)?;
    Ok(count)
}

/// A name for this process as an attempt at a shard, which no other process has: host, process number and time. Nothing depends on the time
/// but the name, so that clocks may differ.
pub fn this_attempt() -> String {
    let host: String = host_name().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(40).collect();
    let time: String = now().chars().filter(char::is_ascii_digit).collect();
    format!("{host}-{}-{time}", std::process::id())
}
