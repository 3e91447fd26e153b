//! `bench report`: writes the report of a run again from what is stored.

use super::write_report::{FOLDER, beginning, make_report, write_report};
use super::{CliError, load, out};
use crate::store::Store;
use std::path::PathBuf;
use std::process::ExitCode;

/// The command line of `bench report`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench report results/quickstart
  bench report results/quickstart --formats html,csv
  bench report results/quickstart --format json | jq .lead

It reads what is stored, also while the run is going on, and plays nothing.
Formats: html, svg, png, csv, json, latex, markdown, terminal.")]
pub(crate) struct Args {
    /// The run directory.
    run: PathBuf,
    /// The formats to write, separated by commas [default: all].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    formats: Vec<String>,
    /// How the report is printed here.
    #[arg(long, value_enum, default_value_t)]
    format: out::Format,
}

/// Runs the verb.
pub(crate) fn run(args: Args) -> Result<ExitCode, CliError> {
    let plan = load::stored_plan(&args.run)?;
    let store = Store::open_read_only(&args.run, plan.experiment.kind).map_err(CliError::input)?;
    let report = make_report(&plan, &store)?;
    let formats: Vec<&str> = args.formats.iter().map(String::as_str).collect();
    let page = write_report(&report, &args.run, &formats)?;
    match args.format {
        out::Format::Json => out::finish_json(&serde_json::to_value(&report).map_err(CliError::input)?),
        out::Format::Text => {
            let files = format!("\nreport: {} (all files in {})\n", page.display(), args.run.join(FOLDER).display());
            out::finish(&(beginning(&report) + &files))
        }
    }
}
