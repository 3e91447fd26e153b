//! Figures: raw numbers and the meaning of their axes. The module `draw` draws them.

use serde::{Deserialize, Serialize};

use super::number;

/// A picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The name of the figure's files and anchor. Should be unique in the report; otherwise a number is appended.
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
    /// The counts of values between bounds.
    Histogram(Histogram),
    /// Groups that are put together step by step, the nearest first.
    Dendrogram(Dendrogram),
    /// A small picture of lines per name, all on the same axes.
    Multiples(Multiples),
}

/// An axis: the quantity that it measures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// The quantity, for example `win rate`.
    pub label: String,
    /// Its unit, for example `%`; empty for none.
    pub unit: String,
    /// The mapping of numbers to distances.
    #[serde(default)]
    pub scale: Scale,
    /// The numbers that are marked, such as the values of a sweep, with their labels; by default round numbers. Only for the x axis of [`Lines`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ticks: Vec<Tick>,
    /// The lowest number shown; by default determined from the numbers.
    #[serde(default)]
    pub min: Option<f64>,
    /// The highest number shown; by default determined from the numbers.
    #[serde(default)]
    pub max: Option<f64>,
}

/// A number that is marked on an axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tick {
    /// The number.
    #[serde(with = "number")]
    pub value: f64,
    /// Its label.
    pub label: String,
}

/// The mapping of numbers to distances on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Equal differences are equal distances.
    #[default]
    Linear,
    /// Equal ratios are equal distances; points at or below 0 are left out. Only for the x axis of [`Lines`].
    Log,
}

/// A grid of values: rows from top to bottom, columns from left to right.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeatMap {
    /// The axis of the columns.
    pub x: Axis,
    /// The axis of the rows.
    pub y: Axis,
    /// The coloured quantity; its `min` and `max` are the ends of the colour scale.
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
    /// The coloured value; a cell whose value is not a number stays blank.
    #[serde(with = "number")]
    pub value: f64,
    /// The text in the cell; empty for the value itself.
    pub text: String,
    /// The place in [`Report::details`](super::Report::details) of what is known of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<usize>,
    /// Where the cell leads, as in [`Link::href`](super::Link::href); empty for nowhere.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub href: String,
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
    /// The drawing of intervals.
    pub spread: Spread,
    /// A level to compare with, for example 50 %.
    #[serde(default)]
    pub reference: Option<Reference>,
}

/// The drawing of the intervals of a line.
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
    /// Whether the points are not joined: neighbours are no steps of one curve.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scattered: bool,
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
    /// The place in [`Report::details`](super::Report::details) of what is known of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<usize>,
}

/// Small multiples: panels with lines on common axes, so that all of them are compared at a glance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Multiples {
    /// The parameter.
    pub x: Axis,
    /// Its values, at equal distances from left to right.
    pub x_labels: Vec<String>,
    /// The measured quantity.
    pub y: Axis,
    /// The names in the legend, each with its colour.
    pub names: Vec<String>,
    /// The panels, in reading order.
    pub panels: Vec<Panel>,
    /// The drawing of intervals.
    #[serde(default)]
    pub spread: Spread,
    /// Whether every panel has a range of its own, for quantities whose levels differ more than their curves.
    #[serde(default)]
    pub own_range: bool,
    /// A level to compare with.
    #[serde(default)]
    pub reference: Option<Reference>,
}

/// A panel of [`Multiples`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Panel {
    /// Its name.
    pub title: String,
    /// Its lines.
    pub curves: Vec<Curve>,
}

/// A line of a [`Panel`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// The place of its name in [`Multiples::names`].
    pub name: usize,
    /// Whether it is printed in a paper: it is drawn dashed and without intervals.
    pub printed: bool,
    /// The points; `x` is a place in [`Multiples::x_labels`].
    pub points: Vec<Point>,
}

/// A level drawn across a figure.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// The level, on the axis of the values.
    #[serde(with = "number")]
    pub value: f64,
    /// Its label, for example `equal strength`.
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

/// The counts of values between bounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Histogram {
    /// The quantity whose values are counted.
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
    /// The number of values, or their share.
    #[serde(with = "number")]
    pub count: f64,
}

/// Names and the groups in which they are put together, from the nearest to the farthest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dendrogram {
    /// The distance at which groups are put together.
    pub distance: Axis,
    /// The names.
    pub leaves: Vec<String>,
    /// The joins, in the order in which they are made. One whose groups do not exist is not drawn.
    pub joins: Vec<Join>,
}

/// Two groups that become one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Join {
    /// The two groups: a number below the number of leaves is that leaf, `leaves + k` is the group of the k-th join.
    pub groups: [usize; 2],
    /// The distance between them.
    #[serde(with = "number")]
    pub distance: f64,
}

impl Figure {
    /// A figure with its plot.
    pub fn new(id: impl Into<String>, caption: impl Into<String>, alt: impl Into<String>, plot: Plot) -> Self {
        Self { id: id.into(), caption: caption.into(), alt: alt.into(), plot }
    }
}

impl Axis {
    /// A linear axis whose ends are determined from the numbers.
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
        Self { value, text: String::new(), detail: None, href: String::new() }
    }
}
