//! `bench compare`: two runs of one experiment, or a run and a committed baseline, side by side.

use super::Verb;
use crate::cli::args::experiment::{keep_look, stored_plan};
use crate::cli::args::file_list::write_report_files;
use crate::cli::args::write_report::report_formats;
use crate::cli::{CliError, out};
use crate::compare::{Comparison, Pairing, compare_runs, compare_with_baseline};
use crate::kinds;
use crate::plan::Plan;
use crate::saved::Baseline;
use crate::store::Store;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use treebench_reports::output::terminal;

/// Compares two runs of an experiment, or a run with a baseline: same and changed games, differences of results, speed.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench compare results/old results/new
  bench compare results/old results/new --out results/old-new
  bench compare results/ci --against experiment.baseline.toml
  bench compare results/old results/new --exact

Tasks are paired by their key: the same cell and number in both runs start alike and draw the same random numbers. After a parameter change,
cells are paired by the names of games and agents and by budgets, and each difference is reported with its effect: `uct: exploration 0.7 → 6.0`.
Stored records are read; nothing is played.

Exit codes: 0 no significant difference (with --exact: all tasks are identical), 1 a significant difference (with --exact: a task differs or
is missing), 2 wrong input.")]
pub(crate) struct Args {
    /// The first run directory; with --against the only one.
    first: PathBuf,
    /// The second run directory, which is compared with the first.
    #[arg(required_unless_present = "against", conflicts_with = "against")]
    second: Option<PathBuf>,
    /// Compares the run with a baseline of `bench check`, which is then the first side.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Ends with exit code 1 unless all tasks are in both runs and the same.
    #[arg(long, conflicts_with = "against")]
    exact: bool,
    /// Writes the comparison as files into this directory.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The formats to write, separated by commas [default: all].
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = report_formats(), requires = "out")]
    formats: Vec<String>,
    /// The format of the output on the terminal.
    #[arg(long, value_enum, default_value_t)]
    format: out::Format,
}

/// Exit code: a result differs significantly, or with --exact a task differs.
const DIFFERENT: u8 = 1;

impl Verb for Args {
    const NAME: &'static str = "compare";

    fn run(self) -> Result<ExitCode, CliError> {
        let comparison = self.compare()?;
        for run in [&self.first].into_iter().chain(&self.second) {
            keep_look(run, &stored_plan(run)?);
        }
        let first = self.against.as_ref().unwrap_or(&self.first).display().to_string();
        let second = self.second.as_ref().unwrap_or(&self.first).display().to_string();
        let report = comparison.report(&first, &second);
        let mut text = terminal::render(&report, out::page_width(), out::colour());
        if let Some(dir) = &self.out {
            let formats: Vec<&str> = self.formats.iter().map(String::as_str).collect();
            write_report_files(&report, dir, &formats)?;
            text += &format!("\nfiles: {}\n", dir.display());
        }
        match self.format {
            out::Format::Text => out::print(&text)?,
            out::Format::Json => out::print(&format!("{:#}\n", serde_json::to_value(&report).map_err(CliError::input)?))?,
        }
        let different = if self.exact { !comparison.is_same() } else { comparison.differs() };
        Ok(if different { ExitCode::from(DIFFERENT) } else { ExitCode::SUCCESS })
    }
}

impl Args {
    fn compare(&self) -> Result<Comparison, CliError> {
        let (plan, store) = opened(&self.first)?;
        if let Some(file) = &self.against {
            let baseline = Baseline::read(file).map_err(CliError::input)?;
            let named = |error| CliError::input(format!("{} against {}: {error}", self.first.display(), file.display()));
            return compare_with_baseline(&plan, &store, &baseline).map_err(named);
        }
        let second = self.second.clone().unwrap_or_default();
        let (other, other_store) = opened(&second)?;
        let named = |error| CliError::input(format!("{} and {}: {error}", self.first.display(), second.display()));
        let pairing = Pairing::of(&plan, &other).map_err(named)?;
        compare_runs(&pairing, &store, &other_store).map_err(named)
    }
}

/// The plan and the records of a run directory.
fn opened(dir: &Path) -> Result<(Plan, Store), CliError> {
    if dir.is_file() {
        let file = dir.display();
        return Err(CliError::input(format!(
            "`{file}` is a file, not a run directory; `bench compare RUN --against {file}` takes a baseline"
        )));
    }
    let plan = stored_plan(dir)?;
    let store = Store::open_read_only(dir, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
    Ok((plan, store))
}
