//! The codec of a baseline: TOML with a table per cell, the results when it was last accepted.

mod audit;

use super::series::SeriesText;
use super::{SavedCell, Series, fields, format};
use crate::experiment::{Experiment, SavedName};
use crate::store::{Record as _, Row};
use serde::de::Error as _;
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fs;
use std::path::Path;
use treebench_reports::reason;
use treebench_stats::Moments;

/// The results of an experiment when it was last accepted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Baseline {
    /// The version of the saved form: [`FORMAT`](super::FORMAT).
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

/// The results of a cell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BaselineCell {
    /// The common saved fields.
    pub saved: SavedCell,
    /// The measurements.
    pub measured: BaselineMeasured,
}

/// The measurements of a cell.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BaselineMeasured {
    /// Tasks without a result because the candidate failed: errors and timeouts.
    pub failures: u64,
    /// Tasks without a result because an opponent failed.
    pub opponent_failures: u64,
    /// Tasks without a result for which no agent is to blame.
    pub void: u64,
    /// Those of all these whose task has a result in spite of that: the failure counts as a loss, or was played again.
    #[serde(default, skip_serializing_if = "is_none")]
    pub with_result: u64,
    /// Its means.
    #[serde(rename = "statistic", default)]
    pub statistics: Vec<BaselineStatistic>,
}

fn is_none(count: &u64) -> bool {
    *count == 0
}

/// A table with the columns of the saved cell and then what is compared.
impl Serialize for BaselineCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let row = self.saved.clone().into_row();
        for (column, field) in SavedCell::COLUMNS.iter().zip(&row).filter(|(column, field)| !column.leaves_out(field)) {
            map.serialize_entry(&fields::key(column), &fields::to_toml(column, field))?;
        }
        let measured = toml::Table::try_from(&self.measured).map_err(serde::ser::Error::custom)?;
        measured.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for BaselineCell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BaselineCell, D::Error> {
        let mut table = toml::Table::deserialize(deserializer)?;
        let field = |column| match table.remove(&fields::key(column)) {
            Some(value) => fields::of_toml(column, &value),
            None if column.added => Ok(column.default()),
            None => Err(format!("`{}` is missing", fields::key(column))),
        };
        let row = SavedCell::COLUMNS.iter().map(field).collect::<Result<Row, _>>().map_err(D::Error::custom)?;
        let saved = SavedCell::from_row(&row).map_err(D::Error::custom)?;
        Ok(BaselineCell { saved, measured: table.try_into().map_err(D::Error::custom)? })
    }
}

/// A mean of a cell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BaselineStatistic {
    /// Its name.
    pub name: String,
    /// The mean value of every round in the order of the plan. Count, mean and variance follow from it and are not stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<SeriesText>,
    /// The moments of the values, if there are no rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moments: Option<BaselineMoments>,
}

/// Values by their number, mean and variance.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BaselineMoments {
    /// How many values there are.
    pub count: u64,
    /// How many of them repeat no other, where some do; 0 if none does, or in files of earlier versions.
    #[serde(default, skip_serializing_if = "is_none")]
    pub different: u64,
    /// Their mean; 0 if there are none.
    pub mean: f64,
    /// Their sample variance (divisor n − 1); 0 if there are none.
    pub variance: f64,
}

impl Baseline {
    /// Reads a baseline.
    ///
    /// # Errors
    /// If the file is missing or is not a baseline, another version wrote it, or its numbers contradict each other: names the file, and the line or
    /// the cell if any.
    pub fn read(path: &Path) -> Result<Baseline, String> {
        let file = path.display();
        let text = fs::read_to_string(path).map_err(|error| {
            format!("{file}: {}; write the first baseline with `bench check CONFIG --baseline {file} --update`", reason(path, &error))
        })?;
        Baseline::parse(&text).map_err(|error| format!("{file}: {error}"))
    }

    /// Reads the text of the file.
    ///
    /// # Errors
    /// As [`Baseline::read`], without the name of the file.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let no_baseline = |error: &dyn std::fmt::Display| format!("not a baseline of `bench check`: {error}");
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| no_baseline(&error))?;
        let found = table.get("format").and_then(toml::Value::as_integer);
        format::check(found, "write it again with --update").map_err(|fault| if found.is_none() { no_baseline(&fault) } else { fault })?;
        let baseline: Baseline = toml::from_str(text).map_err(|error| no_baseline(&error))?;
        audit::audit(&baseline)?;
        Ok(baseline)
    }

    /// Whether this is a baseline of the experiment.
    ///
    /// # Errors
    /// If it belongs to another experiment or another kind: names both.
    pub fn belongs_to(&self, experiment: &Experiment) -> Result<(), String> {
        let (name, kind) = (experiment.name.as_str(), experiment.kind.name);
        if self.experiment != name || self.kind != kind {
            return Err(format!(
                "the baseline belongs to the experiment `{}` of kind `{}`, not to `{name}` of kind `{kind}`",
                self.experiment, self.kind
            ));
        }
        Ok(())
    }

    /// Its cells by their keys and names.
    pub fn saved_names(&self) -> Vec<SavedName> {
        let saved = |cell: &BaselineCell| SavedName { key: cell.saved.key.clone(), name: cell.saved.cell.clone() };
        self.cells.iter().map(saved).collect()
    }

    /// The text of the file.
    ///
    /// # Errors
    /// If a number is none that TOML can hold.
    pub fn text(&self) -> Result<String, String> {
        let body = toml::to_string(self).map_err(|error| error.to_string())?;
        Ok(format!("# What `bench check` compares with. Written by `bench check CONFIG --baseline FILE --update`; do not edit.\n\n{body}"))
    }
}

impl BaselineCell {
    /// Tasks stored: those with a result, the failures of either side and the void ones.
    pub fn played(&self) -> u64 {
        self.saved.tasks.count()
    }

    /// Failures of either side, and void tasks.
    pub fn without_result(&self) -> u64 {
        let BaselineMeasured { failures, opponent_failures, void, .. } = &self.measured;
        failures + opponent_failures + void
    }

    /// A statistic by its name.
    pub fn statistic(&self, name: &str) -> Option<&BaselineStatistic> {
        self.measured.statistics.iter().find(|statistic| statistic.name == name)
    }

    /// Whether any of its statistics has a value.
    pub fn has_results(&self) -> bool {
        self.measured.statistics.iter().any(|statistic| statistic.values().count() > 0)
    }
}

impl BaselineStatistic {
    /// Its rounds, if it has them.
    pub fn series(&self) -> Option<Series> {
        self.rounds.as_ref().and_then(|written| Series::read(written).ok())
    }

    /// How many values repeat no other, where some do; 0 if that is not known.
    pub fn different(&self) -> u64 {
        self.moments.map_or(0, |moments| moments.different)
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
