//! `bench claims`: the verdicts on printed claims, paper by paper.

use super::Verb;
use crate::claims::{papers, update_tables};
use crate::cli::args::write_report::{beginning, report_formats, write_report};
use crate::cli::{CliError, out};
use crate::store::write_atomically;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

/// Judges the claims of papers by the results files beside their experiments.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench claims papers
  bench claims papers --into RESULTS.md
  bench claims papers --formats html

Experiments of the folder that name a `paper` take part, with the results files in its folder `results` (`bench run --results`). Every [[hypothesis]]
is a claim; experiments with printed values (`reference`) compare them, too. Nothing is played.
Each paper gets a page with its claims and the figures of its experiments.")]
pub(crate) struct Args {
    /// The folder with the experiments.
    #[arg(default_value = "configs")]
    folder: PathBuf,
    /// A Markdown file whose tables are brought up to date, between `<!-- claims of: PAPER -->` and `<!-- end of claims -->`.
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// The folder of the pages, one folder per paper.
    #[arg(long, value_name = "DIR", default_value = "results/claims")]
    out: PathBuf,
    /// The formats of the pages, separated by commas [default: all].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = report_formats())]
    formats: Vec<String>,
    /// The format of the output on the terminal.
    #[arg(long, value_enum, default_value_t)]
    format: out::Format,
}

impl Verb for Args {
    const NAME: &'static str = "claims";

    fn run(self) -> Result<ExitCode, CliError> {
        let (papers, faults) = papers(&self.folder).map_err(CliError::input)?;
        if !faults.is_empty() {
            return Err(CliError::input(faults.iter().map(|fault| fault.message.trim_end()).collect::<Vec<_>>().join("\n")));
        }
        if papers.is_empty() {
            let message = format!("no experiment in `{}` names a paper; add paper = \"…\" to [experiment]", self.folder.display());
            return Err(CliError::input(message));
        }
        let mut folders: BTreeMap<String, &str> = BTreeMap::new();
        for name in papers.iter().map(|paper| paper.name.as_str()) {
            if let Some(other) = folders.insert(folder_name(name), name) {
                return Err(CliError::input(format!(
                    "the papers `{other}` and `{name}` would share a page; claims of one paper are judged together, so spell it alike everywhere, or \
                     give two papers names that differ in letters or digits"
                )));
            }
        }
        if let Some(file) = &self.into {
            let fault = |error: std::io::Error| CliError::unusable("read", file, &error);
            let text = std::fs::read_to_string(file).map_err(fault)?;
            let new = update_tables(&text, &papers).map_err(|error| CliError::input(format!("{}: {error}", file.display())))?;
            write_atomically(file, &new).map_err(CliError::input)?;
        }
        let formats: Vec<&str> = self.formats.iter().map(String::as_str).collect();
        let (mut text, mut reports) = (String::new(), Vec::new());
        for paper in &papers {
            let report = paper.report();
            let page = write_report(&report, &self.out.join(folder_name(&paper.name)), &formats)?;
            text += &format!("{}page: {}\n\n", beginning(&report), page.display());
            reports.push(serde_json::to_value(&report).map_err(CliError::input)?);
        }
        match self.format {
            out::Format::Json => out::finish_json(&serde_json::Value::Array(reports)),
            out::Format::Text => out::finish(&text),
        }
    }
}

/// A name, such as that of a paper, as the name of a folder.
pub(super) fn folder_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = name.chars().map(plain).collect();
    name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
