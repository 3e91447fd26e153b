//! `bench check`: compares an experiment with a committed baseline.

use super::Verb;
use crate::check::{Baseline, Judged, Rule, Status, judge, junit, markdown, overall};
use crate::cli::args::playing::{PlayArgs, play_config};
use crate::cli::error::{INCONCLUSIVE, REGRESSION};
use crate::cli::{CliError, out};
use crate::experiment::KindRules as _;
use crate::kinds::r#match::{Match, MatchSummary};
use crate::store::write_atomically;
use std::path::PathBuf;
use std::process::ExitCode;

/// Compares an experiment with a committed baseline and says pass, fail or inconclusive.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench check configs/ci.toml --baseline configs/ci.baseline.toml
  bench check configs/ci.toml --baseline configs/ci.baseline.toml --update
  bench check configs/ci.toml --baseline configs/ci.baseline.toml --junit check.xml --markdown check.md

A cell fails if its score is lower than the baseline's beyond chance (Newcombe's interval, 5 % over all cells together by Holm's rule), or if
a larger share of its games has no result; it passes if its games are identical (counted budgets only) or a loss of more than the
tolerance is excluded; else it is inconclusive.
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
    /// The loss of score, in percent points, that is still accepted.
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
            return Err(CliError::input(format!("--tolerance must be from 0 to 100 percent points, not {}", self.tolerance)));
        }
        // A baseline that cannot be read is told before hours are played.
        let baseline = if self.update { None } else { Some(Baseline::read(&self.baseline).map_err(CliError::input)?) };
        let played = play_config(&self.play)?;
        // Half an experiment is no evidence: neither a verdict nor a baseline comes of it.
        if !played.complete {
            return Ok(played.code);
        }
        let experiment = &played.plan.experiment;
        if experiment.kind.name() != Match.name() {
            return Err(CliError::input(format!("`bench check` compares experiments of kind `match`, not `{}`", experiment.kind.name())));
        }
        let mut rows = played.store.report_rows(&played.plan).map_err(CliError::input)?;
        let summary = MatchSummary::of(experiment, &mut rows);
        rows.check().map_err(CliError::input)?;
        let now = Baseline::of(experiment, &summary);
        let Some(baseline) = baseline else {
            write_atomically(&self.baseline, &now.text().map_err(CliError::input)?).map_err(CliError::input)?;
            out::print(&format!("baseline of {} cells written to {}\n", now.cells.len(), self.baseline.display()))?;
            return Ok(ExitCode::SUCCESS);
        };
        let judged = judge(&now, &baseline, Rule { tolerance: self.tolerance / 100.0, ..Rule::default() });
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

fn lines(judged: &[Judged]) -> String {
    let mut text: String = judged.iter().map(|cell| format!("{:<12}  {}: {}\n", cell.status.word(), cell.cell, cell.reason)).collect();
    text += &format!("check: {}\n", overall(judged).word());
    text
}
