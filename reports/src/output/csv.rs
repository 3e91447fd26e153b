//! Every number of every table and every figure with 12 significant digits, as comma-separated values (RFC 4180 with line feeds).
//!
//! A table's column becomes one column per number that its cells hold: `win_rate_percent`, `win_rate_percent_low`, … Names consist of lower-case
//! letters, digits and `_`, and differ within a file.

use std::path::{Path, PathBuf};

use super::{Output, file};
use crate::cells;
use crate::error::Error;
use crate::model::number::{self, BELOW_EXACT, LEAST_EXACT_P};
use crate::model::{Block, Cell, Column, Detail, Interval, Plot, Report, Table};
use crate::text::{Names, csv_field};

/// The output `csv`.
pub(crate) struct Csv;

impl Output for Csv {
    fn name(&self) -> &str {
        "csv"
    }

    fn doc(&self) -> &str {
        "all numbers of tables and figures as data/*.csv, and the warnings as warnings.csv"
    }

    fn write(&self, report: &Report, dir: &Path, _: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
        let mut files = Vec::new();
        if !report.warnings.is_empty() {
            let mut rows = Rows::new(Remarks::default());
            ["warning"].into_iter().chain(report.warnings.iter().map(String::as_str)).for_each(|line| rows.push([line]));
            files.push(file::write(dir, "warnings.csv", rows.text().as_bytes())?);
        }
        let remarks = report.remarks.join("; ");
        for (block, name) in report.blocks().zip(Names::of(report).blocks) {
            let known = Remarks { all: &remarks, details: &report.details };
            let text = match block {
                Block::Table(table) => of_table(table, known),
                Block::Figure(figure) => of_plot(&figure.plot, known),
                Block::Note(_) | Block::Listing(_) => continue,
            };
            files.push(file::write(dir, &format!("data/{name}.csv"), text.as_bytes())?);
        }
        Ok(files)
    }
}

/// The heading of what must be known before the numbers of a file are trusted.
const REMARKS: &str = "remarks";

/// What must be known of the whole report, and of single cells of the experiment.
#[derive(Clone, Copy, Default)]
struct Remarks<'r> {
    all: &'r str,
    details: &'r [Detail],
}

impl<'r> Remarks<'r> {
    /// Those of the cell with this detail; of the whole report if it has none.
    fn of(self, detail: Option<usize>) -> &'r str {
        detail.and_then(|place| self.details.get(place)).map_or(self.all, |detail| &detail.remarks)
    }
}

/// The values that a cell can hold, in the order of the file: the suffix of the heading and the value.
type Part = (&'static str, fn(&Cell) -> Option<String>);

const PARTS: [Part; 9] = [
    ("", main_value),
    ("_label", |cell| if let Cell::Named { label, .. } = cell { Some(label.clone()) } else { None }),
    ("_low", |cell| estimate(cell).map(|interval| exact(interval.low))),
    ("_high", |cell| estimate(cell).map(|interval| exact(interval.high))),
    ("_verdict", |cell| cells::verdict(cell).map(|verdict| verdict.word().to_owned())),
    ("_paper", |cell| if let Cell::Comparison(c) = cell { Some(exact(c.paper)) } else { None }),
    ("_paper_half_width", |cell| if let Cell::Comparison(c) = cell { Some(exact(c.half_width)) } else { None }),
    ("_difference", |cell| if let Cell::Comparison(c) = cell { Some(exact(c.difference())) } else { None }),
    ("_overlap", |cell| if let Cell::Comparison(c) = cell { Some(if c.overlaps() { "yes" } else { "no" }.to_owned()) } else { None }),
];

fn main_value(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Empty => None,
        Cell::Text(text) | Cell::Named { name: text, .. } => Some(text.clone()),
        Cell::Integer(count) => Some(count.to_string()),
        Cell::PValue(p) if *p < LEAST_EXACT_P => Some(BELOW_EXACT.to_owned()),
        Cell::Number { value, .. } | Cell::PValue(value) => Some(exact(*value)),
        Cell::Verdict { verdict, text } => Some(cells::verdict_word(*verdict, text).to_owned()),
        Cell::Interval(_) | Cell::Graded { .. } | Cell::Comparison(_) => estimate(cell).map(|interval| exact(interval.value)),
    }
}

fn estimate(cell: &Cell) -> Option<Interval> {
    match cell {
        Cell::Interval(interval) | Cell::Graded { interval, .. } => Some(*interval),
        Cell::Comparison(comparison) => Some(comparison.ours),
        _ => None,
    }
}

fn of_table(table: &Table, remarks: Remarks<'_>) -> String {
    let width = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.columns.len());
    let unnamed = Column::default();
    let mut columns: Vec<(usize, String, &Part)> = Vec::new();
    for index in 0..width {
        let column = table.columns.get(index).unwrap_or(&unnamed);
        let heading = unique(&columns, heading(column, index));
        for (place, part) in PARTS.iter().enumerate() {
            if place == 0 || table.rows.iter().filter_map(|row| row.get(index)).any(|cell| part.1(cell).is_some()) {
                columns.push((index, format!("{heading}{}", part.0), part));
            }
        }
    }
    let mut rows = Rows::new(remarks);
    rows.push(columns.iter().map(|(_, heading, _)| heading));
    for (place, row) in table.rows.iter().enumerate() {
        let known = table.remarks.get(place).map_or(remarks.all, String::as_str);
        rows.push_known(columns.iter().map(|(index, _, part)| row.get(*index).and_then(part.1).unwrap_or_default()), known);
    }
    rows.text()
}

/// The name of a column in data files.
fn heading(column: &Column, index: usize) -> String {
    let given =
        if column.data.is_empty() { format!("{} {}", column.name, column.unit.replace('%', "percent")) } else { column.data.clone() };
    let words: Vec<String> =
        given.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect();
    let name = words.join("_");
    // A name that begins with a digit is none in most languages.
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("column_{}{}{name}", index + 1, if name.is_empty() { "" } else { "_" })
    } else {
        name
    }
}

/// The name, with a number behind it if another column has it.
fn unique(taken: &[(usize, String, &Part)], name: String) -> String {
    let is_free = |name: &String| {
        !taken.iter().any(|(_, other, _)| {
            other == name || other.strip_prefix(name.as_str()).is_some_and(|rest| PARTS.iter().any(|part| part.0 == rest))
        })
    };
    if is_free(&name) {
        return name;
    }
    (2..).map(|number| format!("{name}_{number}")).find(is_free).unwrap_or(name)
}

fn of_plot(plot: &Plot, remarks: Remarks<'_>) -> String {
    let mut rows = Rows::new(remarks);
    match plot {
        Plot::HeatMap(map) => {
            rows.push(["x", "y", "value", "text"]);
            let name = |labels: &[String], place: usize| labels.get(place).cloned().unwrap_or_default();
            for (row, cells) in map.cells.iter().enumerate() {
                for (column, cell) in cells.iter().enumerate() {
                    let fields = [name(&map.x_labels, column), name(&map.y_labels, row), exact(cell.value), cell.text.clone()];
                    rows.push_known(fields, remarks.of(cell.detail));
                }
            }
        }
        Plot::Lines(lines) => {
            rows.push(["series", "x", "y", "low", "high"]);
            for series in &lines.series {
                for p in &series.points {
                    let fields = [series.name.clone(), exact(p.x), exact(p.y), exact(p.low), exact(p.high)];
                    rows.push_known(fields, remarks.of(p.detail));
                }
            }
        }
        Plot::Bars(bars) => {
            rows.push(["label", "value", "low", "high"]);
            for bar in &bars.bars {
                rows.push([bar.label.clone(), exact(bar.value), exact(bar.low), exact(bar.high)]);
            }
        }
        Plot::Multiples(plot) => {
            rows.push(["panel", "series", "source", "x", "y", "low", "high"]);
            let name = |names: &[String], place: usize| names.get(place).cloned().unwrap_or_default();
            for (panel, curve) in plot.panels.iter().flat_map(|panel| panel.curves.iter().map(move |curve| (panel, curve))) {
                for p in &curve.points {
                    let source = if curve.printed { "printed" } else { "ours" };
                    let x = name(&plot.x_labels, p.x as usize);
                    let at = [panel.title.clone(), name(&plot.names, curve.name), source.to_owned(), x];
                    rows.push_known(at.into_iter().chain([exact(p.y), exact(p.low), exact(p.high)]), remarks.of(p.detail));
                }
            }
        }
        Plot::Histogram(histogram) => {
            rows.push(["low", "high", "count"]);
            for bin in &histogram.bins {
                rows.push([exact(bin.low), exact(bin.high), exact(bin.count)]);
            }
        }
        Plot::Dendrogram(plot) => {
            rows.push(["group", "first", "second", "distance"]);
            let name = |group: usize| match group.checked_sub(plot.leaves.len()) {
                None => plot.leaves.get(group).cloned().unwrap_or_default(),
                Some(join) => format!("group {}", join + 1),
            };
            for (index, join) in plot.joins.iter().enumerate() {
                let [first, second] = join.groups;
                rows.push([format!("group {}", index + 1), name(first), name(second), exact(join.distance)]);
            }
        }
    }
    rows.text()
}

/// A number with the fewest digits that give it back [rounded](number::rounded), and with a point: readers guess the type of a column from its first lines.
/// What is not a number is an empty field.
fn exact(value: f64) -> String {
    match value {
        value if value.is_nan() => String::new(),
        value if value.is_finite() => format!("{:?}", number::rounded(value)),
        infinite => number::exact(infinite),
    }
}

/// The rows of a file, headings first; every field passes through [`csv_field`]. The last column holds the remarks, if there are any.
struct Rows<'r> {
    writer: csv::Writer<Vec<u8>>,
    /// What must be known of the whole report.
    all: &'r str,
    begun: bool,
}

impl<'r> Rows<'r> {
    fn new(remarks: Remarks<'r>) -> Self {
        Self { writer: csv::WriterBuilder::new().flexible(true).from_writer(Vec::new()), all: remarks.all, begun: false }
    }

    /// Adds the headings, or a row of which is to be known what is known of the report.
    fn push<T: AsRef<str>>(&mut self, fields: impl IntoIterator<Item = T>) {
        self.push_known(fields, if self.begun { self.all } else { REMARKS });
    }

    fn push_known<T: AsRef<str>>(&mut self, fields: impl IntoIterator<Item = T>, known: &str) {
        self.begun = true;
        let mut fields: Vec<String> = fields.into_iter().map(|field| csv_field(field.as_ref()).into_owned()).collect();
        fields.extend((!self.all.is_empty()).then(|| csv_field(known).into_owned()));
        self.writer.write_record(&fields).expect("memory accepts rows of any length");
    }

    fn text(self) -> String {
        let bytes = self.writer.into_inner().expect("memory can be flushed");
        String::from_utf8(bytes).expect("fields are UTF-8, and so are the separators")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{HeatCell, HeatMap};

    #[test]
    fn warnings_are_read_back_whole() {
        let mut report = Report::new("x");
        report.warnings = ["a, b \"c\", d", "plain", "- \"begins\" like a formula"].map(str::to_owned).to_vec();
        let dir = tempfile::tempdir().expect("a folder");
        let files = Csv.write(&report, dir.path(), &[]).expect("written");
        let mut reader = csv::Reader::from_path(&files[0]).expect("a file");
        assert_eq!(reader.headers().expect("headings").iter().collect::<Vec<_>>(), ["warning"]);
        let rows: Vec<Vec<String>> = reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect();
        assert_eq!(rows, [["a, b \"c\", d"], ["plain"], ["'- \"begins\" like a formula"]]);
    }

    #[test]
    fn what_is_no_number_is_an_empty_field() {
        let cells = vec![vec![HeatCell::new(f64::NAN), HeatCell::new(f64::NEG_INFINITY)]];
        let map = HeatMap { cells, ..HeatMap::default() };
        assert_eq!(of_plot(&Plot::HeatMap(map), Remarks::default()), "x,y,value,text\n,,,\n,,-inf,\n");
        let table = Table::new("t", "").column(Column::number("a")).column(Column::number("b"));
        let table = table.row([Cell::number(f64::NAN, 1), Cell::number(1.0, 1)]);
        assert_eq!(of_table(&table, Remarks::default()), "a,b\n,1.0\n");
    }

    #[test]
    fn names_of_columns_are_words_that_every_language_takes() {
        let graded = Cell::interval(50.0, 45.0, 55.0, 1);
        let names = ["win rate", "Win-Rate", "▲ = ▼", "7x7", "win rate"];
        let table = names.iter().fold(Table::new("t", ""), |table, name| table.column(Column::number(*name).unit("%")));
        let table = table.column(Column::number("± z·s/√n").data("half_width")).row(vec![graded; 6]);
        let heading = of_table(&table, Remarks::default()).lines().next().map(str::to_owned).unwrap_or_default();
        let expected = [
            "win_rate_percent",
            "win_rate_percent_low",
            "win_rate_percent_high",
            "win_rate_percent_2",
            "win_rate_percent_2_low",
            "win_rate_percent_2_high",
            "percent",
            "percent_low",
            "percent_high",
            "column_4_7x7_percent",
            "column_4_7x7_percent_low",
            "column_4_7x7_percent_high",
            "win_rate_percent_3",
            "win_rate_percent_3_low",
            "win_rate_percent_3_high",
            "half_width",
            "half_width_low",
            "half_width_high",
        ];
        assert_eq!(heading.split(',').collect::<Vec<_>>(), expected);
    }
}
