//! The report as one self-contained page, `report.html`: no network, no font, and complete without its script.
//!
//! | question | file |
//! |---|---|
//! | the order of the page, its contents list and its provenance | `page` |
//! | tables and their cells; the columns that tell their rows apart | `tables`; `narrow` |
//! | figures in two widths and two colour schemes | `figures` |
//! | what is known of single cells | `details` |
//! | links to the files of other outputs | `files` |
//! | the escaping of text | `escape` |
//! | the style sheet; the script that sorts and narrows tables, and the policy that allows no other | `style.css`; `script.js`, `policy` |

mod page;
pub(crate) mod policy;
mod details;
mod narrow;
mod tables;
mod figures;
mod files;
pub(crate) mod escape;

use std::path::{Path, PathBuf};

use super::{Output, file};
use crate::error::Error;
use crate::model::Report;
use files::Files;

/// The output `html`.
pub(crate) struct Html;

/// The name of the page in the report's folder.
const PAGE: &str = "report.html";

/// The report as a page alone, without links to the files of other outputs.
///
/// # Errors
/// If a figure cannot be drawn.
pub fn html(report: &Report) -> Result<String, Error> {
    page::render(report, Files { dir: Path::new(""), written: &[] }).map_err(|reason| Error::Draw { path: PAGE.into(), reason })
}

impl Output for Html {
    fn name(&self) -> &str {
        "html"
    }

    fn doc(&self) -> &str {
        "the report as one self-contained page, report.html"
    }

    fn write(&self, report: &Report, dir: &Path, beside: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
        let page = page::render(report, Files { dir, written: beside }).map_err(|reason| Error::Draw { path: dir.join(PAGE), reason })?;
        Ok(vec![file::write(dir, PAGE, page.as_bytes())?])
    }
}
