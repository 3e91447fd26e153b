//! The shard files in a run's directory.

use crate::plan::Shard;
use crate::saved::shard::{LOOKS, SHARD_SUFFIX, ShardFile, ShardHeader, shard_file_name};
use crate::store::StoreError;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The folder of shard files in a run's directory.
pub const SHARDS: &str = "shards";

/// The shard files in a folder, sorted by name; none if there is no such folder.
///
/// # Errors
/// If the folder cannot be read.
pub fn shard_files(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let fails = |error| StoreError::files("read", folder, error);
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(fails(error)),
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.map_err(fails)?;
        if entry.file_name().to_str().is_some_and(|name| name.ends_with(SHARD_SUFFIX)) {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// The files of earlier attempts at a shard.
///
/// # Errors
/// If the folder cannot be read.
pub(super) fn files_of(folder: &Path, shard: Shard) -> Result<Vec<PathBuf>, StoreError> {
    named(folder, shard_file_name(shard, "").trim_end_matches(SHARD_SUFFIX))
}

/// The files of a folder whose names begin like this.
fn named(folder: &Path, beginning: &str) -> Result<Vec<PathBuf>, StoreError> {
    let begins = |path: &PathBuf| path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with(beginning));
    Ok(shard_files(folder)?.into_iter().filter(begins).collect())
}

/// The looks of earlier merges at the shards in a folder: the headers of its files of looks for the plan of another header.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn looks_in(folder: &Path, plan: &ShardHeader) -> Result<Vec<ShardHeader>, StoreError> {
    let files = named(folder, LOOKS)?.into_iter().map(|path| ShardFile::open(&path));
    let headers = files.filter_map(|file| Some(file.transpose()?.map(|file| file.header().clone())));
    Ok(headers.collect::<Result<Vec<_>, _>>()?.into_iter().filter(|looks| looks.plan == plan.plan).collect())
}

/// The files of looks at the plan of a shard file that are in its folder; none if the file is cut off inside its header.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn sibling_looks(path: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(file) = ShardFile::open(path)? else { return Ok(Vec::new()) };
    let mut files = Vec::new();
    for looks in named(folder, LOOKS)? {
        if ShardFile::open(&looks)?.is_some_and(|looks| looks.header().plan == file.header().plan) {
            files.push(looks);
        }
    }
    Ok(files)
}

/// Whether a shard file holds tasks of the same plan as another.
///
/// # Errors
/// Why it does not.
pub(super) fn belongs(plan: &ShardHeader, file: &ShardHeader) -> Result<(), String> {
    if plan.plan == file.plan {
        return Ok(());
    }
    let differs = if file.kind != plan.kind {
        format!("its kind is `{}`, but this run has kind `{}`", file.kind, plan.kind)
    } else if file.seed != plan.seed {
        format!("its seed is {}, but this run has seed {}", file.seed, plan.seed)
    } else {
        "its games, agents, parameters or budgets differ from this run's".to_owned()
    };
    Err(format!("it was played for another plan (experiment `{}`): {differs}", file.experiment))
}
