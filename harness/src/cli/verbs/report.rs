//! `bench report`: writes the report of a run from its stored records.

use super::Verb;
use crate::cli::args::experiment::stored_plan;
use crate::cli::args::write_report::{FOLDER, beginning, make_report, write_report};
use crate::cli::{CliError, out};
use crate::kinds;
use crate::store::Store;
use std::path::PathBuf;
use std::process::ExitCode;

/// Writes the report of a run from its stored records.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench report results/quickstart
  bench report results/quickstart --formats html,csv
  bench report results/quickstart --format json | jq .lead

It reads the stored records, even while the run is going on, and plays nothing.
Formats: html, svg, png, csv, json, latex, markdown, terminal.")]
pub(crate) struct Args {
    /// The run directory.
    run: PathBuf,
    /// The formats to write, separated by commas [default: all].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    formats: Vec<String>,
    /// The format of the output on the terminal.
    #[arg(long, value_enum, default_value_t)]
    format: out::Format,
}

impl Verb for Args {
    const NAME: &'static str = "report";

    fn run(self) -> Result<ExitCode, CliError> {
        let plan = stored_plan(&self.run)?;
        let store = Store::open_read_only(&self.run, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
        let report = make_report(&plan, &store)?;
        let formats: Vec<&str> = self.formats.iter().map(String::as_str).collect();
        let page = write_report(&report, &self.run, &formats)?;
        match self.format {
            out::Format::Json => out::finish_json(&serde_json::to_value(&report).map_err(CliError::input)?),
            out::Format::Text => {
                let files = format!("\nreport: {} (all files in {})\n", page.display(), self.run.join(FOLDER).display());
                out::finish(&(beginning(&report) + &files))
            }
        }
    }
}
