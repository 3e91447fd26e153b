//! The committed file: what every cell came to when it was last accepted.

use crate::experiment::Experiment;
use crate::stats::{MatchSummary, Moments};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// What an experiment came to when it was last accepted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Baseline {
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
    /// The key of its results; equal keys and equal budgets of counted effort give equal games.
    pub key: String,
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
    /// Failures of the candidate: errors and timeouts.
    pub failures: u64,
}

impl Baseline {
    /// What an experiment has come to now.
    pub fn of(experiment: &Experiment, summary: &MatchSummary) -> Baseline {
        let cells = experiment.cells.iter().zip(&summary.cells).map(|(cell, s)| BaselineCell {
            cell: cell.axes.iter().map(|at| format!("{} {}", at.axis, at.value)).collect::<Vec<_>>().join(", "),
            key: cell.key.to_string(),
            games: s.scores.count(),
            wins: s.wins,
            draws: s.draws,
            losses: s.losses,
            score: if s.scores.count() == 0 { 0.0 } else { s.scores.mean() },
            variance: if s.scores.count() == 0 { 0.0 } else { s.scores.variance() },
            failures: s.failures.first().copied().unwrap_or(0),
        });
        Baseline { experiment: experiment.name.clone(), cells: cells.collect() }
    }

    /// Reads a baseline.
    ///
    /// # Errors
    /// If there is no such file or it is no baseline: names the file, and the line where there is one.
    pub fn read(path: &Path) -> Result<Baseline, String> {
        let text = fs::read_to_string(path).map_err(|error| {
            format!(
                "{}: {error}; write the first baseline with `bench check CONFIG --baseline {} --update`",
                path.display(),
                path.display()
            )
        })?;
        toml::from_str(&text).map_err(|error| format!("{}: this is no baseline of `bench check`: {error}", path.display()))
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
    /// The scores as the statistics take them.
    pub fn scores(&self) -> Moments {
        Moments::from_parts(self.games, self.score, self.variance)
    }
}
