//! `bench runs`: the runs and results files below a folder, with their answers.

use super::Verb;
use crate::cli::args::collection::{Place, Summary, below};
use crate::cli::{CliError, out};
use crate::threads::each;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use treebench_reports::model::{Cell, Column, Table};

/// Lists the runs and results files below a folder: what they ask, how far they are, and their answers.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench runs
  bench runs papers/results
  bench runs results --format json | jq '.[] | select(.failed > 0) | .path'

It reads what is stored and changes nothing, also while a run goes on. Remarks are what must be known before an answer is trusted. A run that cannot be read is listed with the reason.")]
pub(crate) struct Args {
    /// The folder.
    #[arg(default_value = "results")]
    folder: PathBuf,
    /// The format.
    #[arg(long, value_enum, default_value_t)]
    format: out::Format,
}

impl Verb for Args {
    const NAME: &'static str = "runs";

    fn run(self) -> Result<ExitCode, CliError> {
        let places = below(&self.folder)?;
        let summary = |place: &Place| {
            place.open().and_then(|opened| {
                let (lead, remarks) = opened.lead()?;
                let summary = opened.summary(&lead, remarks);
                opened.look();
                summary
            })
        };
        let found: Vec<(Place, Result<Summary, CliError>)> = each(places, |place| (place.clone(), summary(&place)));
        match self.format {
            out::Format::Json => out::finish_json(&found.iter().map(|(place, summary)| as_json(place, summary)).collect()),
            out::Format::Text if found.is_empty() => {
                out::finish(&format!("no run and no results file below {}; `bench run CONFIG` makes one\n", self.folder.display()))
            }
            out::Format::Text => out::finish(&out::table(&table(&found))),
        }
    }
}

fn table(found: &[(Place, Result<Summary, CliError>)]) -> Table {
    let table = Table::new("runs", "")
        .column(Column::text("path"))
        .column(Column::text("name"))
        .column(Column::text("kind"))
        .column(Column::text("when"))
        .column(Column::text("build"))
        .column(Column::number("done"))
        .column(Column::number("of"))
        .column(Column::number("failed"))
        .column(Column::number("size"))
        .column(Column::text("answer"))
        .column(Column::text("remarks"));
    found.iter().fold(table, |table, (place, summary)| {
        let path = Cell::from(place.path.display().to_string());
        match summary {
            Ok(run) => {
                let most = if run.scheduled { format!("≤ {}", run.planned) } else { run.planned.to_string() };
                let answer =
                    run.playing.as_ref().map_or_else(|| run.answer.clone(), |holder| format!("(played by {holder}) {}", run.answer));
                let count = |n: u64| Cell::Integer(i64::try_from(n).unwrap_or(i64::MAX));
                let when = run.started.get(..16).unwrap_or(&run.started).replace('T', " ");
                table.row([
                    path,
                    run.name.as_str().into(),
                    run.kind.into(),
                    when.into(),
                    run.build.as_str().into(),
                    count(run.done),
                    most.into(),
                    count(run.failed),
                    bytes(run.bytes).into(),
                    answer.into(),
                    run.remarks.join("; ").into(),
                ])
            }
            Err(error) => {
                let mut row = vec![path];
                row.resize(9, Cell::Empty);
                // The first line names the fault.
                row.push(format!("cannot be read: {}", error.to_string().lines().next().unwrap_or_default()).into());
                table.row(row)
            }
        }
    })
}

/// A size in its largest fitting unit.
fn bytes(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1e3 => format!("{b} B"),
        b if b < 1e6 => format!("{:.0} kB", b / 1e3),
        b if b < 1e9 => format!("{:.1} MB", b / 1e6),
        b => format!("{:.1} GB", b / 1e9),
    }
}

fn as_json(place: &Place, summary: &Result<Summary, CliError>) -> serde_json::Value {
    let source = if place.is_run { "run" } else { "results file" };
    match summary {
        Err(error) => json!({ "path": place.path, "source": source, "error": error.to_string() }),
        Ok(run) => json!({
            "path": place.path,
            "source": source,
            "name": run.name,
            "kind": run.kind,
            "question": run.question,
            "answer": run.answer,
            "remarks": run.remarks,
            "started": run.started,
            "build": run.build,
            "done": run.done,
            "planned": run.planned,
            "scheduled": run.scheduled,
            "failed": run.failed,
            "playing": run.playing,
            "bytes": run.bytes,
        }),
    }
}
