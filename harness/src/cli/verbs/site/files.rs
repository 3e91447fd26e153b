//! The files of a site: the next one knows which of them it no longer has, and removes no others.

use crate::cli::CliError;
use crate::run::say;
use crate::store::write_atomically;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use treebench_reports::model::Link;
use treebench_reports::{Report, write_all};

/// Lists the files of a site, and marks its folder as one that may be brought up to date.
const LIST: &str = "site.json";

/// What the pages show or link to. Pictures in pixels and copies of a whole report would be two thirds of a site.
const FORMATS: [&str; 5] = ["svg", "pdf", "csv", "latex", "html"];

/// The files of a site that is being written.
pub(super) struct SiteFiles {
    folder: PathBuf,
    /// Those of the earlier site in the same folder, as paths from it.
    earlier: BTreeSet<String>,
    written: Mutex<BTreeSet<String>>,
}

impl SiteFiles {
    /// Makes the folder, or takes over that of an earlier site.
    ///
    /// # Errors
    /// If the folder cannot be made, or holds other files and no site.
    pub(super) fn take_over(folder: &Path) -> Result<SiteFiles, CliError> {
        let fails = |error: std::io::Error| CliError::unusable("create", folder, &error);
        fs::create_dir_all(folder).map_err(fails)?;
        let list = fs::read_to_string(folder.join(LIST)).ok();
        if list.is_none() && fs::read_dir(folder).map_err(fails)?.next().is_some() {
            let message = "holds other files, and no earlier site: name a new folder";
            return Err(CliError::input(format!("`{}` {message}", folder.display())));
        }
        let known = list.as_ref().and_then(|text| Some(serde_json::from_str::<Value>(text).ok()?["files"].as_array()?.clone()));
        if list.is_some() && known.is_none() {
            say("warning: the earlier site does not list its files, so none is removed; a site in a new folder has only its own");
        }
        let earlier = known.into_iter().flatten().filter_map(|file| file.as_str().map(str::to_owned)).collect();
        let files = SiteFiles { folder: folder.to_owned(), earlier, written: Mutex::default() };
        files.save(&files.earlier)?;
        Ok(files)
    }

    /// Writes all files of a report that lies two folders below the index.
    ///
    /// # Errors
    /// If one cannot be written.
    pub(super) fn write(&self, report: &mut Report, folder: &Path) -> Result<(), CliError> {
        report.up = Some(Link { text: "← all experiments".to_owned(), href: "../../index.html".to_owned() });
        self.add(write_all(report, folder, &FORMATS).map_err(CliError::input)?);
        Ok(())
    }

    /// The same at the address of its page.
    ///
    /// # Errors
    /// As [`SiteFiles::write`].
    pub(super) fn write_page(&self, report: &mut Report, page: &str) -> Result<(), CliError> {
        let page = self.folder.join(page);
        self.write(report, page.parent().unwrap_or(&self.folder))
    }

    /// Counts files that were written as part of the site.
    pub(super) fn add(&self, files: impl IntoIterator<Item = PathBuf>) {
        let name = |file: PathBuf| Some(file.strip_prefix(&self.folder).ok()?.to_string_lossy().replace('\\', "/"));
        self.written.lock().unwrap_or_else(PoisonError::into_inner).extend(files.into_iter().filter_map(name));
    }

    /// Lists the files, and removes those of the earlier site that are not among them. Returns how many.
    ///
    /// # Errors
    /// If the list cannot be written.
    pub(super) fn finish(self) -> Result<u64, CliError> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        self.save(&written)?;
        Ok(self.earlier.difference(&written).filter(|file| remove(&self.folder, file)).count() as u64)
    }

    fn save(&self, files: &BTreeSet<String>) -> Result<(), CliError> {
        let list = json!({ "version": env!("CARGO_PKG_VERSION"), "files": files });
        write_atomically(&self.folder.join(LIST), &format!("{list:#}\n")).map_err(CliError::input)
    }
}

/// Removes a file of a site and the folders that are empty without it. A list that was edited leads nowhere outside, links included.
fn remove(site: &Path, file: &str) -> bool {
    let path = Path::new(file);
    let is_below = path.components().all(|part| matches!(part, Component::Normal(_)));
    let folders: Vec<PathBuf> =
        path.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty()).map(|above| site.join(above)).collect();
    if !is_below || folders.iter().any(|folder| folder.is_symlink()) || fs::remove_file(site.join(path)).is_err() {
        return false;
    }
    // A folder that is not empty stays.
    folders.iter().all(|folder| fs::remove_dir(folder).is_ok());
    true
}
