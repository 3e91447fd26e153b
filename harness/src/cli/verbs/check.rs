//! `bench check`: compares an experiment with a committed baseline.

use super::Verb;
use crate::check::{Baseline, Judged, Rule, Status, digests, judge, junit, markdown, overall};
use crate::cli::args::playing::{PlayArgs, Prepared};
use crate::cli::error::{INCONCLUSIVE, REGRESSION};
use crate::cli::{CliError, out};
use crate::kinds::{self, Measured};
use crate::plan::Plan;
use crate::store::{Store, write_atomically};
use std::path::PathBuf;
use std::process::ExitCode;

/// Compares an experiment with a committed baseline: pass, fail or inconclusive.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench check configs/ci.toml --baseline configs/ci.baseline.toml
  bench check configs/ci.toml --baseline configs/ci.baseline.toml --update
  bench check configs/ci.toml --baseline configs/ci.baseline.toml --junit check.xml --markdown check.md

Matches are compared by the candidate's score, searches by their optimal moves, area and difficulty, playouts by lengths, branching factor and
scores. A cell fails if one of these is worse than the baseline's beyond chance (5 % over all comparisons together by Holm's rule; lengths,
branching factors and scores of playouts may not change at all), or if a larger share of its tasks has no result; it passes if its records are
identical (counted budgets only) or a loss of more than the tolerance is excluded; else it is inconclusive.
Exit codes: 0 pass, 1 regression, 2 wrong usage or input, 3 inconclusive, 130 interrupted (no verdict, no file written).")]
pub(crate) struct Args {
    #[command(flatten)]
    play: PlayArgs,
    /// The committed baseline, a TOML file.
    #[arg(long, value_name = "FILE")]
    baseline: PathBuf,
    /// Writes the baseline instead of comparing with it.
    #[arg(long)]
    update: bool,
    /// The accepted loss, in percentage points of shares or in percent of other means.
    #[arg(long, value_name = "POINTS", default_value_t = 5.0)]
    tolerance: f64,
    /// Writes the verdicts as JUnit XML.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Writes the verdicts as a Markdown table.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

impl Verb for Args {
    const NAME: &'static str = "check";

    fn run(self) -> Result<ExitCode, CliError> {
        if !(0.0..=100.0).contains(&self.tolerance) {
            return Err(CliError::input(format!("--tolerance must be from 0 to 100, not {}", self.tolerance)));
        }
        // What cannot be checked is refused before anything is played.
        let baseline = if self.update { None } else { Some(Baseline::read(&self.baseline).map_err(CliError::input)?) };
        let prepared = Prepared::load(&self.play)?;
        can_be_checked(&prepared.plan, baseline.as_ref())
            .map_err(|error| CliError::input(format!("{}: {error}", self.baseline.display())))?;
        let played = prepared.play()?;
        // Part of an experiment allows neither a verdict nor a baseline.
        if !played.complete {
            return Ok(played.code);
        }
        let experiment = &played.plan.experiment;
        let measured = measure(&played.plan, &played.store)?;
        let digests = digests(&played.store, &played.plan).map_err(CliError::input)?;
        let now = Baseline::of(experiment, &measured, &digests);
        let Some(baseline) = baseline else {
            write_atomically(&self.baseline, &now.text().map_err(CliError::input)?).map_err(CliError::input)?;
            out::print(&format!("baseline of {} written to {}\n", out::counted(now.cells.len() as u64, "cell"), self.baseline.display()))?;
            return Ok(ExitCode::SUCCESS);
        };
        let judged = judge(&now, &measured, &baseline, Rule { tolerance: self.tolerance / 100.0, ..Rule::default() });
        for (file, text) in [(&self.junit, junit(&experiment.name, &judged)), (&self.markdown, markdown(&experiment.name, &judged))] {
            if let Some(file) = file {
                write_atomically(file, &text).map_err(CliError::input)?;
            }
        }
        out::print(&lines(&judged))?;
        Ok(match overall(&judged) {
            Status::Pass => ExitCode::SUCCESS,
            Status::Fail => ExitCode::from(REGRESSION),
            Status::Inconclusive => ExitCode::from(INCONCLUSIVE),
        })
    }
}

/// Whether experiments of this kind can be checked at all, and against this baseline.
fn can_be_checked(plan: &Plan, baseline: Option<&Baseline>) -> Result<(), String> {
    let experiment = &plan.experiment;
    let nothing = kinds::of(experiment).fold(experiment, &mut std::iter::empty());
    if nothing.baseline().is_none() {
        return Err(format!("experiments of kind `{}` have nothing to compare", experiment.kind.name()));
    }
    baseline.map_or(Ok(()), |baseline| baseline.belongs_to(experiment))
}

/// What the stored tasks come to.
fn measure(plan: &Plan, store: &Store) -> Result<Vec<Measured>, CliError> {
    let mut rows = store.summary_rows(plan).map_err(CliError::input)?;
    let measured = kinds::of(&plan.experiment).fold(&plan.experiment, &mut rows).baseline();
    rows.check().map_err(CliError::input)?;
    Ok(measured.unwrap_or_default())
}

fn lines(judged: &[Judged]) -> String {
    let mut text: String = judged.iter().map(|cell| format!("{:<12}  {}: {}\n", cell.status.word(), cell.cell, cell.reason)).collect();
    text += &format!("check: {}\n", overall(judged).word());
    text
}
