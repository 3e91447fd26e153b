//! The report as JSON, from which the same report can be read back, but for digits beyond the twelfth.

use std::io;
use std::path::{Path, PathBuf};

use super::{Output, file};
use crate::error::Error;
use crate::model::Report;

/// The output `json`.
pub(crate) struct Json;

impl Output for Json {
    fn name(&self) -> &str {
        "json"
    }

    fn doc(&self) -> &str {
        "the report with every number, to 12 significant digits, as report.json"
    }

    fn write(&self, report: &Report, dir: &Path, _: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
        let mut text = serde_json::to_string_pretty(report)
            .map_err(|error| Error::Write { path: dir.join("report.json"), source: io::Error::other(error) })?;
        text.push('\n');
        Ok(vec![file::write(dir, "report.json", text.as_bytes())?])
    }
}
