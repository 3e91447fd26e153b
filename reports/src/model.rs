//! The parts of a report: text, tables with typed cells, and figures with raw numbers.
//!
//! These types are the crate's only input. All numbers are kept at full precision; `decimals` only sets the number of digits that are
//! displayed, and CSV and JSON always contain the full number. Numbers that are not finite are allowed everywhere: they mean "no
//! value", and are displayed as a dash or left out of a picture.

mod table;
mod figure;
mod detail;
mod style;
pub mod number;

pub(crate) use detail::is_local;
pub use detail::{About, Detail, Facet, Link};
pub use figure::{
    Axis, Bar, Bars, Bin, Curve, Dendrogram, Figure, HeatCell, HeatMap, Histogram, Join, Lines, Multiples, Panel, Plot, Point, Reference,
    Scale, Series, Spread, Tick,
};
pub use style::{Font, Palette, Style};
pub use table::{Align, Cell, Column, Comparison, Interval, Table, Verdict};

use serde::{Deserialize, Serialize};

/// A report, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The name of the experiment, one line.
    pub title: String,
    /// The question that the experiment answers, one sentence; may be empty.
    pub question: String,
    /// The answer in a few sentences, each a string; shown before anything else.
    pub lead: Vec<String>,
    /// Warnings about the numbers (errors, timeouts, too few games), one string each.
    pub warnings: Vec<String>,
    /// The same in a few words each, for data files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// What must be known of the numbers of every figure, in one line, for pictures that leave the report.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The body, in order.
    pub sections: Vec<Section>,
    /// Where the numbers come from (version, commit, host, seed), in the order in which they are shown.
    pub provenance: Vec<Fact>,
    /// Details of every cell of the experiment beyond the tables, which refer to them by index.
    #[serde(default)]
    pub details: Vec<Detail>,
    /// The axis by whose values a reader may narrow tables, such as the game.
    #[serde(default)]
    pub facet: Option<Facet>,
    /// The look of its figures.
    #[serde(default)]
    pub style: Style,
    /// The page that leads to this one, where the report is part of a site.
    #[serde(default)]
    pub up: Option<Link>,
}

/// One line of the provenance.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// Its label, for example `git commit`.
    pub key: String,
    /// Its text; may have several lines.
    pub value: String,
}

/// A part of the report with its own heading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// The anchor in the HTML page; any text, from which a unique anchor is made.
    pub id: String,
    /// The heading.
    pub heading: String,
    /// Paragraphs before the blocks; plain text.
    pub prose: Vec<String>,
    /// Tables, figures and notes, in order.
    pub blocks: Vec<Block>,
}

/// A block of a section.
#[expect(clippy::large_enum_variant, reason = "a report holds few blocks, and a box would be in every caller's way")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// A table.
    Table(Table),
    /// A picture.
    Figure(Figure),
    /// A paragraph set apart, for example on how to read the next table.
    Note(String),
    /// Lines whose spaces and breaks are kept, such as a drawn position.
    Listing(Listing),
}

/// Lines in a fixed-width font.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// A caption, in a sentence.
    pub caption: String,
    /// The lines.
    pub text: String,
}

impl Report {
    /// An empty report with this title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Adds a line to the provenance.
    pub fn fact(&mut self, key: impl Into<String>, value: impl Into<String>) -> &mut Self {
        self.provenance.push(Fact { key: key.into(), value: value.into() });
        self
    }

    /// Removes the links of tables and figures to pages that are not there.
    pub fn retain_links(&mut self, is_there: impl Fn(&str) -> bool) {
        let check = |href: &mut String| {
            if !href.is_empty() && !is_there(href) {
                href.clear();
            }
        };
        for block in self.sections.iter_mut().flat_map(|section| &mut section.blocks) {
            match block {
                Block::Table(table) => table.about.iter_mut().for_each(|about| check(&mut about.href)),
                Block::Figure(Figure { plot: Plot::HeatMap(map), .. }) => {
                    map.cells.iter_mut().flatten().for_each(|cell| check(&mut cell.href));
                }
                _ => {}
            }
        }
    }

    /// Every table, in reading order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.blocks().filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None })
    }

    /// Every figure, in reading order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks().filter_map(|block| if let Block::Figure(figure) = block { Some(figure) } else { None })
    }

    /// Every block of every section, in reading order.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.sections.iter().flat_map(|section| &section.blocks)
    }
}

impl Section {
    /// An empty section with this anchor and heading.
    pub fn new(id: impl Into<String>, heading: impl Into<String>) -> Self {
        Self { id: id.into(), heading: heading.into(), ..Self::default() }
    }

    /// Adds a paragraph before the blocks.
    pub fn paragraph(mut self, text: impl Into<String>) -> Self {
        self.prose.push(text.into());
        self
    }

    /// Adds a table, a figure or a note at the end.
    pub fn block(mut self, block: impl Into<Block>) -> Self {
        self.blocks.push(block.into());
        self
    }
}

impl From<Table> for Block {
    fn from(table: Table) -> Self {
        Self::Table(table)
    }
}

impl From<Listing> for Block {
    fn from(listing: Listing) -> Self {
        Self::Listing(listing)
    }
}

impl From<Figure> for Block {
    fn from(figure: Figure) -> Self {
        Self::Figure(figure)
    }
}
