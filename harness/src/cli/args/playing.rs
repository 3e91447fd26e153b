//! Plays the missing tasks of an experiment, for `run` and `check`.

use crate::cli::CliError;
use crate::cli::args::experiment::{ExperimentArgs, stored_plan};
use crate::cli::args::session::Session;
use crate::cli::error::FAILED;
use crate::config::parse_duration;
use crate::experiment::{Probes, Rate, References};
use crate::kinds;
use crate::plan::Plan;
use crate::probe::{Purpose, changed_engines, write_rates};
use crate::results::ResultsFile;
use crate::run::{Affinity, INTERRUPTED, ProgressStyle, RunOptions, Trust, check_machine, stop_after, stop_on_ctrl_c};
use crate::store::{Store, physical_cores};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use treebench_agents::engines::keep_errors_in;

/// How the folder of the games that `bench check` plays ends, unless it is named. It is no run of its own.
pub(crate) const SCRATCH: &str = ".check";

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
            name.push(SCRATCH);
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

/// Refuses the directory of an experiment with another name: its plan and report would be replaced.
fn refuse_another(dir: &Path, plan: &Plan) -> Result<(), CliError> {
    // A copy that cannot be read is that of an older version, or none.
    let Ok(there) = stored_plan(dir) else { return Ok(()) };
    let (there, here) = (&there.experiment, &plan.experiment);
    if there.name == here.name {
        return Ok(());
    }
    Err(CliError::input(format!(
        "`{}` holds another experiment, `{}`, and not `{}`; choose another directory with --out",
        dir.display(),
        there.name,
        here.name
    )))
}
