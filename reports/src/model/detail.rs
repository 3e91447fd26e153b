//! Details of a cell of the experiment beyond the values in tables, with links.

use serde::{Deserialize, Serialize};

use super::Fact;

/// Details of one cell of the experiment: counts, intervals, seeds, the command that plays it, pages with its games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detail {
    /// The cell in words: `reversi, iterations 200`.
    pub name: String,
    /// Its facts, in display order.
    pub facts: Vec<Fact>,
    /// Pages that show more of it, such as its games.
    pub links: Vec<Link>,
    /// What must be known of its numbers, for data files.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remarks: String,
}

/// A link to a page beside the report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Its words.
    pub text: String,
    /// A path relative to the folder of the report, such as `games.html#game=17`. An address with a scheme (`https:`, `javascript:`) is
    /// shown as text.
    pub href: String,
}

/// Extra data of one cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The row, counted from 0.
    pub row: usize,
    /// The column, counted from 0.
    pub column: usize,
    /// The place in [`Report::details`](super::Report::details) of what is known of it.
    pub detail: Option<usize>,
    /// A remark in small print that readers can hide, such as the printed value; empty for none.
    pub aside: String,
    /// Where the value leads, as in [`Link::href`]; empty for nowhere.
    #[serde(default)]
    pub href: String,
}

/// An axis by whose values a reader may narrow tables. A table with a column of this name shows the rows of one value only; a table
/// with columns named after values shows one of these columns only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facet {
    /// The name of the axis, as columns have it.
    pub name: String,
    /// Its values, in the order of the report.
    pub values: Vec<String>,
}

impl Link {
    /// Whether it leads to a page beside the report: a relative path without a scheme.
    #[must_use]
    pub fn is_local(&self) -> bool {
        is_local(&self.href)
    }
}

/// Whether an address is a relative path without a scheme.
pub(crate) fn is_local(href: &str) -> bool {
    let path = href.split(['#', '?']).next().unwrap_or("");
    !path.is_empty() && !path.contains(':') && !path.starts_with(['/', '\\']) && !href.contains(char::is_control)
}
