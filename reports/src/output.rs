//! The outputs: each is one file of this folder behind the trait [`Output`], and all of them are in [`outputs`].
//!
//! Files in the folder of the report: `report.html`, `report.json`, `report.md`, `report.txt`, `data/*.csv` (every table and every
//! figure), `tables/*.tex`, `figures/*.svg`, `figures/*.png` and `figures/*.pdf`. Each is written completely or not at all.

pub(crate) mod file;
pub(crate) mod html;
mod pictures;
mod csv;
mod json;
mod latex;
pub mod markdown;
pub mod terminal;

use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::model::Report;

/// A format in which a report can be written.
pub trait Output: Sync {
    /// The format's name on the command line.
    fn name(&self) -> &str;

    /// What is written, in a few words.
    fn doc(&self) -> &str;

    /// Writes the report's files under `dir`, which is created if it is missing, and returns their paths. The files `beside` them were written of the same
    /// report.
    ///
    /// # Errors
    /// When a file cannot be written or a figure cannot be drawn; the error names the file.
    fn write(&self, report: &Report, dir: &Path, beside: &[PathBuf]) -> Result<Vec<PathBuf>, Error>;
}

/// Every output, in the order in which they are written.
#[must_use]
pub fn outputs() -> &'static [&'static dyn Output] {
    // One per line, so that adding one changes one line; rustfmt would join them.
    #[rustfmt::skip]
    let all: &'static [&'static dyn Output] = &[
        &pictures::SVG,
        &pictures::PNG,
        &pictures::PDF,
        &csv::Csv,
        &json::Json,
        &latex::Latex,
        &markdown::Markdown,
        &terminal::Terminal,
        // Last, since the page links to the files beside it.
        &html::Html,
    ];
    all
}

/// Writes the report in the formats named, or in all if none is named, and returns the files in the order in which they were written.
///
/// # Errors
/// When a format is unknown (then nothing is written), or as [`Output::write`].
pub fn write_all(report: &Report, dir: &Path, formats: &[&str]) -> Result<Vec<PathBuf>, Error> {
    if let Some(name) = formats.iter().find(|name| !outputs().iter().any(|output| output.name() == **name)) {
        return Err(unknown(name));
    }
    let mut files = Vec::new();
    for output in outputs().iter().filter(|output| formats.is_empty() || formats.contains(&output.name())) {
        let written = output.write(report, dir, &files)?;
        files.extend(written);
    }
    Ok(files)
}

fn unknown(name: &str) -> Error {
    let known = outputs().iter().map(|output| output.name()).collect::<Vec<_>>().join(", ");
    Error::UnknownFormat { name: name.to_owned(), known }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Column, Section, Table};

    #[test]
    fn a_page_links_to_files_of_the_same_report_alone() {
        let table = Table::new("t", "caption").column(Column::text("name"));
        let report = Report { sections: vec![Section::new("s", "S").block(table)], ..Report::new("r") };
        let dir = tempfile::tempdir().expect("a folder");
        let links = |formats: &[&str]| {
            write_all(&report, dir.path(), formats).expect("written");
            let page = std::fs::read_to_string(dir.path().join("report.html")).expect("a page");
            ["data/t.csv", "tables/t.tex"].map(|file| page.contains(&format!("href=\"{file}\"")))
        };
        assert_eq!(links(&[]), [true, true]);
        assert_eq!(links(&["html", "csv"]), [true, false]);
        // The files of before are there, and may be of another report.
        assert_eq!(links(&["html"]), [false, false]);
    }
}
