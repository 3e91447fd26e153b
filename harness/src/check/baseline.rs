//! The committed file: what every cell came to when it was last accepted.

use super::series::Written;
use super::{Series, audit};
use crate::experiment::{Cell, Experiment};
use crate::kinds::{Measured, Statistic};
use crate::stats::Moments;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// The layout of the file that this version writes. Raise it with every change that an older version would misread.
pub const BASELINE_FORMAT: u32 = 3;

/// What an experiment came to when it was last accepted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Baseline {
    /// The layout of the file: [`BASELINE_FORMAT`].
    pub format: u32,
    /// The experiment's name.
    pub experiment: String,
    /// The experiment's kind.
    pub kind: String,
    /// Tasks of each cell that are played before the first look; the hashes are those of their records.
    pub first: u32,
    /// Its cells in the order of the grid.
    #[serde(rename = "cell", default)]
    pub cells: Vec<BaselineCell>,
}

/// What a cell came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BaselineCell {
    /// The cell's name: it does not depend on the other cells of the grid ([`Experiment::cell_names`]).
    pub cell: String,
    /// The key of its results; equal keys and counted budgets give equal games.
    pub key: String,
    /// Whether no clock decides when its tasks end, so that the same games are played whenever and wherever it runs.
    pub counted: bool,
    /// A hash of the reproducible part of its first records, in 32 hexadecimal digits: equal games have equal hashes.
    pub records: String,
    /// Tasks stored: those with a result, the failures of either side and the void ones.
    pub played: u64,
    /// Tasks without a result because the candidate failed: errors and timeouts.
    pub failures: u64,
    /// Tasks without a result because an opponent failed.
    pub opponent_failures: u64,
    /// Tasks without a result for which no agent is to blame.
    pub void: u64,
    /// What is compared.
    #[serde(rename = "statistic", default)]
    pub statistics: Vec<BaselineStatistic>,
}

/// A mean of a cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BaselineStatistic {
    /// Its name.
    pub name: String,
    /// The mean value of every round in the order of the plan. Count, mean and variance follow from it and are not stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Written>,
    /// What is known of the values where there are no rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moments: Option<BaselineMoments>,
}

/// Values by their number, mean and variance.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BaselineMoments {
    /// How many values there are.
    pub count: u64,
    /// Their mean; 0 if there are none.
    pub mean: f64,
    /// Their sample variance (divisor n − 1); 0 if there are none.
    pub variance: f64,
}

impl Baseline {
    /// What an experiment has come to now, from what its summary has measured and the hash of each cell's first records.
    pub fn of(experiment: &Experiment, first: u32, measured: &[Measured], records: &[String]) -> Baseline {
        let cells = experiment.cells.iter().zip(experiment.cell_names()).zip(measured).zip(records);
        Baseline {
            format: BASELINE_FORMAT,
            experiment: experiment.name.clone(),
            kind: experiment.kind.name().to_owned(),
            first,
            cells: cells.map(|(((cell, name), measured), records)| BaselineCell::of(experiment, cell, name, measured, records)).collect(),
        }
    }

    /// Reads a baseline.
    ///
    /// # Errors
    /// If there is no such file, it is no baseline, another version wrote it, or its numbers contradict each other: names the
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
        // The format is read first: what a newer one adds would otherwise be called an unknown key.
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| no_baseline(&error))?;
        match table.get("format").and_then(toml::Value::as_integer) {
            None => return Err(no_baseline(&format!("it has no line `format = {BASELINE_FORMAT}`; write it again with --update"))),
            Some(format) if format > i64::from(BASELINE_FORMAT) => {
                return Err(format!("it has format {format}, written by a newer version; this one reads format {BASELINE_FORMAT}"));
            }
            Some(format) if format < 1 => return Err(no_baseline(&format!("there is no format {format}"))),
            Some(format) if format < i64::from(BASELINE_FORMAT) => {
                return Err(format!(
                    "it has format {format}, written by an older version; this one reads format {BASELINE_FORMAT}: write it again with --update"
                ));
            }
            Some(_) => {}
        }
        let baseline: Baseline = toml::from_str(text).map_err(|error| no_baseline(&error))?;
        audit::audit(&baseline)?;
        Ok(baseline)
    }

    /// Whether this is a baseline of the experiment.
    ///
    /// # Errors
    /// If it belongs to another experiment or another kind: names both.
    pub fn belongs_to(&self, experiment: &Experiment) -> Result<(), String> {
        let (name, kind) = (experiment.name.as_str(), experiment.kind.name());
        if self.experiment != name || self.kind != kind {
            return Err(format!(
                "the baseline is that of the experiment `{}` of kind `{}`, not of `{name}` of kind `{kind}`",
                self.experiment, self.kind
            ));
        }
        Ok(())
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
    fn of(experiment: &Experiment, cell: &Cell, name: String, measured: &Measured, records: &str) -> BaselineCell {
        let &Measured { played, failures, opponent_failures, void, .. } = measured;
        BaselineCell {
            cell: name,
            key: cell.key.to_string(),
            counted: !experiment.kind.is_timed(cell),
            records: records.to_owned(),
            played,
            failures,
            opponent_failures,
            void,
            statistics: measured.statistics.iter().map(BaselineStatistic::of).collect(),
        }
    }

    /// Tasks without a result.
    pub fn without_result(&self) -> u64 {
        self.failures + self.opponent_failures + self.void
    }

    /// A statistic by its name.
    pub fn statistic(&self, name: &str) -> Option<&BaselineStatistic> {
        self.statistics.iter().find(|statistic| statistic.name == name)
    }

    /// Whether any of its statistics has a value.
    pub fn has_results(&self) -> bool {
        self.statistics.iter().any(|statistic| statistic.values().count() > 0)
    }
}

impl BaselineStatistic {
    pub(super) fn of(statistic: &Statistic) -> BaselineStatistic {
        let values = &statistic.values;
        let known = |x: f64| if values.count() == 0 { 0.0 } else { x };
        let moments = BaselineMoments { count: values.count(), mean: known(values.mean()), variance: known(values.variance()) };
        let rounds = statistic.rounds.as_ref().map(|rounds| Series(rounds.clone()).write());
        let moments = rounds.is_none().then_some(moments);
        BaselineStatistic { name: statistic.name.clone(), rounds, moments }
    }

    /// Its rounds, if it has them.
    pub fn series(&self) -> Option<Series> {
        self.rounds.as_ref().and_then(|written| Series::read(written).ok())
    }

    /// The values as the statistics take them: of rounds their means, where there are rounds.
    pub fn values(&self) -> Moments {
        match (&self.moments, self.series()) {
            (Some(known), _) => Moments::from_parts(known.count, known.mean, known.variance),
            (None, Some(series)) => {
                let mut values = Moments::default();
                series.0.iter().flatten().for_each(|&x| values.push(x));
                values
            }
            (None, None) => Moments::default(),
        }
    }
}
