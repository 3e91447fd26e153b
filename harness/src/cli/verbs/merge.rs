//! `bench merge`: puts together what shards or several machines have played.

use super::Verb;
use crate::cli::args::experiment::stored_plan;
use crate::cli::args::session::failure_reasons_text;
use crate::cli::args::write_report::{beginning, make_report, write_report};
use crate::cli::error::FAILED;
use crate::cli::{CliError, out};
use crate::kinds::{self, Next};
use crate::plan::Plan;
use crate::report::plural;
use crate::run::say;
use crate::shards::{GatherSummary, Source, experiment_of, gather, leave_looks};
use crate::store::{MergeSummary, RESOLVED, Store, settle_begun, write_atomically};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Puts together what shards or several machines have played.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench merge /shared/run --into results/run           all shard files of a run
  bench merge results/home results/office --into results/all
  bench merge /shared/run/shards/0003-of-0040.node7-4711.shard --into results/run

Files can be merged in any order, repeatedly, and while shards are still running. Of a truncated file, the intact part is merged.
Exit codes: 0 complete, 2 wrong input or contradicting records, 3 tasks are still missing, 4 complete, but some tasks failed and have no result.")]
pub(crate) struct Args {
    /// Shard files, folders that hold them, and run directories.
    #[arg(required = true)]
    from: Vec<PathBuf>,
    /// The run directory that receives the records; it is created if it does not exist.
    #[arg(long, value_name = "RUN")]
    into: PathBuf,
    /// Mixes records of different executables; the report says so.
    #[arg(long)]
    accept_mixed: bool,
    /// Writes no report.
    #[arg(long)]
    no_report: bool,
}

/// Exit code: tasks are missing.
const MISSING: u8 = 3;

impl Verb for Args {
    const NAME: &'static str = "merge";

    fn run(self) -> Result<ExitCode, CliError> {
        let mut sources = BTreeSet::new();
        for path in &self.from {
            // What a shard leaves in the run's own directory is merged there, and its results are not a source.
            let found = Source::at(path).map_err(CliError::input)?;
            let own = |source: &Source| matches!(source, Source::Run(dir) if found.len() > 1 && is_same(dir, &self.into));
            sources.extend(found.iter().filter(|source| !own(source)).cloned());
        }
        let plan = plan_of(&self.into, &sources)?;
        let table = kinds::of(&plan.experiment).table();
        let mut store = Store::open(&self.into, table).map_err(CliError::input)?;
        let gathered = gather(&plan, &mut store, &sources, self.accept_mixed).map_err(CliError::input)?;
        if let Some(abandoned) = kinds::of(&plan.experiment).tasks().abandoned() {
            let mut runs = sources.iter().filter_map(|source| if let Source::Run(dir) = source { Some(dir) } else { None });
            runs.try_for_each(|dir| settle_begun(&store, dir, &abandoned)).map_err(CliError::input)?;
        }
        write_atomically(&self.into.join(RESOLVED), &plan.experiment.resolved_toml).map_err(CliError::input)?;
        let counted = kinds::counted(&plan, None, &store).map_err(CliError::input)?;
        kinds::write_plan(&self.into, &plan, counted.as_ref()).map_err(CliError::input)?;
        let missing = missing(&plan, &store)?;
        let failed = store.failed(&plan).map_err(CliError::input)?.len() as u64;
        let mut text = summary_text(&gathered, missing);
        if failed > 0 {
            text += &format!("{} failed without a result\n{}", plural(failed, "task"), failure_reasons_text(&plan, &store)?);
        }
        out::print(&text)?;
        if !self.no_report {
            let report = make_report(&plan, &store)?;
            store.look(&plan, None).map_err(CliError::input)?;
            if let Err(error) = leave_looks(&plan, &store, &sources) {
                say(&format!("warning: cannot record this look at the results, so later merges from there will not know of it: {error}"));
            }
            let page = write_report(&report, &self.into, &[])?;
            out::print(&format!("\n{}\nreport: {}\n", beginning(&report), page.display()))?;
        }
        Ok(match (missing, failed) {
            (0, 0) => ExitCode::SUCCESS,
            (0, _) => ExitCode::from(FAILED),
            _ => ExitCode::from(MISSING),
        })
    }
}

fn is_same(a: &Path, b: &Path) -> bool {
    a.canonicalize().ok().zip(b.canonicalize().ok()).is_some_and(|(a, b)| a == b)
}

/// The plan of the target run, or of the source with the most tasks per cell if it does not exist yet.
fn plan_of(into: &Path, sources: &BTreeSet<Source>) -> Result<Plan, CliError> {
    let resolved = into.join(RESOLVED);
    if !resolved.is_file() {
        let texts = sources.iter().map(|source| experiment_of(source).map_err(CliError::input));
        let mut texts: Vec<String> = texts.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        texts.dedup();
        let tasks = |text: &String| text.parse::<toml::Table>().ok()?.get("experiment")?.get("games-per-cell")?.as_integer();
        // The first of them, if there are several.
        let largest = texts
            .into_iter()
            .rev()
            .max_by_key(tasks)
            .ok_or_else(|| CliError::input("all shard files are truncated in their first line, so the plan is unknown"))?;
        std::fs::create_dir_all(into).map_err(|error| CliError::unusable("create", into, &error))?;
        write_atomically(&resolved, &largest).map_err(CliError::input)?;
    }
    stored_plan(into)
}

/// The missing tasks.
fn missing(plan: &Plan, store: &Store) -> Result<u64, CliError> {
    match kinds::schedule(plan, None, store, None).map_err(CliError::input)? {
        Some(mut schedule) => Ok(if schedule.next() == Next::Done { 0 } else { schedule.left().most.max(1) }),
        None => Ok(plan.len() - store.done(plan).map_err(CliError::input)?.count()),
    }
}

fn summary_text(gathered: &GatherSummary, missing: u64) -> String {
    let GatherSummary { sources, merged: MergeSummary { added, known, different, beyond }, cut_off, unfinished, .. } = gathered;
    let mut text = format!("{} from {}", plural(*added, "record"), plural(*sources, "source"));
    if *known > 0 {
        text += &format!(", {known} already stored");
    }
    text.push('\n');
    if *different > 0 {
        text += &format!("{different} of these have another result under a budget of time; the earlier records count\n");
    }
    if *beyond > 0 {
        text += &format!("{} beyond games-per-cell left out\n", plural(*beyond, "record"));
    }
    for (path, records) in cut_off {
        text += &format!("warning: `{}` is truncated after {}, which are used\n", path.display(), plural(*records, "record"));
    }
    if missing > 0 {
        text += &format!("{} still missing", plural(missing, "task"));
        if !unfinished.is_empty() {
            let list: Vec<String> = unfinished.iter().take(10).map(ToString::to_string).collect();
            let more = if unfinished.len() > 10 { " …" } else { "" };
            text += &format!("; not finished: shard {}{more}", list.join(", "));
        }
        text.push('\n');
    }
    text
}
