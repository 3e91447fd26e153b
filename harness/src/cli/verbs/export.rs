//! `bench export`: writes the stored records as CSV, JSON lines or Parquet.

mod filter;
mod games;

use super::Verb;
use crate::cli::args::experiment::{keep_look, stored_plan};
use crate::cli::{CliError, out};
use crate::kinds;
use crate::plan::Plan;
use crate::report::{Tests, cell_remarks, printed_remark, statement_remarks};
use crate::run::say;
use crate::store::{ColumnDescription, Export, ExportError, ExportFormat, Store, StoreError};
use filter::Filter;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use treebench_reports::model::{Cell as Entry, Column, Table};

/// Writes the stored records as CSV, JSON lines or Parquet.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench export results/experiment --out experiment.csv
  bench export results/experiment --format parquet --out experiment.parquet
  bench export results/experiment --describe
  bench export results/experiment --format jsonl | jq .ending
  bench export results/experiment --format jsonl --reproducible | sha256sum
  bench export results/experiment --games --out games
  bench export results/experiment --games=game=hex,agent=rave*,lost

With --reproducible, equal plans give equal files on any machine and with any number of threads.
With --games, every cell gets a file in a folder, named by its game, its agents and its number in the plan: SGF for go, PGN for chess and its
relatives, plain text for other games. The next export of the same experiment into the folder removes those files, which `files.json` lists. A filter has
conditions that must all hold, separated by commas: AXIS=VALUE and agent=NAME (names or labels, with `*`), one of won, lost, drawn and failed (by the
candidate), or the beginning of a task's id.")]
pub(crate) struct Args {
    /// The run directory.
    run: PathBuf,
    /// The format.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Prints the name, type, unit and meaning of every column of CSV and Parquet files instead.
    #[arg(long)]
    describe: bool,
    /// The file to write [default: standard output], or the folder of the games [default: games in the run directory].
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// Writes the games as other programs read them: all, or those that a filter lets through.
    #[arg(
        long, value_name = "FILTER", num_args = 0..=1, require_equals = true, default_missing_value = "",
        conflicts_with_all = ["format", "describe", "reproducible"]
    )]
    games: Option<String>,
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
    /// Typed columns, with their units and meanings in the file's metadata.
    Parquet,
}

impl Verb for Args {
    const NAME: &'static str = "export";

    fn run(self) -> Result<ExitCode, CliError> {
        let plan = stored_plan(&self.run)?;
        let store = Store::open_read_only(&self.run, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
        let tasks = kinds::of(&plan.experiment).tasks();
        let counted = kinds::counted(&plan, None, &store).map_err(CliError::input)?;
        if let Some(filter) = &self.games {
            let folder = self.out.unwrap_or_else(|| self.run.join("games"));
            let written = games::write(&plan, &store, counted, &folder, &Filter::parse(filter, &plan)?);
            keep_look(&self.run, &plan);
            return written;
        }
        let export = Export::new(&store, &plan, self.reproducible, tasks.derived(&plan.experiment.cells)).counting(counted);
        let mut warnings: Vec<String> = store.beyond(&plan).map_err(CliError::input)?.notice().into_iter().collect();
        let (growth, tasks_word) = (kinds::growth(&plan, &store).map_err(CliError::input)?, plan.experiment.kind.tasks);
        let tests = if plan.experiment.stop_rule().is_some() { Tests::StopRule } else { Tests::Others };
        warnings.extend(growth.warnings(tasks_word, tests));
        let remarks = if self.reproducible { Vec::new() } else { remarks(&plan, &store).map_err(CliError::input)? };
        let export = export.warning(warnings.clone(), remarks);
        if self.describe {
            return out::finish(&described(&export.describe().map_err(CliError::input)?));
        }
        warnings.iter().for_each(|warning| say(&format!("note: {warning}")));
        keep_look(&self.run, &plan);
        let format = match self.format {
            Format::Csv => ExportFormat::Csv,
            Format::Jsonl => ExportFormat::Jsonl,
            Format::Parquet => ExportFormat::Parquet,
        };
        let written = match &self.out {
            Some(path) => to_file(&export, format, path)?,
            None => export.write(format, &mut BufWriter::new(io::stdout())),
        };
        match written {
            // A reader such as `head` that stops early is not a failure.
            Err(error) if error.is_broken_pipe() => Ok(ExitCode::SUCCESS),
            result => result.map(|_| ExitCode::SUCCESS).map_err(CliError::input),
        }
    }
}

/// Caveats of each cell.
fn remarks(plan: &Plan, store: &Store) -> Result<Vec<String>, StoreError> {
    let experiment = &plan.experiment;
    let mut rows = store.summary_rows(plan)?.only(kinds::counted(plan, None, store)?);
    let summary = kinds::summary(plan, store, &mut rows)?;
    rows.check()?;
    let statements = store.statements(plan)?;
    let statements: Vec<String> =
        statement_remarks(experiment, &statements).into_iter().chain(printed_remark(experiment, &statements)).collect();
    let cells = kinds::cell_provenance(plan, store, &*summary)?;
    let of_cell = |cell| statements.iter().cloned().chain(cell_remarks(std::iter::once(cell), experiment)).collect::<Vec<_>>().join("; ");
    Ok(cells.iter().map(of_cell).collect())
}

/// Writes a file atomically. Anything else, such as a named pipe, is written directly.
fn to_file(export: &Export<'_>, format: ExportFormat, path: &Path) -> Result<Result<u64, ExportError>, CliError> {
    let fails = |error: io::Error| CliError::unusable("write", path, &error);
    if path.exists() && !path.is_file() {
        return Ok(export.write(format, &mut BufWriter::new(File::create(path).map_err(fails)?)));
    }
    let name = path.file_name().ok_or_else(|| fails(io::ErrorKind::InvalidFilename.into()))?;
    let unfinished = path.with_file_name(format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id()));
    let mut file = BufWriter::new(File::create(&unfinished).map_err(fails)?);
    let written = export.write(format, &mut file);
    let renamed = match &written {
        Ok(_) => file
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
            .and_then(|file| file.sync_all())
            .and_then(|()| fs::rename(&unfinished, path)),
        Err(_) => Ok(()),
    };
    if written.is_err() || renamed.is_err() {
        // The first error is reported; a temporary file that cannot be removed does no harm.
        let _ = fs::remove_file(&unfinished);
    }
    renamed.map_err(fails).map(|()| written)
}

/// The columns as a table.
fn described(columns: &[ColumnDescription]) -> String {
    let mut table = Table::new("", "");
    table.columns = ["column", "type", "unit", "meaning"].map(Column::text).to_vec();
    table.rows.extend(columns.iter().map(|column| [&column.name, column.kind, column.unit, &column.doc].map(Entry::from).to_vec()));
    out::table(&table)
}
