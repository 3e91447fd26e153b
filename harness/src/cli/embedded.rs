//! `bench run` and `bench report` in a program that [embeds](crate::embedding) this library: errors are values, nothing goes to standard output, and
//! a flag replaces Ctrl-C.

use super::CliError;
use super::args::experiment::{keep_look, stored_plan};
use super::args::playing::{PlayArgs, PreparedRun};
use super::args::session::failure_reasons_text;
use super::args::write_report::{make_report, write_report};
use crate::kinds;
use crate::run::{Outcome, ProgressStyle};
use crate::store::Store;
use clap::{Args as _, Command, FromArgMatches as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// An experiment after its tasks were played, or as many as possible before it was stopped.
pub struct EmbeddedRun {
    /// Its run directory.
    pub dir: PathBuf,
    /// The outcome of the run.
    pub outcome: Outcome,
    /// The most frequent reasons for failures, one per line.
    pub reasons: String,
}

/// Plays the missing tasks of an experiment, as `bench run` does with these arguments (those of shards, results files and reports excepted). Once `stop`
/// is set, running games are finished and stored, and no more begin.
///
/// # Errors
/// As the verb.
pub fn run(arguments: &[String], stop: Arc<AtomicBool>, progress: ProgressStyle) -> Result<EmbeddedRun, CliError> {
    let command = PlayArgs::augment_args(Command::new("run").no_binary_name(true).disable_help_flag(true));
    let args = command.try_get_matches_from(arguments).and_then(|matches| PlayArgs::from_arg_matches(&matches));
    let args = args.map_err(|error| CliError::input(error.to_string().trim_start_matches("error: ")))?;
    let mut session = PreparedRun::load(&args, None)?.stopped_by(stop, progress).open()?;
    let plan = session.plan.clone();
    let outcome = session.play_silently(&plan)?;
    let reasons = failure_reasons_text(&plan, &session.store)?;
    Ok(EmbeddedRun { dir: session.store.dir().to_owned(), outcome, reasons })
}

/// Writes the report page of a run directory's current records, and returns its path.
///
/// # Errors
/// As `bench report`.
pub fn report(run: &Path) -> Result<PathBuf, CliError> {
    let plan = stored_plan(run)?;
    let store = Store::open_read_only(run, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
    let report = make_report(&plan, &store)?;
    drop(store);
    keep_look(run, &plan);
    write_report(&report, run, &["html"])
}
