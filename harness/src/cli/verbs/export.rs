//! `bench export`: writes the stored records as CSV or JSON lines.

use super::Verb;
use crate::cli::args::experiment::stored_plan;
use crate::cli::{CliError, out};
use crate::kinds;
use crate::reports::model::{Cell, Column, Table};
use crate::run::say;
use crate::store::{Described, Export, ExportError, ExportFormat, Store};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Writes the stored records as CSV or JSON lines.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench export results/quickstart --out quickstart.csv
  bench export results/quickstart --describe
  bench export results/quickstart --format jsonl | jq .ending
  bench export results/quickstart --format jsonl --reproducible | sha256sum

With --reproducible, equal plans give equal files on any machine and with any number of threads.")]
pub(crate) struct Args {
    /// The run directory.
    run: PathBuf,
    /// The format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Prints the name, type, unit and meaning of every CSV column instead.
    #[arg(long)]
    describe: bool,
    /// The file to write [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Omits columns that differ between machines, such as times.
    #[arg(long)]
    reproducible: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, Default)]
enum Format {
    /// A header line and one line per record.
    #[default]
    Csv,
    /// One JSON object per line.
    Jsonl,
}

impl Verb for Args {
    const NAME: &'static str = "export";

    fn run(self) -> Result<ExitCode, CliError> {
        let plan = stored_plan(&self.run)?;
        let store = Store::open_read_only(&self.run, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
        let kind = kinds::of(&plan.experiment);
        let counted = kinds::counted(&plan, None, &store).map_err(CliError::input)?;
        let export = Export::new(&store, &plan, self.reproducible, kind.derived(&plan.experiment.cells)).counting(counted);
        if self.describe {
            return out::finish(&described(&export.describe().map_err(CliError::input)?));
        }
        if let Some(notice) = store.beyond(&plan).map_err(CliError::input)?.notice() {
            say(&format!("note: {notice}"));
        }
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
        match export.write(format, &mut BufWriter::new(out)) {
            // A reader such as `head` that stops early is not a failure.
            Err(ExportError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
            result => result.map(|_| ExitCode::SUCCESS).map_err(CliError::input),
        }
    }
}

/// The columns as a table.
fn described(columns: &[Described]) -> String {
    let mut table = Table::new("", "");
    table.columns = ["column", "type", "unit", "meaning"].map(Column::text).to_vec();
    table.rows.extend(columns.iter().map(|column| [&column.name, column.kind, column.unit, &column.doc].map(Cell::from).to_vec()));
    out::table(&table)
}
