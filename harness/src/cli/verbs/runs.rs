//! `bench runs`: the runs and results files below a folder, with their answers.

use super::Verb;
use crate::cli::args::collection::{Place, Summary, below, tell_apart};
use crate::cli::{CliError, out};
use crate::report::progress;
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
  bench runs --scores                  also answers of unfinished runs, at a price

Reads stored records, also during a run. Of a run that is not finished, it shows the progress and no scores, which costs nothing. With --scores it
shows them and keeps that as a look at the results: a run that grows after a look is judged by wider, always-valid intervals, and no best variant is named.
Under [stop], whose test allows for looks, answers are always shown. Remarks are caveats of an answer. Of runs of one
experiment, the keys that differ are shown, with the values of each. An unreadable run is listed with the reason.")]
pub(crate) struct Args {
    /// The folder.
    #[arg(default_value = "results")]
    folder: PathBuf,
    /// Shows the scores of unfinished runs as well, which counts as a look at their results.
    #[arg(long)]
    scores: bool,
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
                let is_shown = self.scores || !opened.look_has_price()?;
                let (lead, remarks) = opened.lead()?;
                let summary = opened.summary(is_shown.then_some(&lead[..]), remarks);
                if is_shown {
                    opened.look();
                }
                summary
            })
        };
        let mut found: Vec<(Place, Result<Summary, CliError>)> = each(places, |place| (place.clone(), summary(&place)));
        tell_apart(found.iter_mut().filter_map(|(_, summary)| summary.as_mut().ok()));
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
    let failed = if run.failed > 0 { format!(", {} failed", run.failed) } else { String::new() };
    let tasks = progress(run.done, run.planned, run.scheduled, "task", "");
    let size = bytes(run.bytes);
    let mut text = format!("{path}\n  {}, {}, {tasks}{failed}, {when}, build {}, {size}\n", run.name, run.kind, run.build);
    if !run.differs.all.is_empty() {
        text += &format!("  differs: {}\n", run.differs.line());
    }
    text += &run.playing.as_ref().map_or_else(String::new, |holder| format!("  played by {holder}\n"));
    text += &format!("  {}\n", run.answer.as_deref().unwrap_or("not finished: no scores without --scores, which counts as a look"));
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
            "differs": run.differs.all,
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
