//! `bench export`: writes the stored records as CSV or JSON lines.

use super::Verb;
use crate::cli::CliError;
use crate::cli::args::experiment::stored_plan;
use crate::kinds;
use crate::store::{ExportError, ExportFormat, Store, export};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Writes the stored records as CSV or JSON lines.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench export results/quickstart --format csv --out quickstart.csv
  bench export results/quickstart --format jsonl | jq .ending
  bench export results/quickstart --format jsonl --reproducible | sha256sum

With --reproducible, equal plans give equal files on any machine and with any number of threads.")]
pub(crate) struct Args {
    /// The run directory.
    run: PathBuf,
    /// The format.
    #[arg(long, value_enum)]
    format: Format,
    /// The file to write [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Omits columns that differ between machines, such as times.
    #[arg(long)]
    reproducible: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// A header line and one line per record.
    Csv,
    /// One JSON object per line.
    Jsonl,
}

impl Verb for Args {
    const NAME: &'static str = "export";

    fn run(self) -> Result<ExitCode, CliError> {
        let plan = stored_plan(&self.run)?;
        let store = Store::open_read_only(&self.run, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
        let out: Box<dyn Write> = match &self.out {
            Some(path) => {
                Box::new(File::create(path).map_err(|error| CliError::input(format!("cannot write `{}`: {error}", path.display())))?)
            }
            None => Box::new(io::stdout().lock()),
        };
        let format = match self.format {
            Format::Csv => ExportFormat::Csv,
            Format::Jsonl => ExportFormat::Jsonl,
        };
        match export(&store, &plan, format, self.reproducible, &mut BufWriter::new(out)) {
            // A reader such as `head` that stops early is not a failure.
            Err(ExportError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
            result => result.map(|_| ExitCode::SUCCESS).map_err(CliError::input),
        }
    }
}
