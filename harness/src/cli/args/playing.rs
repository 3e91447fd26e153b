//! Plays the missing tasks of an experiment, for `run` and `check`.

use crate::cli::args::experiment::{ExperimentArgs, stored_plan};
use crate::cli::error::FAILED;
use crate::cli::{CliError, out};
use crate::config::parse_duration;
use crate::experiment::{CellKey, Probes, Rate, References};
use crate::kinds;
use crate::plan::Plan;
use crate::probe::{Purpose, changed_engines, write_rates};
use crate::report::plural;
use crate::results::ResultsFile;
use crate::run::{
    Affinity, INTERRUPTED, Outcome, ProgressStyle, RunEnd, RunOptions, Trust, check_machine, execute, reasons, stop_after, stop_on_ctrl_c,
    trust, trust_saved,
};
use crate::store::{Invocation, RESOLVED, Store, finish_invocation, physical_cores, start_invocation, write_atomically};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use treebench_agents::engines::keep_errors_in;

/// The arguments of both verbs.
#[derive(clap::Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) experiment: ExperimentArgs,
    /// Worker threads [default: one per core, or per as many cores as an engine's option `Threads` says].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
    /// Binds every worker, with the engines that it starts, to a core of its own, or to as many as an engine's option `Threads` says (Linux).
    #[arg(long)]
    affinity: bool,
    /// Keeps what engines print on standard error in files of this folder, one a process, each of at most 10 MB and as much set aside.
    #[arg(long, value_name = "DIR")]
    engine_logs: Option<PathBuf>,
    /// Plays wall-time budgets although the machine is busy or has fewer cores than workers; the report says what agents got.
    #[arg(long)]
    force: bool,
    /// Plays stored tasks without a result again, also those of a results file. Every failure stays in the count and in the bounds.
    #[arg(long)]
    retry_failed: bool,
    /// Stops after this time, such as 10min or 2h, as Ctrl-C does: running games are finished and stored, and the same command plays the rest.
    #[arg(long = "for", value_name = "TIME", value_parser = parse_duration)]
    time_limit: Option<Duration>,
    /// Ends the run at the first failure.
    #[arg(long)]
    fail_fast: bool,
    /// Ends the run after N failures.
    #[arg(long, value_name = "N", conflicts_with = "fail_fast", value_parser = clap::value_parser!(u64).range(1..))]
    max_failures: Option<u64>,
    /// Plays everything again; results that are there already are kept as results.old.sqlite, and reports say that they could be seen.
    #[arg(long)]
    fresh: bool,
    /// Goes on with stored games of another build although they come out differently in this one; the report says so.
    #[arg(long, conflicts_with = "fresh")]
    accept_mixed: bool,
    /// How many stored games of another build are replayed before they are re-used, of every game and pairing of agents.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    verify: u16,
}

/// An experiment after its tasks were played, all of them or as many as possible before an interruption.
pub(crate) struct FinishedRun {
    pub(crate) plan: Plan,
    pub(crate) store: Store,
    pub(crate) dir: PathBuf,
    /// The results file before the run, if requested.
    pub(crate) saved: Option<ResultsFile>,
    /// Whether nothing is left to play.
    pub(crate) complete: bool,
    /// The exit code, unless something else fails.
    pub(crate) code: ExitCode,
}

/// The treatment of existing results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Begin {
    /// The run continues from them.
    Resume,
    /// They are set aside, and the record of looks is kept.
    Afresh,
    /// They are set aside: a check judges this build by a rule of its own.
    Scratch,
}

/// An experiment that is ready to be played.
pub(crate) struct PreparedRun {
    pub(crate) plan: Plan,
    pub(super) dir: PathBuf,
    /// The rates measured for this run, to be kept in its directory.
    pub(super) rates: Vec<Rate>,
    pub(super) options: RunOptions,
    trust: Trust,
    begin: Begin,
    saved: Option<ResultsFile>,
    /// How to resume after an interruption.
    rest: String,
    /// Ctrl-C stops the run.
    handles_ctrl_c: bool,
    /// The time after which the run stops.
    pub(super) time_limit: Option<Duration>,
}

/// Loads an experiment and plays its missing tasks: those that are neither in its run directory nor in the results file.
pub(crate) fn play_config(args: &PlayArgs, results: Option<&Path>) -> Result<FinishedRun, CliError> {
    PreparedRun::load(args, results)?.play()
}

impl PreparedRun {
    /// Loads an experiment and its results file, if requested.
    pub(crate) fn load(args: &PlayArgs, results: Option<&Path>) -> Result<PreparedRun, CliError> {
        let rates = results.map(ResultsFile::rates).transpose().map_err(CliError::input)?.unwrap_or_default();
        let probed = args.experiment.load(Purpose::Run, Probes { rates, ..Probes::default() })?;
        let plan = Plan { experiment: Arc::new(probed.experiment) };
        let open = |path| ResultsFile::open(path, args.experiment.origin()?, probed.probes.clone()).map_err(CliError::input);
        let saved = results.map(open).transpose()?;
        if let Some(saved) = saved.as_ref().filter(|_| args.retry_failed) {
            saved.check_retry().map_err(CliError::input)?;
        }
        if let Some(folder) = &args.engine_logs {
            keep_errors_in(folder).map_err(|error| CliError::unusable("keep logs in", folder, &error))?;
        }
        // Printed values that cannot be read would spoil the report of hours of play.
        References::of_experiment(&plan.experiment).map_err(CliError::input)?;
        let each = plan.experiment.cores_per_game();
        let threads = args.threads.map_or_else(|| (physical_cores() / each).max(1), usize::from);
        let bound = || Affinity::of(threads, each).map_err(|message| CliError::input(format!("--affinity: {message}")));
        let options = RunOptions {
            threads,
            affinity: args.affinity.then(bound).transpose()?.map(Arc::new),
            max_failures: if args.fail_fast { Some(1) } else { args.max_failures },
            retry_failed: args.retry_failed,
            force: args.force,
            progress: ProgressStyle::Auto,
            finished: saved.as_ref().map(|saved| Arc::new(saved.saved_tasks(&plan, args.retry_failed))),
            ..RunOptions::default()
        };
        let trust = Trust { sample: args.verify.into(), accept_mixed: args.accept_mixed, threads: options.threads };
        Ok(PreparedRun {
            plan,
            dir: probed.dir,
            rates: probed.probes.rates,
            options,
            trust,
            begin: if args.fresh { Begin::Afresh } else { Begin::Resume },
            saved,
            rest: "run the same command again".to_owned(),
            handles_ctrl_c: true,
            time_limit: args.time_limit,
        })
    }

    /// Plays the missing tasks.
    pub(crate) fn play(self) -> Result<FinishedRun, CliError> {
        let mut session = self.open()?;
        let complete = session.play(&session.plan.clone())?;
        let Session { plan, store, dir, failed, saved, .. } = session;
        let code = match (complete, failed) {
            (false, _) => ExitCode::from(INTERRUPTED),
            (true, 0) => ExitCode::SUCCESS,
            (true, _) => ExitCode::from(FAILED),
        };
        Ok(FinishedRun { plan, store, dir, saved, complete, code })
    }

    /// Replaces Ctrl-C by this flag.
    pub(crate) fn stopped_by(mut self, stop: Arc<AtomicBool>, progress: ProgressStyle) -> PreparedRun {
        self.options = RunOptions { stop, progress, ..self.options };
        self.handles_ctrl_c = false;
        self
    }

    /// Uses a separate directory, unless the user named one, and sets earlier results aside.
    pub(crate) fn fresh(mut self, args: &PlayArgs) -> PreparedRun {
        if args.experiment.out.is_none() {
            let mut name = self.dir.file_name().unwrap_or_default().to_owned();
            name.push(".check");
            self.dir.set_file_name(name);
        }
        self.begin = Begin::Scratch;
        // Without it, the same command would begin anew.
        let out = if args.experiment.out.is_none() { format!(" --out {}", self.dir.display()) } else { String::new() };
        self.rest = format!("add --resume{out} to the same command");
        self
    }

    /// Refuses a directory of another experiment and a machine that is not free, before anything is created or set aside.
    pub(super) fn check(&self) -> Result<(), CliError> {
        refuse_another(&self.dir, &self.plan)?;
        // An identity that a file states is not asked for again.
        if let Some(changed) = changed_engines(&self.plan.experiment).into_iter().next() {
            return Err(CliError::input(format!(
                "{changed}; remove its `identity`, by which its games count as those of the same program"
            )));
        }
        let here = || Store::open_read_only(&self.dir, kinds::of(&self.plan.experiment).table())?.done(&self.plan);
        // Results that cannot be read are refused when they are opened.
        let here = if self.begin == Begin::Resume { here().map_or(0, |done| done.count()) } else { 0 };
        let elsewhere = self.options.finished.as_ref().map_or(0, |saved| saved.done.count());
        check_machine(&self.plan, &self.options, here + elsewhere).map_err(CliError::input)
    }

    /// Opens the run directory, to play one or more plans in it.
    pub(crate) fn open(self) -> Result<Session, CliError> {
        self.check()?;
        let PreparedRun { plan, dir, rates, options, trust, begin, saved, rest, handles_ctrl_c, time_limit } = self;
        let table = kinds::of(&plan.experiment).table();
        let open = match begin {
            Begin::Resume => Store::open,
            Begin::Afresh => Store::open_afresh,
            Begin::Scratch => Store::open_fresh,
        };
        let store = open(&dir, table).map_err(CliError::input)?;
        write_rates(&dir, &rates).map_err(CliError::input)?;
        if handles_ctrl_c {
            stop_on_ctrl_c(&options.stop);
        }
        time_limit.map_or(Ok(()), |time| stop_after(&options.stop, time)).map_err(CliError::input)?;
        Ok(Session { plan, store, dir, options, trust, failed: 0, saved, rest })
    }
}

/// Refuses the directory of an experiment with another name, if it has no cell in common with this one.
fn refuse_another(dir: &Path, plan: &Plan) -> Result<(), CliError> {
    // A copy that cannot be read is that of an older version, or none.
    let Ok(there) = stored_plan(dir) else { return Ok(()) };
    let (there, here) = (&there.experiment, &plan.experiment);
    let known: HashSet<CellKey> = there.cells.iter().map(|cell| cell.key).collect();
    if there.name == here.name || here.cells.iter().any(|cell| known.contains(&cell.key)) {
        return Ok(());
    }
    Err(CliError::input(format!(
        "`{}` holds another experiment, `{}`, which shares no cell with `{}`; choose another directory with --out",
        dir.display(),
        there.name,
        here.name
    )))
}

/// An experiment whose run directory is open.
pub(crate) struct Session {
    pub(crate) plan: Plan,
    pub(crate) store: Store,
    dir: PathBuf,
    options: RunOptions,
    /// Stored tasks of the plan played last that have no result.
    failed: u64,
    trust: Trust,
    saved: Option<ResultsFile>,
    rest: String,
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
    let of = if *scheduled { "of at most" } else { "of" };
    let mut text = format!("{played} {of} {planned} tasks played{}", failed(*failures));
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
