//! The list of the files that a command wrote into a folder: the next one there removes those that are obsolete, and no others.

use crate::cli::CliError;
use crate::store::write_atomically;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use treebench_reports::{Report, write_all};

/// Lists the files of a report, in its folder.
const REPORT_FILES: &str = "files.json";

/// The list in a folder.
pub(crate) struct FileList {
    folder: PathBuf,
    name: &'static str,
    /// What the files are of, so that those of something else stay.
    of: String,
    /// The files that it names, as paths from the folder; `None` if there is no list, none that can be read, or one of something else.
    earlier: Option<BTreeSet<String>>,
}

impl FileList {
    /// Reads the list with this name. Lists of earlier versions do not say what they are of.
    pub(crate) fn read(folder: &Path, name: &'static str, of: &str) -> FileList {
        let text = fs::read_to_string(folder.join(name)).unwrap_or_default();
        let list = serde_json::from_str::<Value>(&text).ok().filter(|list| list["of"].as_str().is_none_or(|known| known == of));
        let files = list.and_then(|list| Some(list["files"].as_array()?.clone()));
        let earlier = files.map(|files| files.iter().filter_map(|file| file.as_str().map(str::to_owned)).collect());
        FileList { folder: folder.to_owned(), name, of: of.to_owned(), earlier }
    }

    /// The folder of the list.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether it says which files there are.
    pub(crate) fn is_known(&self) -> bool {
        self.earlier.is_some()
    }

    /// Writes the list as it is, which marks the folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn save(&self) -> Result<(), CliError> {
        self.write(self.earlier.as_ref().unwrap_or(&BTreeSet::new()))
    }

    /// Lists these written files, and those of the earlier ones that are not obsolete; removes the others. Returns the number of files removed.
    ///
    /// # Errors
    /// If the list cannot be written.
    pub(crate) fn replace(
        &self,
        written: impl IntoIterator<Item = PathBuf>,
        is_obsolete: impl Fn(&str, &BTreeSet<String>) -> bool,
    ) -> Result<u64, CliError> {
        let name = |file: PathBuf| Some(file.strip_prefix(&self.folder).ok()?.to_string_lossy().replace('\\', "/"));
        let written: BTreeSet<String> = written.into_iter().filter_map(name).collect();
        let others = self.earlier.iter().flatten().filter(|file| !written.contains(*file));
        let (obsolete, kept): (Vec<&String>, Vec<&String>) = others.partition(|file| is_obsolete(file, &written));
        let listed = written.iter().chain(kept).cloned().collect();
        self.write(&listed)?;
        Ok(obsolete.into_iter().filter(|file| remove(&self.folder, file)).count() as u64)
    }

    fn write(&self, files: &BTreeSet<String>) -> Result<(), CliError> {
        let list = json!({ "version": env!("CARGO_PKG_VERSION"), "of": self.of, "files": files });
        write_atomically(&self.folder.join(self.name), &format!("{list:#}\n")).map_err(CliError::input)
    }
}

/// Writes a report into a folder, and removes what an earlier report left there in the same formats, such as figures whose names have changed. Returns
/// the files written.
///
/// # Errors
/// If one cannot be written.
pub(crate) fn write_report_files(report: &Report, folder: &Path, formats: &[&str]) -> Result<Vec<PathBuf>, CliError> {
    let list = FileList::read(folder, REPORT_FILES, &report.title);
    let files = write_all(report, folder, formats).map_err(CliError::input)?;
    list.replace(files.iter().cloned(), |file, written| written.iter().any(|other| is_alike(file, other)))?;
    Ok(files)
}

/// Whether two files are of the same format: they lie in the same folder with the same ending.
fn is_alike(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(Path::new);
    one.parent() == other.parent() && one.extension() == other.extension()
}

/// Removes a file and the folders that it leaves empty. An edited list cannot lead outside, not even through links.
fn remove(folder: &Path, file: &str) -> bool {
    let path = Path::new(file);
    let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
    let folders: Vec<PathBuf> =
        path.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()).map(|above| folder.join(above)).collect();
    if !is_below || folders.iter().any(|folder| folder.is_symlink()) || fs::remove_file(folder.join(path)).is_err() {
        return false;
    }
    // A folder that is not empty stays.
    folders.iter().all(|folder| fs::remove_dir(folder).is_ok());
    true
}
