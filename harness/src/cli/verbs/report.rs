//! `bench report`: writes the report of a run from its stored records, or of a results file.

use super::Verb;
use crate::cli::args::experiment::{keep_look, stored_plan, styled_plan};
use crate::cli::args::write_report::{FOLDER, beginning, report_formats, report_of, saved_report, write_into};
use crate::cli::{CliError, out};
use crate::kinds;
use crate::probe::changed_engines;
use crate::results::ResultsFile;
use crate::run::say;
use crate::store::Store;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes the report of a run from its stored records, or of a results file.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench report results/experiment
  bench report results/experiment --formats html,csv
  bench report results/experiment --format json | jq .lead
  bench report results/experiment --out talk/figures
  bench report results/experiment --style experiment.toml     with the current labels and figures of the file
  bench report --results experiment.csv

Reads the stored records, also during a run; plays nothing.
The report of FILE.csv is written to results/FILE.csv/report.")]
pub(crate) struct Args {
    /// The run directory.
    #[arg(required_unless_present = "results", conflicts_with = "results")]
    run: Option<PathBuf>,
    /// Reads a results file of `bench run --results` instead of a run directory.
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Takes [label] and [figure] from this file of the experiment instead of the copy in the run directory.
    #[arg(long, value_name = "CONFIG", conflicts_with = "results")]
    style: Option<PathBuf>,
    /// The folder to write to [default: report in the run directory].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The formats to write, separated by commas [default: all].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = report_formats())]
    formats: Vec<String>,
    /// The format of the output on the terminal.
    #[arg(long, value_enum, default_value_t)]
    format: out::Format,
}

impl Verb for Args {
    const NAME: &'static str = "report";

    fn run(self) -> Result<ExitCode, CliError> {
        let (report, folder) = match (&self.results, &self.run) {
            (Some(file), _) => {
                let saved = ResultsFile::read(file).map_err(CliError::input)?;
                // This is about the machine and not about the results, so that the report does not say it.
                changed_engines(&saved.plan.experiment).iter().for_each(|other| say(&format!("warning: {other}")));
                let report = saved_report(&saved, None)?;
                if let Err(error) = saved.look() {
                    say(&format!("warning: cannot record this look at the results: {error}"));
                }
                let beside = Path::new("results").join(file.file_name().unwrap_or_default()).join(FOLDER);
                (report, self.out.clone().unwrap_or(beside))
            }
            (None, run) => {
                let run = run.clone().unwrap_or_default();
                let plan = self.style.as_ref().map_or_else(|| stored_plan(&run), |config| styled_plan(&run, config))?;
                let store = Store::open_read_only(&run, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
                let folder = self.out.clone().unwrap_or_else(|| run.join(FOLDER));
                let report = report_of(&plan, &store, Some(&folder))?;
                drop(store);
                keep_look(&run, &plan);
                (report, folder)
            }
        };
        let formats: Vec<&str> = self.formats.iter().map(String::as_str).collect();
        let page = write_into(&report, &folder, &formats)?;
        match self.format {
            out::Format::Json => out::finish_json(&serde_json::to_value(&report).map_err(CliError::input)?),
            out::Format::Text => {
                let files = format!("\nreport: {} (all files in {})\n", page.display(), folder.display());
                out::finish(&(beginning(&report) + &files))
            }
        }
    }
}
