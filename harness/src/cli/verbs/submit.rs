//! `bench submit`: hands an experiment to an engine that plays its shards on many machines.

use super::Verb;
use super::plan::calibrate::calibrate;
use crate::cli::args::choice::choice;
use crate::cli::args::experiment::ExperimentArgs;
use crate::cli::{CliError, out};
use crate::cluster::{Engine, Job, JobPlan, JobScripts, advised_shards, fold, missing, states};
use crate::embedding;
use crate::experiment::Probes;
use crate::plan::Plan;
use crate::probe::{Purpose, write_rates};
use crate::report::plural;
use crate::shards::{SHARDS, dealable};
use crate::store::{RESOLVED, write_atomically};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use treebench_games::params::ParamChoice as _;

/// Hands an experiment to an engine that plays its shards on many machines.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench submit experiment.toml --engine slurm --out /shared/table1 --dry-run
  bench submit experiment.toml --engine slurm --out /shared/table1 -- --partition=short
  bench submit experiment.toml --engine parallel --out /shared/table1 -- --sshloginfile hosts
  bench submit experiment.toml --profile timed --engine local
  bench submit --show-template slurm > lab.sh          a template to edit, for --template lab.sh

Running the command again plays only unfinished shards. The run directory must be visible to all machines.
Arguments after `--` are passed to the engine. `bench status RUN` shows the progress of the shards.
Exit codes: 0 submitted, or played and merged; 2 wrong input, or the engine failed; 4 played and merged, but some tasks failed and have no result.")]
pub(crate) struct Args {
    #[command(flatten)]
    experiment: Option<ExperimentArgs>,
    /// What plays the shards.
    #[arg(long, value_parser = choice::<Engine>(), required = true)]
    engine: Option<Engine>,
    /// The number of shards [default: as many as take about 20 minutes each, as `bench plan --shards` advises; on this machine, one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    shards: Option<u32>,
    /// The time limit of a task of the job, in minutes [default: twice the estimate, and 10 minutes].
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u64).range(1..))]
    minutes: Option<u64>,
    /// Time for measuring what the experiment costs, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    calibrate: f64,
    /// The job script with words in double braces that are filled in.
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
    /// Writes the template of an engine and does nothing else.
    #[arg(long, value_parser = choice::<Engine>(), value_name = "ENGINE", exclusive = true)]
    show_template: Option<Engine>,
    /// Shows the scripts and submits nothing.
    #[arg(long)]
    dry_run: bool,
    /// Options for the engine.
    #[arg(last = true)]
    options: Vec<String>,
}

impl Verb for Args {
    const NAME: &'static str = "submit";

    fn run(self) -> Result<ExitCode, CliError> {
        if let Some(engine) = self.show_template {
            return out::finish(engine.template());
        }
        let (experiment, engine) = self.experiment.as_ref().zip(self.engine).expect("clap demands both");
        let loaded = experiment.load(Purpose::Run, Probes::default())?;
        let plan = Plan { experiment: Arc::new(loaded.experiment) };
        dealable(&plan).map_err(CliError::input)?;
        let absolute = |path: &Path| std::path::absolute(path).map_err(|error| CliError::input(format!("`{}`: {error}", path.display())));
        let run = absolute(&loaded.dir)?;
        let seconds = self.seconds(&plan)?;
        let shards = self.number_of_shards(engine, &run, &plan, seconds)?;
        let states = states(&plan, &run.join(SHARDS), shards).map_err(CliError::input)?;
        let missing = missing(&states);
        if missing.is_empty() {
            return out::finish(&format!(
                "all {shards} shards are finished: `bench merge {0} --into {0}` merges them\n",
                loaded.dir.display()
            ));
        }
        let tasks = fold(&missing, engine.most_tasks());
        let folded = tasks.iter().map(Vec::len).max().unwrap_or(1);
        let minutes = self.minutes.unwrap_or_else(|| (2.0 * folded as f64 * seconds / f64::from(shards) / 60.0).ceil() as u64 + 10);
        let bench = embedding::command().map_err(|error| CliError::input(format!("cannot determine the path of bench: {error}")))?;
        let folder = run.to_string_lossy().into_owned();
        let mut command = bench.clone();
        command.push("run".to_owned());
        command.extend(experiment.words()?);
        command.extend(["--out".to_owned(), folder.clone()]);
        let mut merge = bench;
        merge.extend(["merge", &folder, "--into", &folder].map(str::to_owned));
        let template = self.template.as_ref().map(|path| read(path).map(|text| (text, path.as_path()))).transpose()?;
        let job = JobPlan {
            engine,
            name: &plan.experiment.name,
            run: &run,
            shards,
            tasks: &tasks,
            minutes,
            command: &command,
            merge: &merge,
            options: &self.options,
            template: template.as_ref().map(|(text, path)| (text.as_str(), *path)),
        };
        let here = std::env::current_dir().map_err(|error| CliError::input(format!("cannot determine the working directory: {error}")))?;
        let scripts = JobScripts::new(&job, &here).map_err(CliError::input)?;
        let told = format!(
            "{} of {shards} to play, in {}, about {:.1} processor hours; time limit of a task {minutes} minutes\n",
            plural(missing.len() as u64, "shard"),
            plural(tasks.len() as u64, "task"),
            seconds / 3600.0 * missing.len() as f64 / f64::from(shards),
        );
        if self.dry_run {
            return out::finish(&format!("{told}\n{scripts}"));
        }
        engine.is_there().map_err(CliError::input)?;
        out::print(&told)?;
        scripts.write().map_err(CliError::input)?;
        write_rates(&run, &loaded.probes.rates).map_err(CliError::input)?;
        write_atomically(&run.join(RESOLVED), &plan.experiment.resolved_toml).map_err(CliError::input)?;
        let mut job = Job { engine: engine.word().to_owned(), shards, names: Vec::new() };
        job.keep(&run).map_err(CliError::input)?;
        let started = scripts.start(engine, &self.options).map_err(CliError::input)?;
        job.names = started.names;
        job.keep(&run).map_err(CliError::input)?;
        match job.names.first() {
            Some(name) => out::finish(&format!("submitted as job {name}: `bench status {}` shows its progress\n", loaded.dir.display())),
            None => Ok(ExitCode::from(started.code)),
        }
    }
}

impl Args {
    /// The estimated processor time of the whole plan.
    fn seconds(&self, plan: &Plan) -> Result<f64, CliError> {
        if !(0.0..=86_400.0).contains(&self.calibrate) {
            return Err(CliError::input(format!("--calibrate must be from 0 to 86400 seconds, got {}", self.calibrate)));
        }
        let costs = calibrate(plan, self.calibrate)?;
        let known: Vec<f64> = costs.iter().flatten().map(|cost| cost.seconds).collect();
        if known.is_empty() && (self.minutes.is_none() || self.shards.is_none()) {
            return Err(CliError::input("nothing was measured; give --calibrate more time, or set --shards and --minutes"));
        }
        // What was not measured is taken to cost the mean of the rest.
        let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
        Ok(mean * plan.len() as f64)
    }

    /// The number of shards: that of existing files, since a different number would replay games.
    fn number_of_shards(&self, engine: Engine, run: &Path, plan: &Plan, seconds: f64) -> Result<u32, CliError> {
        let last = Job::last(run).map_err(CliError::input)?.map(|job| job.shards);
        match (self.shards, last) {
            (Some(wanted), Some(last)) if wanted != last => Err(CliError::input(format!(
                "the run in `{}` is already split into {last} shards, and {wanted} shards would replay its games; omit --shards, or \
                 choose another directory with --out",
                run.display()
            ))),
            (Some(wanted), _) => Ok(wanted),
            (None, Some(last)) => Ok(last),
            (None, None) if engine == Engine::Local => Ok(engine.most_tasks() as u32),
            (None, None) => Ok(advised_shards(seconds, plan.len())),
        }
    }
}

fn read(path: &Path) -> Result<String, CliError> {
    std::fs::read_to_string(path).map_err(|error| CliError::unusable("read the template", path, &error))
}
