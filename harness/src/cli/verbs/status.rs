//! `bench status`: what a run holds, and how far it is if it is being played. `bench watch` shows it again and again.

mod submitted;
mod live;

use super::Verb;
use crate::cli::args::experiment::stored_plan;
use crate::cli::{CliError, out};
use crate::experiment::Cell as GridCell;
use crate::kinds;
use crate::plan::Plan;
use crate::report::{cell_words, progress};
use crate::store::{LockHolder, PROVENANCE, RESULTS, Store, TaskNumbers, in_seconds, invocations};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use submitted::SubmittedShards;
use treebench_reports::model::{Cell, Column, Table};

/// Shows what a run holds: tasks done and failed per cell, and its speed if it is being played.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench status results/experiment
  bench status results/experiment --format json | jq .done
  bench status /shared/table1                    with the progress of shards and the state of the cluster engine

Reads stored records, also during a run, and changes nothing.")]
pub(crate) struct Args {
    /// The run directory.
    run: PathBuf,
    /// The format.
    #[arg(long, value_enum, default_value_t)]
    format: out::Format,
}

/// Shows the progress of a run that another process plays, until it ends.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench watch results/experiment
  bench watch results/experiment --every 60
  bench watch results/experiment --serve                   at a free port, which is printed
  bench watch results/experiment --serve 127.0.0.1:8080
  bench watch results/experiment --serve --scores          with the report so far, at a price

Ends when no process plays the run any more. Reads stored records and shows no scores.
With --serve, a browser on this machine follows the run: its progress, and its report once it is finished. Under [stop], whose test allows for looks, the
page shows the report from the start, with log-likelihood ratios. With --scores it does so for every run, and each page is kept as a look at the results: a run
that grows after a look is judged by wider, always-valid intervals, and no best variant is named. It serves this page and its state as JSON (/status.json), on
the loopback interface only, until Ctrl-C.")]
pub(crate) struct WatchArgs {
    /// The run directory.
    run: PathBuf,
    /// Seconds between two lines, or between two states of the page.
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Serves a page that follows the run, on an address of the loopback interface.
    #[arg(long, value_name = "127.0.0.1:PORT", num_args = 0..=1, default_missing_value = "127.0.0.1:0")]
    serve: Option<String>,
    /// Shows the scores of an unfinished run on the page, which counts as a look at its results.
    #[arg(long, requires = "serve")]
    scores: bool,
}

impl Verb for Args {
    const NAME: &'static str = "status";

    fn run(self) -> Result<ExitCode, CliError> {
        let dealt = SubmittedShards::of(&self.run)?;
        // Before shards are merged, there are only their files.
        let merged = dealt.is_none() || self.run.join(RESULTS).is_file();
        let state = merged.then(|| State::of(&self.run)).transpose()?;
        match self.format {
            out::Format::Text => {
                let shards = dealt.map_or(String::new(), |dealt| format!("{dealt}\n"));
                let merged = state.map_or(String::new(), |state| format!("{}\n\n{}", state.line(), out::table(&state.table())));
                out::finish_prose(&format!("{shards}{merged}"))
            }
            out::Format::Json => {
                let mut json = state.map_or_else(|| json!({}), |state| state.json());
                if let Some(dealt) = dealt {
                    json["shards"] = dealt.json();
                }
                out::finish_json(&json)
            }
        }
    }
}

impl Verb for WatchArgs {
    const NAME: &'static str = "watch";

    fn run(self) -> Result<ExitCode, CliError> {
        if let Some(address) = &self.serve {
            return live::serve(&self.run, address, self.every, self.scores);
        }
        loop {
            let state = State::of(&self.run)?;
            out::print_prose(&format!("{}\n", state.line()))?;
            if state.playing.is_none() {
                return Ok(ExitCode::SUCCESS);
            }
            std::thread::sleep(Duration::from_secs(self.every.into()));
        }
    }
}

/// The progress of a run.
struct State {
    name: String,
    kind: &'static str,
    cells: Vec<CellState>,
    per_cell: u32,
    /// The maximum number of tasks of all cells together.
    planned: u64,
    /// Whether results decide how many tasks are played.
    scheduled: bool,
    playing: Option<String>,
    /// Tasks per second since the process began.
    speed: Option<f64>,
}

/// The progress of a cell.
struct CellState {
    name: String,
    /// Its place in the grid, as people read it.
    place: String,
    /// Tasks stored.
    done: u32,
    /// Those among them without a result.
    failed: u64,
}

impl State {
    fn of(dir: &Path) -> Result<State, CliError> {
        let plan: Plan = stored_plan(dir)?;
        let experiment = &plan.experiment;
        let kind = kinds::of(experiment);
        let store = Store::open_read_only(dir, kind.table()).map_err(CliError::input)?;
        let done = store.done(&plan).map_err(CliError::input)?;
        let mut failed = vec![0; experiment.cells.len()];
        store.failed(&plan).map_err(CliError::input)?.iter().for_each(|task| failed[task.cell as usize] += 1);
        let holder = LockHolder::of(dir);
        let last = invocations(dir).map_err(|error| CliError::input(format!("{PROVENANCE}: {error}")))?.pop();
        let before = last.and_then(|entry| entry["done_before"].as_u64()).unwrap_or(0);
        let speed = holder.as_ref().map(|holder| done.count().saturating_sub(before) as f64 / holder.since.as_secs_f64().max(0.001));
        let cells = experiment.cells.iter().zip(experiment.cell_names()).zip(&done.cells).zip(failed);
        let cell = |(((cell, name), done), failed): (((&GridCell, String), &TaskNumbers), u64)| CellState {
            name,
            place: cell_words(cell),
            done: done.count(),
            failed,
        };
        Ok(State {
            name: experiment.name.clone(),
            kind: experiment.kind.name,
            cells: cells.map(cell).collect(),
            per_cell: experiment.games_per_cell,
            planned: kinds::most_tasks(&plan),
            scheduled: kinds::counted(&plan, None, &store).map_err(CliError::input)?.is_some(),
            playing: holder.map(|holder| holder.name),
            speed: speed.filter(|speed| *speed > 0.0),
        })
    }

    fn done(&self) -> u64 {
        self.cells.iter().map(|cell| u64::from(cell.done)).sum()
    }

    fn seconds_left(&self) -> Option<f64> {
        Some(self.planned.saturating_sub(self.done()) as f64 / self.speed?)
    }

    fn line(&self) -> String {
        format!("{} ({}): {}", self.name, self.kind, self.reached())
    }

    /// How far the run is, without its name.
    fn reached(&self) -> String {
        let failed: u64 = self.cells.iter().map(|cell| cell.failed).sum();
        let failed = if failed == 0 { String::new() } else { format!(", {failed} without a result") };
        let tasks = progress(self.done(), self.planned, self.scheduled, "task", " done");
        let mut line = format!("{tasks}{failed}");
        match &self.playing {
            Some(holder) => line += &format!("; played by {holder}"),
            None => line += "; not running",
        }
        if let (Some(speed), Some(left)) = (self.speed, self.seconds_left()) {
            let most = if self.scheduled { "at most " } else { "" };
            line += &format!(", {speed:.1} per second, {most}{} left, until {}", minutes(left), in_seconds(left as u64));
        }
        line
    }

    fn table(&self) -> Table {
        let table = Table::new("progress", "Tasks of every cell.")
            .column(Column::text("cell"))
            .column(Column::number("done"))
            .column(Column::number(if self.scheduled { "at most" } else { "of" }))
            .column(Column::number("without a result"));
        let row = |cell: &CellState| {
            [
                cell.place.as_str().into(),
                i64::from(cell.done).into(),
                i64::from(self.per_cell).into(),
                Cell::Integer(i64::try_from(cell.failed).unwrap_or(i64::MAX)),
            ]
        };
        self.cells.iter().map(row).fold(table, Table::row)
    }

    fn json(&self) -> serde_json::Value {
        let cell = |CellState { name, done, failed, .. }: &CellState| json!({"cell": name, "done": done, "failed": failed});
        json!({
            "name": self.name,
            "kind": self.kind,
            "done": self.done(),
            "planned": self.planned,
            "scheduled": self.scheduled,
            "failed": self.cells.iter().map(|cell| cell.failed).sum::<u64>(),
            "playing": self.playing,
            "per_second": self.speed,
            "seconds_left": self.seconds_left(),
            "expected_end": self.seconds_left().map(|left| in_seconds(left as u64)),
            "cells": self.cells.iter().map(cell).collect::<Vec<_>>(),
        })
    }
}

/// A time in its largest fitting unit.
fn minutes(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}
