//! The files of a site. The next site in the same folder removes those that are obsolete, and no others.

use crate::cli::CliError;
use crate::cli::args::file_list::FileList;
use crate::run::say;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use treebench_reports::model::Link;
use treebench_reports::{Report, write_all};

/// Lists the files of a site, and marks its folder as one that may be brought up to date.
const LIST: &str = "site.json";

/// The formats that pages show or link to. Bitmaps and copies of whole reports would be two thirds of a site.
const FORMATS: [&str; 5] = ["svg", "pdf", "csv", "latex", "html"];

/// The files of a site that is being written.
pub(super) struct SiteFiles {
    list: FileList,
    written: Mutex<Vec<PathBuf>>,
}

impl SiteFiles {
    /// Creates the folder, or takes over that of an earlier site.
    ///
    /// # Errors
    /// If the folder cannot be created, or has files but no site.
    pub(super) fn take_over(folder: &Path) -> Result<SiteFiles, CliError> {
        let fails = |error: std::io::Error| CliError::unusable("create", folder, &error);
        fs::create_dir_all(folder).map_err(fails)?;
        let list = FileList::read(folder, LIST, "site");
        if !folder.join(LIST).is_file() {
            if fs::read_dir(folder).map_err(fails)?.next().is_some() {
                let message = "holds other files and no earlier site; choose a new folder";
                return Err(CliError::input(format!("`{}` {message}", folder.display())));
            }
        } else if !list.is_known() {
            say("warning: the earlier site does not list its files, so none is removed; use a new folder to drop obsolete files");
        }
        list.save()?;
        Ok(SiteFiles { list, written: Mutex::default() })
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
        let page = self.list.folder().join(page);
        self.write(report, page.parent().unwrap_or(self.list.folder()))
    }

    /// Adds written files to the site.
    pub(super) fn add(&self, files: impl IntoIterator<Item = PathBuf>) {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).extend(files);
    }

    /// Lists the files, and removes obsolete ones of the earlier site. Returns their number.
    ///
    /// # Errors
    /// If the list cannot be written.
    pub(super) fn finish(self) -> Result<u64, CliError> {
        let written = self.written.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.list.replace(written, |_, _| true)
    }
}
