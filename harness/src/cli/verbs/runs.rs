//! `bench runs`: the runs and results files below a folder, with their answers.

use super::Verb;
use crate::cli::args::collection::{Place, Summary, below};
use crate::cli::{CliError, out};
use crate::threads::each;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use treebench_reports::output::terminal;

/// Lists the runs and results files below a folder: what they ask, how far they are, and their answers.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench runs
  bench runs papers/results
  bench runs results --format json | jq '.[] | select(.failed > 0) | .path'

Reads stored records, also during a run, and changes nothing. Remarks are caveats of an answer. An unreadable run is listed with the reason.")]
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
                out::finish(&format!("no run or results file below {}; `bench run CONFIG` creates one\n", self.folder.display()))
            }
            out::Format::Text => {
                let runs: Vec<String> = found.iter().map(|(place, summary)| lines(place, summary)).collect();
                out::finish(&terminal::fitted(&runs.join("\n"), out::page_width()))
            }
        }
    }
}

/// A run in lines: what and when, then the answer, then each remark.
fn lines(place: &Place, summary: &Result<Summary, CliError>) -> String {
    let path = place.path.display();
    let run = match summary {
        Ok(run) => run,
        // The first line names the fault.
        Err(error) => return format!("{path}\n  cannot be read: {}\n", error.to_string().lines().next().unwrap_or_default()),
    };
    let when = run.started.get(..16).unwrap_or(&run.started).replace('T', " ");
    let (most, failed) =
        (if run.scheduled { "at most " } else { "" }, if run.failed > 0 { format!(", {} failed", run.failed) } else { String::new() });
    let mut text = format!(
        "{path}\n  {}, {}, {} of {most}{} tasks{failed}, {when}, build {}, {}\n",
        run.name,
        run.kind,
        run.done,
        run.planned,
        run.build,
        bytes(run.bytes)
    );
    text += &run.playing.as_ref().map_or_else(String::new, |holder| format!("  played by {holder}\n"));
    text += &format!("  {}\n", run.answer);
    text + &run.remarks.iter().map(|remark| format!("  note: {remark}\n")).collect::<String>()
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
