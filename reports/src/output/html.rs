//! The report as one self-contained page, `report.html`: no script, no network, no font.
//!
//! | question | file |
//! |---|---|
//! | the order of the page, its contents list and its provenance | `page` |
//! | tables and their cells | `tables` |
//! | figures in two widths and two colour schemes | `figures` |
//! | links to the games of cells | `details` |
//! | the escaping of text | `escape` |
//! | the style sheet | `style.css` |

mod page;
mod tables;
mod figures;
mod details;
pub(crate) mod escape;

use std::path::{Path, PathBuf};

use super::{Output, file};
use crate::error::Error;
use crate::model::Report;

/// The output `html`.
pub(crate) struct Html;

/// The name of the page in the report's folder.
const PAGE: &str = "report.html";

impl Output for Html {
    fn name(&self) -> &str {
        "html"
    }

    fn doc(&self) -> &str {
        "the report as one self-contained page, report.html"
    }

    fn write(&self, report: &Report, dir: &Path) -> Result<Vec<PathBuf>, Error> {
        let page = page::render(report).map_err(|reason| Error::Draw { path: dir.join(PAGE), reason })?;
        Ok(vec![file::write(dir, PAGE, page.as_bytes())?])
    }
}
