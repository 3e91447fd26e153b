//! Figures: raw numbers and the meaning of their axes. `draw` draws them.

use serde::{Deserialize, Serialize};

use super::number;

/// A picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Names the figure's files and its anchor; should be unique in the report; a number is appended where it is not.
    pub id: String,
    /// What the figure shows, in a sentence.
    pub caption: String,
    /// A description of the picture for readers who cannot see it.
    pub alt: String,
    /// The numbers.
    pub plot: Plot,
}

/// The kinds of pictures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plot {
    /// A grid of coloured values.
    HeatMap(HeatMap),
    /// Values over a parameter.
    Lines(Lines),
    /// One bar per name, with error bars.
    Bars(Bars),
    /// How often values fall between bounds.
    Histogram(Histogram),
}

/// What an axis measures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// The quantity, for example `win rate`.
    pub label: String,
    /// Its unit, for example `%`; empty for none.
    pub unit: String,
    /// How numbers become distances.
    #[serde(default)]
    pub scale: Scale,
    /// The lowest number shown; found from the numbers when absent.
    #[serde(default)]
    pub min: Option<f64>,
    /// The highest number shown; found from the numbers when absent.
    #[serde(default)]
    pub max: Option<f64>,
}

/// How numbers become distances on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal differences are equal distances.
    #[default]
    Linear,
    /// Equal ratios are equal distances; points at or below 0 are left out. Only the x axis of [`Lines`] may have it.
    Log,
}

/// A grid of values: rows from top to bottom, columns from left to right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeatMap {
    /// What the columns are.
    pub x: Axis,
    /// What the rows are.
    pub y: Axis,
    /// What is coloured; its `min` and `max` end the colour scale.
    pub value: Axis,
    /// One name per column.
    pub x_labels: Vec<String>,
    /// One name per row.
    pub y_labels: Vec<String>,
    /// `cells[row][column]`; missing cells stay blank.
    pub cells: Vec<Vec<HeatCell>>,
    /// The value of the neutral colour, from which two colours diverge (50 for win rates); none for one colour from low to high.
    #[serde(default)]
    pub midpoint: Option<f64>,
    /// Digits shown after the point.
    pub decimals: u8,
}

/// One value of a heat map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeatCell {
    /// What is coloured; not a number leaves the cell blank.
    #[serde(with = "number")]
    pub value: f64,
    /// Written in the cell instead of the value; empty for the value.
    pub text: String,
}

/// Named series of points with intervals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    /// The parameter.
    pub x: Axis,
    /// The measured quantity.
    pub y: Axis,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
    /// How intervals are drawn.
    pub spread: Spread,
    /// A level to compare with, for example 50 %.
    #[serde(default)]
    pub reference: Option<Reference>,
}

/// How the intervals of a line are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spread {
    /// Not at all.
    None,
    /// As error bars: for few points.
    #[default]
    Bars,
    /// As a band: for many points.
    Band,
}

/// A line of a figure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points, in the order in which they are joined.
    pub points: Vec<Point>,
}

/// A point with its interval. When `low` or `high` is not a number, no interval is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The parameter.
    #[serde(with = "number")]
    pub x: f64,
    /// The estimate.
    #[serde(with = "number")]
    pub y: f64,
    /// The lower end of its interval.
    #[serde(with = "number")]
    pub low: f64,
    /// The upper end of its interval.
    #[serde(with = "number")]
    pub high: f64,
}

/// A level drawn across a figure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// The level, on the axis of the values.
    #[serde(with = "number")]
    pub value: f64,
    /// What it is, for example `equal strength`.
    pub label: String,
}

/// One bar per name: grand averages, ratings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bars {
    /// The measured quantity.
    pub value: Axis,
    /// The bars, top to bottom.
    pub bars: Vec<Bar>,
    /// A level to compare with.
    #[serde(default)]
    pub reference: Option<Reference>,
}

/// A bar with its interval. When `low` or `high` is not a number, no interval is drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bar {
    /// The name.
    pub label: String,
    /// The estimate.
    #[serde(with = "number")]
    pub value: f64,
    /// The lower end of its interval.
    #[serde(with = "number")]
    pub low: f64,
    /// The upper end of its interval.
    #[serde(with = "number")]
    pub high: f64,
}

/// How often values fall between bounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Histogram {
    /// What is counted.
    pub x: Axis,
    /// The counts.
    pub y: Axis,
    /// The bins, from low to high.
    pub bins: Vec<Bin>,
}

/// A bin from `low` to `high` with its count.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bin {
    /// The lower bound.
    #[serde(with = "number")]
    pub low: f64,
    /// The upper bound.
    #[serde(with = "number")]
    pub high: f64,
    /// How many values; a share is allowed.
    #[serde(with = "number")]
    pub count: f64,
}

impl Figure {
    /// A figure with its plot.
    pub fn new(id: impl Into<String>, caption: impl Into<String>, alt: impl Into<String>, plot: Plot) -> Self {
        Self { id: id.into(), caption: caption.into(), alt: alt.into(), plot }
    }
}

impl Axis {
    /// A linear axis whose ends are found from the numbers.
    pub fn new(label: impl Into<String>, unit: impl Into<String>) -> Self {
        Self { label: label.into(), unit: unit.into(), ..Self::default() }
    }

    /// Fixes the ends.
    #[must_use]
    pub fn range(mut self, min: f64, max: f64) -> Self {
        (self.min, self.max) = (Some(min), Some(max));
        self
    }

    /// Makes the axis logarithmic.
    #[must_use]
    pub fn log(mut self) -> Self {
        self.scale = Scale::Log;
        self
    }

    /// The label with its unit in brackets, as it is written along the axis.
    #[must_use]
    pub fn title(&self) -> String {
        match (self.label.is_empty(), self.unit.is_empty()) {
            (_, true) => self.label.clone(),
            (true, false) => self.unit.clone(),
            (false, false) => format!("{} ({})", self.label, self.unit),
        }
    }
}

impl HeatCell {
    /// A value that is written with the heat map's own digits.
    #[must_use]
    pub fn new(value: f64) -> Self {
        Self { value, text: String::new() }
    }
}
