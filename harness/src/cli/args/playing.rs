//! Plays the missing tasks of an experiment, for `run` and `check`.

use crate::calibrate::{Purpose, write_rates};
use crate::cli::args::experiment::ExperimentArgs;
use crate::cli::{CliError, out};
use crate::experiment::Rate;
use crate::kinds;
use crate::plan::Plan;
use crate::run::{INTERRUPTED, Outcome, ProgressStyle, RunEnd, RunOptions, execute, stop_on_ctrl_c};
use crate::store::{Invocation, RESOLVED, Store, finish_invocation, physical_cores, start_invocation, write_atomically};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// The arguments of both verbs.
#[derive(clap::Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    experiment: ExperimentArgs,
    /// Worker threads [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Allows more workers than cores for wall-time budgets.
    #[arg(long)]
    force: bool,
    /// Ends the run when an agent fails.
    #[arg(long)]
    fail_fast: bool,
}

/// An experiment after its tasks were played, all of them or as many as possible before an interruption.
pub(crate) struct Played {
    pub(crate) plan: Plan,
    pub(crate) store: Store,
    pub(crate) dir: PathBuf,
    /// The exit code, unless something else fails.
    pub(crate) code: ExitCode,
}

/// An experiment that is ready to be played.
pub(crate) struct Prepared {
    pub(crate) plan: Plan,
    dir: PathBuf,
    /// The rates measured for this run, to be kept in its directory.
    rates: Vec<Rate>,
    options: RunOptions,
}

/// Loads an experiment and plays its missing tasks.
pub(crate) fn play_config(args: &PlayArgs) -> Result<Played, CliError> {
    Prepared::load(args)?.play()
}

impl Prepared {
    /// Loads an experiment.
    pub(crate) fn load(args: &PlayArgs) -> Result<Prepared, CliError> {
        let calibrated = args.experiment.load(Purpose::Run)?;
        let plan = Plan { experiment: Arc::new(calibrated.experiment) };
        let options = RunOptions {
            threads: args.threads.map_or_else(physical_cores, usize::from),
            fail_fast: args.fail_fast,
            force: args.force,
            progress: ProgressStyle::Auto,
            ..RunOptions::default()
        };
        Ok(Prepared { plan, dir: calibrated.dir, rates: calibrated.rates, options })
    }

    /// Plays the missing tasks.
    pub(crate) fn play(self) -> Result<Played, CliError> {
        let mut session = self.open()?;
        let complete = session.play(&session.plan.clone())?;
        let Session { plan, store, dir, .. } = session;
        let code = if complete { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) };
        Ok(Played { plan, store, dir, code })
    }

    /// Opens the run directory, to play one or more plans in it.
    pub(crate) fn open(self) -> Result<Session, CliError> {
        let Prepared { plan, dir, rates, options } = self;
        let store = Store::open(&dir, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
        write_rates(&dir, &rates).map_err(CliError::input)?;
        stop_on_ctrl_c(&options.stop);
        Ok(Session { plan, store, dir, options })
    }
}

/// An experiment whose run directory is open.
pub(crate) struct Session {
    pub(crate) plan: Plan,
    pub(crate) store: Store,
    dir: PathBuf,
    options: RunOptions,
}

impl Session {
    /// Plays the missing tasks of a plan and says so; returns whether all of them are stored.
    pub(crate) fn play(&mut self, plan: &Plan) -> Result<bool, CliError> {
        let outcome = play(plan, &mut self.store, &self.options)?;
        if let RunEnd::Failed { task, message } = &outcome.end {
            let replay = format!("bench replay {} {task} --show", self.dir.display());
            return Err(CliError::input(format!("task {task} failed and --fail-fast ends the run: {message}\nto see it again: {replay}")));
        }
        tell(&outcome, &self.dir)?;
        Ok(outcome.end == RunEnd::Complete)
    }
}

/// Plays, and records the invocation before and after.
fn play(plan: &Plan, store: &mut Store, options: &RunOptions) -> Result<Outcome, CliError> {
    let dir = store.dir().to_owned();
    let experiment = &plan.experiment;
    write_atomically(&dir.join(RESOLVED), &experiment.resolved_toml).map_err(CliError::input)?;
    let invocation = Invocation {
        experiment: experiment.name.clone(),
        kind: experiment.kind.name().to_owned(),
        command: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
        threads: options.threads,
        counted: !experiment.cells.iter().any(|cell| experiment.kind.is_timed(cell)),
        done_before: store.done(plan).map_err(CliError::input)?.count(),
    };
    start_invocation(&dir, &invocation).map_err(CliError::input)?;
    let outcome = execute(plan, store, options).map_err(CliError::input)?;
    finish_invocation(&dir, outcome.played).map_err(CliError::input)?;
    Ok(outcome)
}

fn tell(outcome: &Outcome, dir: &Path) -> Result<(), CliError> {
    let Outcome { end, planned, done_before, played, failures } = outcome;
    let before = if *done_before == 0 { String::new() } else { format!(", {done_before} were there already") };
    let mut text = format!("{played} of {planned} tasks played{before}; results in {}\n", dir.display());
    if *failures > 0 {
        text += &format!("{failures} of them failed and count for nothing; `bench export {} --format jsonl` shows why\n", dir.display());
    }
    if *end == RunEnd::Stopped {
        text += "stopped before the end: run the same command again to play the rest\n";
    }
    out::print(&text)
}
