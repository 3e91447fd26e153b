//! The files of a site. The next site in the same folder removes those that are obsolete, and no others.

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

/// The formats that pages show or link to. Bitmaps and copies of whole reports would be two thirds of a site.
const FORMATS: [&str; 5] = ["svg", "pdf", "csv", "latex", "html"];

/// The files of a site that is being written.
pub(super) struct SiteFiles {
    folder: PathBuf,
    /// The files of the earlier site in the same folder, as paths from it.
    earlier: BTreeSet<String>,
    written: Mutex<BTreeSet<String>>,
}

impl SiteFiles {
    /// Creates the folder, or takes over that of an earlier site.
    ///
    /// # Errors
    /// If the folder cannot be created, or has files but no site.
    pub(super) fn take_over(folder: &Path) -> Result<SiteFiles, CliError> {
        let fails = |error: std::io::Error| CliError::unusable("create", folder, &error);
        fs::create_dir_all(folder).map_err(fails)?;
        let list = fs::read_to_string(folder.join(LIST)).ok();
        if list.is_none() && fs::read_dir(folder).map_err(fails)?.next().is_some() {
            let message = "holds other files and no earlier site; choose a new folder";
            return Err(CliError::input(format!("`{}` {message}", folder.display())));
        }
        let known = list.as_ref().and_then(|text| Some(serde_json::from_str::<Value>(text).ok()?["files"].as_array()?.clone()));
        if list.is_some() && known.is_none() {
            say("warning: the earlier site does not list its files, so none is removed; use a new folder to drop obsolete files");
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

    /// Adds written files to the site.
    pub(super) fn add(&self, files: impl IntoIterator<Item = PathBuf>) {
        let name = |file: PathBuf| Some(file.strip_prefix(&self.folder).ok()?.to_string_lossy().replace('\\', "/"));
        self.written.lock().unwrap_or_else(PoisonError::into_inner).extend(files.into_iter().filter_map(name));
    }

    /// Lists the files, and removes obsolete ones of the earlier site. Returns their number.
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

/// Removes a file of a site and the folders that it leaves empty. An edited list cannot lead outside, not even through links.
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
