//! Tables: described columns and rows of typed cells.

use serde::{Deserialize, Serialize};

use super::{About, number};

/// A table. A row may be shorter than the columns (the rest is empty); cells beyond the last column are shown under no heading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The name of the table's files and anchor. Should be unique in the report; otherwise a number is appended.
    pub id: String,
    /// What the table shows, in a sentence.
    pub caption: String,
    /// The columns, left to right. The first one labels the rows.
    pub columns: Vec<Column>,
    /// The rows, top to bottom.
    pub rows: Vec<Vec<Cell>>,
    /// The number of leading columns that say what a row is about and stay in sight when the others are scrolled; 0 counts as 1.
    #[serde(default)]
    pub keys: usize,
    /// What belongs to single cells beyond their values.
    #[serde(default)]
    pub about: Vec<About>,
    /// For every row, what must be known of the cells of the experiment that it is about, for data files; empty if that is what must be known of the
    /// [whole report](super::Report::remarks).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// A column's heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// The heading.
    pub name: String,
    /// The unit of all its numbers, for example `%` or `games/s`; empty for none. Shown with the heading, not in the cells.
    pub unit: String,
    /// The alignment of the cells.
    pub align: Align,
    /// What the column means, for a reader who does not know it; empty for none.
    pub doc: String,
    /// Its name in data files; empty for one that is made of the name and the unit.
    #[serde(default)]
    pub data: String,
}

/// The alignment of a column's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Align {
    /// Left: text.
    #[default]
    Left,
    /// Right: numbers.
    Right,
    /// Centred: verdicts and signs.
    Center,
}

/// One cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// Words.
    Text(String),
    /// A name with the label that people read in its place; data files have both.
    Named {
        /// The name as experiments write it.
        name: String,
        /// The label.
        label: String,
    },
    /// A count.
    Integer(i64),
    /// A measured number.
    Number {
        /// The number at full precision.
        #[serde(with = "number")]
        value: f64,
        /// Digits shown after the point, 0 to 12 (more are cut).
        decimals: u8,
    },
    /// A p-value. It is shown with four digits after the point or as `< 0.0001`, in data files with all digits or as `< 1e-300`, and never as 0.
    PValue(#[serde(with = "number::p_value")] f64),
    /// An estimate with its interval.
    Interval(Interval),
    /// An estimate with its interval, with a colour and a sign for its verdict, as in the grids of the split-moves paper.
    Graded {
        /// The estimate and its interval.
        interval: Interval,
        /// The verdict.
        verdict: Verdict,
    },
    /// A verdict without a number.
    Verdict {
        /// The verdict.
        verdict: Verdict,
        /// If not empty, shown instead of the verdict's word.
        text: String,
    },
    /// Our value next to the value printed in a paper.
    Comparison(Comparison),
}

/// An estimate and the ends of its interval, all in the column's unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Interval {
    /// The estimate.
    #[serde(with = "number")]
    pub value: f64,
    /// The lower end.
    #[serde(with = "number")]
    pub low: f64,
    /// The upper end.
    #[serde(with = "number")]
    pub high: f64,
    /// Digits shown after the point, 0 to 12 (more are cut).
    pub decimals: u8,
}

/// The outcome of a comparison, shown by a colour (green, yellow, red), a sign and a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The whole interval is on the better side.
    Better,
    /// The two are not told apart, which does not say that they are equal.
    #[serde(alias = "same")]
    Undecided,
    /// The whole interval is on the worse side.
    Worse,
}

/// A value printed in a paper and its half-width, next to our estimate and interval. All in the column's unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// The printed value.
    #[serde(with = "number")]
    pub paper: f64,
    /// Its printed half-width, at least 0; not a number if none was printed (it then counts as 0).
    #[serde(with = "number")]
    pub half_width: f64,
    /// Our estimate and interval.
    pub ours: Interval,
}

impl Comparison {
    /// Ours minus the paper's.
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.ours.value - self.paper
    }

    /// Whether the two closed intervals share a point; false when an end is not a number.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        let half = if self.half_width.is_nan() { 0.0 } else { self.half_width };
        self.ours.low <= self.paper + half && self.paper - half <= self.ours.high
    }
}

impl Verdict {
    /// Its word: `better`, `undecided` or `worse`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Undecided => "undecided",
            Self::Worse => "worse",
        }
    }

    /// Its sign, which needs no colour: `▲`, `=` or `▼`.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Self::Better => "▲",
            Self::Undecided => "=",
            Self::Worse => "▼",
        }
    }
}

impl Table {
    /// A table without columns and rows.
    pub fn new(id: impl Into<String>, caption: impl Into<String>) -> Self {
        Self { id: id.into(), caption: caption.into(), ..Self::default() }
    }

    /// Adds a column on the right.
    pub fn column(mut self, column: Column) -> Self {
        self.columns.push(column);
        self
    }

    /// Adds a row at the bottom.
    pub fn row(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.rows.push(cells.into_iter().collect());
        self
    }

    /// Sets the number of leading columns that say what a row is about.
    #[must_use]
    pub fn keys(mut self, keys: usize) -> Self {
        self.keys = keys;
        self
    }

    /// Adds what belongs to a cell of the last row.
    #[must_use]
    pub fn about(mut self, column: usize, detail: Option<usize>, aside: impl Into<String>) -> Self {
        self.about.push(About { row: self.rows.len().saturating_sub(1), column, detail, aside: aside.into(), href: String::new() });
        self
    }

    /// Makes a cell of the last row lead to a page beside the report.
    #[must_use]
    pub fn linked(mut self, column: usize, href: impl Into<String>) -> Self {
        let row = self.rows.len().saturating_sub(1);
        self.about.push(About { row, column, href: href.into(), ..About::default() });
        self
    }
}

impl Column {
    /// A column of words.
    pub fn text(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// A column of numbers, to the right.
    pub fn number(name: impl Into<String>) -> Self {
        Self { name: name.into(), align: Align::Right, ..Self::default() }
    }

    /// A column of signs, in the middle.
    pub fn sign(name: impl Into<String>) -> Self {
        Self { name: name.into(), align: Align::Center, ..Self::default() }
    }

    /// States the unit of its numbers.
    pub fn unit(mut self, unit: impl Into<String>) -> Self {
        self.unit = unit.into();
        self
    }

    /// Gives the column another name in data files: lower-case letters, digits and `_`.
    #[must_use]
    pub fn data(mut self, name: impl Into<String>) -> Self {
        self.data = name.into();
        self
    }

    /// Explains the column.
    pub fn doc(mut self, doc: impl Into<String>) -> Self {
        self.doc = doc.into();
        self
    }
}

impl Cell {
    /// A name with its label; plain text if they are the same.
    #[must_use]
    pub fn named(name: &str, label: &str) -> Self {
        if name == label { Self::Text(name.to_owned()) } else { Self::Named { name: name.to_owned(), label: label.to_owned() } }
    }

    /// A measured number, shown with `decimals` digits after the point.
    #[must_use]
    pub fn number(value: f64, decimals: u8) -> Self {
        Self::Number { value, decimals }
    }

    /// An estimate with the ends of its interval.
    #[must_use]
    pub fn interval(value: f64, low: f64, high: f64, decimals: u8) -> Self {
        Self::Interval(Interval { value, low, high, decimals })
    }

    /// A verdict with its usual word.
    #[must_use]
    pub fn verdict(verdict: Verdict) -> Self {
        Self::Verdict { verdict, text: String::new() }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Cell {
    fn from(count: i64) -> Self {
        Self::Integer(count)
    }
}
