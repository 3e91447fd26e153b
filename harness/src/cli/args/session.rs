//! A run directory in which plans are played, and what the user is told of it.

use crate::cli::{CliError, out};
use crate::kinds;
use crate::plan::Plan;
use crate::report::{plural, progress};
use crate::results::ResultsFile;
use crate::run::{Outcome, RunEnd, RunOptions, Trust, execute, reasons, trust, trust_saved};
use crate::store::{Invocation, RESOLVED, Store, finish_invocation, start_invocation, write_atomically};
use std::path::{Path, PathBuf};

/// An experiment whose run directory is open.
pub(crate) struct Session {
    pub(crate) plan: Plan,
    pub(crate) store: Store,
    pub(super) dir: PathBuf,
    pub(super) options: RunOptions,
    /// Stored tasks of the plan played last that have no result.
    pub(super) failed: u64,
    pub(super) trust: Trust,
    pub(super) saved: Option<ResultsFile>,
    /// How to resume after an interruption.
    pub(super) rest: String,
}

impl Session {
    /// Plays the missing tasks of a plan and reports it; returns whether all of them are stored.
    pub(crate) fn play(&mut self, plan: &Plan) -> Result<bool, CliError> {
        let (complete, words) = self.play_in_words(plan)?;
        out::print_prose(&words)?;
        Ok(complete)
    }

    /// Plays the missing tasks of a plan; returns whether all of them are stored, and the message for the user.
    pub(crate) fn play_in_words(&mut self, plan: &Plan) -> Result<(bool, String), CliError> {
        let outcome = self.play_silently(plan)?;
        let words = in_words(&outcome, &self.dir, &self.rest, &failure_reasons_text(plan, &self.store)?);
        Ok((outcome.end == RunEnd::Complete, words))
    }

    /// Plays the missing tasks of a plan.
    pub(crate) fn play_silently(&mut self, plan: &Plan) -> Result<Outcome, CliError> {
        trust(plan, &self.store, self.trust).map_err(CliError::input)?;
        if let Some(saved) = &mut self.saved {
            let found = trust_saved(plan, saved, self.trust).map_err(CliError::input)?;
            saved.keep_verifications(found);
        }
        let outcome = play(plan, &mut self.store, &self.options, self.saved.as_ref())?;
        // A later step of the same command must not play them a third time.
        self.options.retry_failed = false;
        if let RunEnd::Failed { task, message } = &outcome.end {
            let replay = format!("bench replay {} {task} --show", self.dir.display());
            let failures = plural(outcome.failures, "failure");
            return Err(CliError::input(format!(
                "the run ended after {failures}; the last was task {task}: {message}\nto reproduce it: {replay}"
            )));
        }
        self.failed = outcome.failures + outcome.failed_before;
        Ok(outcome)
    }
}

/// Plays, and records the invocation before and after.
fn play(plan: &Plan, store: &mut Store, options: &RunOptions, saved: Option<&ResultsFile>) -> Result<Outcome, CliError> {
    let dir = store.dir().to_owned();
    let experiment = &plan.experiment;
    write_atomically(&dir.join(RESOLVED), &experiment.resolved_toml).map_err(CliError::input)?;
    write_plan(plan, store)?;
    let invocation = Invocation {
        experiment: experiment.name.clone(),
        kind: experiment.kind.name.to_owned(),
        command: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
        threads: options.threads,
        counted: !experiment.cells.iter().any(|cell| cell.is_timed),
        done_before: done_before(plan, store, options)?,
        tasks_per_cell: experiment.games_per_cell,
    };
    let stored_before = store.done(plan).map_err(CliError::input)?.count();
    start_invocation(&dir, &invocation).map_err(CliError::input)?;
    // An error here comes before hours of play instead of after them.
    if let Err(error) = saved.map_or(Ok(()), |saved| saved.update(store, false)) {
        finish_invocation(&dir, 0).map_err(CliError::input)?;
        return Err(CliError::input(error));
    }
    let table = kinds::of(experiment).table();
    let outcome = match saved {
        Some(saved) => saved.keep_while(&dir, table, || execute(plan, store, options)),
        None => execute(plan, store, options),
    };
    let outcome = match outcome {
        Err(error) if error.stored_all() => {
            let stored = store.done(plan).map_err(CliError::input)?.count();
            finish_invocation(&dir, stored.saturating_sub(stored_before)).map_err(CliError::input)?;
            Err(error)
        }
        outcome => outcome,
    };
    let outcome = outcome.map_err(CliError::input)?;
    finish_invocation(&dir, outcome.played).map_err(CliError::input)?;
    if outcome.scheduled {
        write_plan(plan, store)?;
    }
    // Nobody has seen what was interrupted, but for those who make a report of it.
    let complete = outcome.end == RunEnd::Complete;
    if complete {
        store.look(plan, options.finished.as_ref().map(|saved| &saved.done)).map_err(CliError::input)?;
    }
    saved.map_or(Ok(()), |saved| saved.update(store, complete)).map_err(CliError::input)?;
    Ok(outcome)
}

/// Writes the plan for other programs, with the tasks that count.
fn write_plan(plan: &Plan, store: &Store) -> Result<(), CliError> {
    let counted = kinds::counted(plan, None, store).map_err(CliError::input)?;
    kinds::write_plan(store.dir(), plan, counted.as_ref()).map_err(CliError::input)
}

/// Tasks of the plan that are finished, in the run or the results file.
fn done_before(plan: &Plan, store: &Store, options: &RunOptions) -> Result<u64, CliError> {
    let mut done = store.done(plan).map_err(CliError::input)?;
    if let Some(saved) = &options.finished {
        done.merge(&saved.done);
    }
    Ok(done.count())
}

/// The number of reasons for failures that are reported.
const REASONS: usize = 3;

/// The most frequent reasons for failures in a run directory, one per line; empty if there are none.
pub(crate) fn failure_reasons_text(plan: &Plan, store: &Store) -> Result<String, CliError> {
    let reasons = reasons(plan, store).map_err(CliError::input)?;
    let more = match reasons.len() {
        0..=REASONS => String::new(),
        all => format!("  and {} more\n", plural((all - REASONS) as u64, "reason")),
    };
    Ok(reasons.iter().take(REASONS).map(|reason| format!("  {reason}\n")).collect::<String>() + &more)
}

fn in_words(outcome: &Outcome, dir: &Path, rest: &str, reasons: &str) -> String {
    let Outcome { end, planned, scheduled, done_before, failed_before, played, failures, lost } = outcome;
    let failed = |count: u64| if count == 0 { String::new() } else { format!(" ({count} failed)") };
    let mut text = progress(*played, *planned, *scheduled, "task", " played") + &failed(*failures);
    if *done_before > 0 {
        text += &format!(", {done_before} already stored{}", failed(*failed_before));
    }
    if *scheduled && *end == RunEnd::Complete {
        text += "; no more are needed";
    }
    text += &format!("; results in {}\n", dir.display());
    let all = failures + failed_before;
    if all > 0 {
        let has = if all == 1 { "has" } else { "have" };
        text += &format!(
            "{} failed and {has} no result: see `bench export {}`; --retry-failed plays them again\n",
            plural(all, "task"),
            dir.display()
        );
    }
    if *lost > 0 {
        let were = if *lost == 1 { "was" } else { "were" };
        text += &format!("{} {were} lost by failure (failure = \"loss\")\n", plural(*lost, "game"));
    }
    text += reasons;
    if *end == RunEnd::Stopped {
        text += &format!("stopped before the end; {rest} to play the rest\n");
    }
    text
}
