//! The committed file: what every cell came to when it was last accepted.

use super::audit;
use crate::experiment::{Cell, Experiment};
use crate::kinds::r#match::{CellSummary, MatchSummary};
use crate::stats::Moments;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The layout of the file that this version writes. Raise it with every change that an older version would misread.
pub const BASELINE_FORMAT: u32 = 1;

/// What an experiment came to when it was last accepted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Baseline {
    /// The layout of the file: [`BASELINE_FORMAT`].
    pub format: u32,
    /// The experiment's name.
    pub experiment: String,
    /// Its cells in the order of the grid.
    #[serde(rename = "cell", default)]
    pub cells: Vec<BaselineCell>,
}

/// What a cell came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BaselineCell {
    /// The cell's place in the grid, in words.
    pub cell: String,
    /// The key of its results; equal keys and counted budgets give equal games.
    pub key: String,
    /// Whether all its budgets are counted, so that the same games are played whenever and wherever it runs.
    pub counted: bool,
    /// Games stored: those with a result, the failures of either side and the void ones.
    pub played: u64,
    /// Games with a result.
    pub games: u64,
    /// Games won by the candidate.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Mean score on the scale [0, 1].
    pub score: f64,
    /// Sample variance of the scores (divisor n − 1).
    pub variance: f64,
    /// Games without a result because the candidate failed: errors and timeouts.
    pub failures: u64,
    /// Games without a result because an opponent failed.
    pub opponent_failures: u64,
    /// Games without a result for which no agent is to blame.
    pub void: u64,
}

impl Baseline {
    /// What an experiment has come to now.
    pub fn of(experiment: &Experiment, summary: &MatchSummary) -> Baseline {
        let cells = experiment.cells.iter().zip(&summary.cells).map(|(cell, s)| BaselineCell::of(cell, s));
        Baseline { format: BASELINE_FORMAT, experiment: experiment.name.clone(), cells: cells.collect() }
    }

    /// Reads a baseline.
    ///
    /// # Errors
    /// If there is no such file, it is no baseline, a newer version wrote it, or its numbers contradict each other: names the
    /// file, and the line or the cell where there is one.
    pub fn read(path: &Path) -> Result<Baseline, String> {
        let file = path.display();
        let text = fs::read_to_string(path)
            .map_err(|error| format!("{file}: {error}; write the first baseline with `bench check CONFIG --baseline {file} --update`"))?;
        Baseline::parse(&text).map_err(|error| format!("{file}: {error}"))
    }

    /// Reads the text of the file.
    ///
    /// # Errors
    /// As [`Baseline::read`], without the name of the file.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let no_baseline = |error: &dyn std::fmt::Display| format!("this is no baseline of `bench check`: {error}");
        // The format is looked at first, since what a newer one adds would otherwise be called an unknown key.
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| no_baseline(&error))?;
        match table.get("format").and_then(toml::Value::as_integer) {
            None => return Err(no_baseline(&"it has no line `format = 1`; write it again with --update")),
            Some(format) if format > i64::from(BASELINE_FORMAT) => {
                return Err(format!("it has format {format}, written by a newer version; this one reads up to {BASELINE_FORMAT}"));
            }
            Some(format) if format < 1 => return Err(no_baseline(&format!("there is no format {format}"))),
            Some(_) => {}
        }
        let baseline: Baseline = toml::from_str(text).map_err(|error| no_baseline(&error))?;
        audit::audit(&baseline)?;
        Ok(baseline)
    }

    /// The text of the file.
    ///
    /// # Errors
    /// Never for values that [`Baseline::of`] makes.
    pub fn text(&self) -> Result<String, String> {
        let body = toml::to_string(self).map_err(|error| error.to_string())?;
        Ok(format!("# What `bench check` compares with. Written by `bench check CONFIG --baseline FILE --update`; do not edit.\n\n{body}"))
    }
}

impl BaselineCell {
    fn of(cell: &Cell, s: &CellSummary) -> BaselineCell {
        let games = s.scores.count();
        let failures = s.failures.first().copied().unwrap_or(0);
        let opponent_failures = s.failures.iter().skip(1).sum();
        BaselineCell {
            cell: cell.axes.iter().map(|at| format!("{} {}", at.name(), at.value)).collect::<Vec<_>>().join(", "),
            key: cell.key.to_string(),
            counted: cell.participants.iter().all(|participant| participant.budget.is_counted()),
            played: s.played,
            games,
            wins: s.wins,
            draws: s.draws,
            losses: s.losses,
            score: if games == 0 { 0.0 } else { s.scores.mean() },
            variance: if games == 0 { 0.0 } else { s.scores.variance() },
            failures,
            opponent_failures,
            void: s.played - games - failures - opponent_failures,
        }
    }

    /// The scores as the statistics take them.
    pub fn scores(&self) -> Moments {
        Moments::from_parts(self.games, self.score, self.variance)
    }

    /// Games without a result.
    pub fn without_result(&self) -> u64 {
        self.failures + self.opponent_failures + self.void
    }
}
