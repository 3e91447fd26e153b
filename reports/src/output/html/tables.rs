//! Tables: each scrolls inside its own box with its headings and identifying columns in sight; every colour is accompanied by a sign.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::files::Files;
use super::narrow::narrowed;
use super::{details, escape};
use crate::cells;
use crate::model::{About, Align, Block, Cell, Column, Facet, Interval, Report, Table, Verdict, is_local};
use crate::text::{DASH, Names};

/// A table with more columns than this is crowded.
const MOST_ROOMY: usize = 6;
/// A table with more columns of intervals than this, or a crowded one, has intervals below their values.
const MOST_BESIDE: usize = 5;
/// A table with more rows than this scrolls inside its box.
const MOST_UNSCROLLED: usize = 30;
/// The maximum number of rows of a table on the page, which a reader can still look through; its data file has the others.
const MOST_ROWS: usize = 1_000;
/// A table with a longer text than this is read like prose, and does not scroll inside its box.
const MOST_IN_TABLE: usize = 100;
/// The same for a table with few rows and many columns.
const MOST_IN_SHORT_TABLE: usize = 40;
/// A table with more rows than this is not printed; its data file has them.
const MOST_PRINTED: usize = 100;
/// A table with more columns than this is printed across the page.
const MOST_UPRIGHT: usize = 9;
/// Identifying columns that are wider together, in letters, do not stay in sight on a phone, but for the first.
const MOST_KEPT: f64 = 26.0;
/// Nor do they on a page of fewer pixels for each em of theirs: they would leave no room for what they identify.
const LEAST_PAGE: f64 = 26.0;

/// A text with more characters than this is broken into lines.
const MOST_ON_A_LINE: usize = 30;
/// The same in a crowded table.
const MOST_CROWDED: usize = 14;
/// With longer headings of rows than this, their column is as wide as a sentence needs.
const MOST_IN_HEADING: usize = 20;

/// Where a table is.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// Its unique name.
    pub(super) name: &'a str,
    /// Its number, in reading order.
    pub(super) number: usize,
    /// The axis by whose values readers narrow tables.
    pub(super) facet: Option<&'a Facet>,
    /// How many cells the page has details of.
    pub(super) details: usize,
    pub(super) files: Files<'a>,
}

/// Writes the table with its caption, the meaning of its columns and the links to its data.
pub(super) fn write(out: &mut String, whole: &Table, place: &Place<'_>) {
    let Place { name, number, facet, details, files } = *place;
    let table = &*narrowed(whole, facet);
    let width = width(table);
    let _ = writeln!(
        out,
        "<div class=\"{}\" id=\"table-{name}\">\n<div class=\"scroll\" role=\"region\" aria-labelledby=\"table-{name}.caption\" tabindex=\"0\">\n\
         <table>\n<caption id=\"table-{name}.caption\"><span><b>Table {number}.</b> {}</span></caption>",
        classes(table),
        escape::prose(&table.caption)
    );
    out.push_str("<thead>\n<tr>");
    for index in 0..width {
        out.push_str(&heading(table.columns.get(index), facet));
    }
    out.push_str("</tr>\n</thead>\n<tbody>\n");
    let brackets: Vec<bool> = (0..width).map(|index| cells::brackets(table, index)).collect();
    let columns: Vec<ColumnClass> = (0..width).map(|index| ColumnClass::of(table, index)).collect();
    let about: BTreeMap<(usize, usize), &About> = table.about.iter().map(|about| ((about.row, about.column), about)).collect();
    for (at, row) in table.rows.iter().take(MOST_ROWS).enumerate() {
        out.push_str("<tr>");
        for (index, &bracketed) in brackets.iter().enumerate() {
            let cell = row.get(index).unwrap_or(&Cell::Empty);
            let content = content(cell, bracketed);
            write_cell(out, cell, content, &columns[index], index == 0, (about.get(&(at, index)).copied(), details));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n</div>\n");
    below(out, whole, name, files);
    out.push_str("</div>\n");
}

/// Style rules that keep the identifying columns of tables in sight: their places follow from the longest words in them.
pub(super) fn keys(report: &Report, names: &Names) -> String {
    let mut rules = String::new();
    for (block, name) in report.blocks().zip(&names.blocks) {
        let Block::Table(table) = block else { continue };
        let table = &*narrowed(table, report.facet.as_ref());
        let keys = table.keys.clamp(1, width(table));
        if keys < 2 {
            continue;
        }
        let widths: Vec<f64> = (0..keys).map(|index| letters(table, index)).collect();
        let mut sticky = String::new();
        let mut left = 0.0;
        for (index, &width) in widths.iter().enumerate() {
            // A letter of the table's font is about 0.58 em wide; cells have 0.9 em of padding.
            let room = width * 0.58 + if index == 0 { 1.5 } else { 0.9 };
            let cell = format!("#table-{name} tr>:nth-child({})", index + 1);
            let _ = writeln!(sticky, "{cell} {{ min-width: {room:.2}em; max-width: {room:.2}em; }}");
            let _ = writeln!(sticky, "{cell} {{ position: sticky; left: {left:.2}em; z-index: 1; background: var(--paper); }}");
            left += room;
        }
        let _ = writeln!(sticky, "#table-{name} thead tr>:nth-child(-n+{keys}) {{ z-index: 3; }}");
        let everywhere = widths.iter().sum::<f64>() <= MOST_KEPT;
        let wide = format!("screen and (min-width: {:.0}px)", (LEAST_PAGE * left).max(600.0));
        let media = if everywhere { "screen" } else { &wide };
        let _ = writeln!(rules, "@media {media} {{\n{sticky}}}");
    }
    rules
}

/// The length of the longest text in a column, or of the longest word in its heading, in letters of usual width.
fn letters(table: &Table, index: usize) -> f64 {
    let length = |text: &str| text.chars().map(|c| if "mwMW".contains(c) { 1.6 } else { 1.0 }).sum::<f64>();
    let words = table.columns.get(index).into_iter().flat_map(|column| column.name.split([' ', '-'])).map(length);
    let cells = table.rows.iter().filter_map(|row| row.get(index)).map(|cell| length(&cells::plain(cell)));
    words.chain(cells).fold(3.0, f64::max).min(24.0)
}

fn width(table: &Table) -> usize {
    table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.columns.len()).max(1)
}

fn classes(table: &Table) -> String {
    let measured = |index: &usize| table.rows.iter().any(|row| matches!(row.get(*index), Some(Cell::Interval(_) | Cell::Graded { .. })));
    let intervals = (0..width(table)).filter(measured).count();
    let sentences = has_sentences(table);
    let classes = [
        ("table", true),
        ("stack", intervals > MOST_BESIDE || intervals > 0 && width(table) > MOST_ROOMY),
        ("crowded", width(table) > MOST_ROOMY),
        ("tall", table.rows.len() > MOST_UNSCROLLED && !sentences),
        ("sentences", sentences),
        ("unprinted", table.rows.len() > MOST_PRINTED),
        ("across", width(table) > MOST_UPRIGHT),
        ("prose", table.rows.iter().any(|row| row.first().is_some_and(|cell| cells::plain(cell).chars().count() > MOST_IN_HEADING))),
    ];
    classes.iter().filter(|(_, holds)| *holds).map(|(class, _)| *class).collect::<Vec<_>>().join(" ")
}

fn heading(column: Option<&Column>, facet: Option<&Facet>) -> String {
    let class = side(column);
    // A screen reader would announce an empty heading.
    let Some(column) = column.filter(|column| !column.name.trim().is_empty() || !column.unit.trim().is_empty()) else {
        return "<td></td>".to_owned();
    };
    let name = escape::line(&column.name);
    let unit = if column.unit.is_empty() { String::new() } else { format!(" <span class=\"unit\">{}</span>", escape::line(&column.unit)) };
    let value = if facet.is_some_and(|facet| facet.values.contains(&column.name)) { " data-facet" } else { "" };
    let doc = if column.doc.trim().is_empty() { String::new() } else { format!(" title=\"{}\"", escape::line(&column.doc)) };
    format!("<th scope=\"col\"{class}{value} data-name=\"{name}\"{doc}>{}{unit}</th>", escape::prose(&column.name))
}

fn side(column: Option<&Column>) -> &'static str {
    match column.map(|column| column.align) {
        Some(Align::Right) => " class=\"right\"",
        Some(Align::Center) => " class=\"center\"",
        Some(Align::Left) | None => "",
    }
}

fn write_cell(
    out: &mut String,
    cell: &Cell,
    mut content: String,
    ColumnClass { side, long, of }: &ColumnClass,
    first: bool,
    (about, details): (Option<&About>, usize),
) {
    if let Some(place) = about.and_then(|about| about.detail).filter(|place| *place < details) {
        // The value alone is the link, not its interval.
        let (value, rest) =
            content.split_once(" <").map_or((content.as_str(), String::new()), |(value, rest)| (value, format!(" <{rest}")));
        content = format!("<a class=\"known\" href=\"#{}\">{value}</a>{rest}", details::anchor(place));
    }
    if let Some(about) = about.filter(|about| is_local(&about.href)) {
        content = format!("<a href=\"{}\">{content}</a>", escape::line(&about.href));
    }
    if let Some(about) = about.filter(|about| !about.aside.trim().is_empty()) {
        let _ = write!(content, "<span class=\"aside\">{}</span>", escape::prose(&about.aside));
    }
    let _ = match cells::verdict(cell) {
        _ if first => write!(out, "<th scope=\"row\"{side}>{content}</th>"),
        Some(verdict) if side.is_empty() => write!(out, "<td class=\"{}\"{of}>{content}</td>", verdict.word()),
        Some(verdict) => write!(out, "<td{} {}\"{of}>{content}</td>", side.trim_end_matches('"'), verdict.word()),
        None if side.is_empty() => write!(out, "<td{long}{of}>{content}</td>"),
        None => write!(out, "<td{side}{of}>{content}</td>"),
    };
}

/// What the cells of a column say of themselves to the style sheet.
struct ColumnClass {
    side: &'static str,
    long: &'static str,
    /// In a table of sentences, the name of the column, which a phone shows beside each.
    of: String,
}

impl ColumnClass {
    fn of(table: &Table, index: usize) -> ColumnClass {
        let column = table.columns.get(index);
        let is_sentence = table.rows.iter().filter_map(|row| row.get(index)).any(|cell| is_longer(cell, MOST_IN_TABLE));
        let long = match (is_sentence, is_long(table, index)) {
            (true, _) => " class=\"long sentence\"",
            (false, true) => " class=\"long\"",
            (false, false) => "",
        };
        let name = column.map_or("", |column| column.name.trim());
        let of = if has_sentences(table) && !name.is_empty() { format!(" data-of=\"{}\"", escape::number(name)) } else { String::new() };
        ColumnClass { side: side(column), long, of }
    }
}

/// Whether a table is read like prose.
fn has_sentences(table: &Table) -> bool {
    let beside = |row: &[Cell]| row.iter().skip(table.keys.max(1)).any(|cell| is_longer(cell, MOST_IN_SHORT_TABLE));
    let is_short = table.rows.len() <= MOST_UNSCROLLED && width(table) > MOST_ROOMY;
    table.rows.iter().flatten().any(|cell| is_longer(cell, MOST_IN_TABLE)) || is_short && table.rows.iter().any(|row| beside(row))
}

/// Whether the texts of a column take several lines: in a wide table those of a few words, too.
fn is_long(table: &Table, index: usize) -> bool {
    let most = if width(table) > MOST_ROOMY { MOST_CROWDED } else { MOST_ON_A_LINE };
    table.rows.iter().filter_map(|row| row.get(index)).any(|cell| is_longer(cell, most))
}

/// Whether a cell has a text of more letters.
fn is_longer(cell: &Cell, most: usize) -> bool {
    matches!(cell, Cell::Text(text) if text.chars().count() > most)
}

fn content(cell: &Cell, brackets: bool) -> String {
    match cell {
        Cell::Interval(estimate) => interval(estimate, "", brackets),
        // The word is for screen readers; others see the sign and the colour.
        Cell::Graded { interval: estimate, verdict } => {
            interval(estimate, &format!(" {}<span class=\"heard\"> {}</span>", sign(*verdict), verdict.word()), brackets)
        }
        Cell::Verdict { verdict, text } => {
            let (word, of) = cells::verdict_word(*verdict, text).split_once(", ").unwrap_or((cells::verdict_word(*verdict, text), ""));
            let of = if of.is_empty() { String::new() } else { format!("<br><span class=\"half\">{}</span>", escape::line(of)) };
            format!("{} {}{of}", sign(*verdict), escape::line(word))
        }
        Cell::Comparison(comparison) => {
            let parts = cells::comparison_parts(comparison);
            format!(
                "{}<br><span class=\"half\">paper {}, {}, {}</span>",
                interval(&comparison.ours, "", false),
                escape::number(&parts.paper),
                escape::number(&parts.difference),
                parts.overlap
            )
        }
        Cell::Text(_) => escape::prose(&cells::plain(cell)),
        Cell::Empty | Cell::Named { .. } => escape::line(&cells::plain(cell)),
        Cell::Integer(_) | Cell::Number { .. } | Cell::PValue(_) => escape::number(&cells::plain(cell)),
    }
}

fn sign(verdict: Verdict) -> String {
    format!("<span class=\"sign\" aria-hidden=\"true\">{}</span>", verdict.sign())
}

/// The estimate at full size with its sign, and its interval in small print.
fn interval(estimate: &Interval, sign: &str, brackets: bool) -> String {
    let text = cells::interval(estimate, brackets);
    match text.split_once(' ') {
        Some((value, rest)) => format!("{}{sign} <span class=\"half\">{}</span>", escape::number(value), escape::number(rest)),
        None if text == DASH => format!("<span class=\"half\">{DASH}</span>{sign}"),
        None => format!("{}{sign}", escape::number(&text)),
    }
}

/// What the signs and the columns mean, and the links to the data.
fn below(out: &mut String, table: &Table, name: &str, files: Files<'_>) {
    let data = format!("data/{name}.csv");
    if table.rows.len() > MOST_PRINTED {
        let _ = writeln!(out, "<p class=\"instead\">{} rows, not printed: {data}</p>", escape::number(&table.rows.len().to_string()));
    }
    if table.rows.len() > MOST_ROWS {
        let all = if files.has(&data) { format!(" All are in <a href=\"{data}\">{data}</a>.") } else { String::new() };
        let _ = writeln!(out, "<p class=\"cut\">The first {MOST_ROWS} of {} rows.{all}</p>", escape::number(&table.rows.len().to_string()));
    }
    out.push_str("<p class=\"below\">");
    if table.rows.iter().flatten().any(|cell| matches!(cell, Cell::Graded { .. })) {
        out.push_str("<span class=\"key\">");
        for verdict in [Verdict::Better, Verdict::Undecided, Verdict::Worse] {
            let _ = write!(out, "<span class=\"{}\">{} {}</span> ", verdict.word(), sign(verdict), verdict.word());
        }
        out.push_str("</span> ");
    }
    out.push_str(&files.links(&[("CSV", data), ("LaTeX", format!("tables/{name}.tex"))]));
    out.push_str("</p>\n");
    let says = |row: &Vec<Cell>, index: usize| row.get(index).is_some_and(|cell| !cells::plain(cell).trim().is_empty());
    let is_said = |index: &usize| table.rows.is_empty() || table.rows.iter().any(|row| says(row, *index));
    let columns = (0..table.columns.len()).filter(is_said).map(|index| &table.columns[index]);
    let explained: Vec<&Column> = columns.filter(|column| !column.doc.trim().is_empty()).collect();
    if explained.is_empty() {
        return;
    }
    out.push_str("<details class=\"columns\">\n<summary>What the columns mean</summary>\n<dl>\n");
    for column in explained {
        let _ = writeln!(out, "<div><dt>{}</dt><dd>{}</dd></div>", escape::line(&column.name), escape::prose(&column.doc));
    }
    out.push_str("</dl>\n</details>\n");
}

#[cfg(test)]
mod tests {
    use crate::html;
    use crate::model::{Column, Report, Section, Table};
    use crate::text::Names;

    /// On a narrower page, many of them would cover the numbers.
    #[test]
    fn wide_columns_that_identify_rows_stay_in_sight_on_wide_pages() {
        let rules = |keys: usize| {
            let empty = (0..5).fold(Table::new("t", "").keys(keys), |table, _| table.column(Column::text("a")));
            let mut report = Report::new("x");
            report.sections.push(Section::new("s", "S").block(empty.row((0..5).map(|_| "s".repeat(20).into()))));
            super::keys(&report, &Names::of(&report))
        };
        // Each of 20 letters is 11.6 em wide, and its padding 0.9 em, or 1.5 em of the first.
        assert!(rules(2).contains("(min-width: 666px)") && rules(4).contains("(min-width: 1316px)"), "{}", rules(4));
    }

    /// Rows of sentences are few on a screen, and hard to read inside a box.
    #[test]
    fn a_table_of_sentences_does_not_scroll_inside_its_box() {
        let classes = |text: &str| {
            let empty = Table::new("t", "A table.").column(Column::text("question"));
            super::classes(&(0..40).fold(empty, |table, _| table.row([text.into()])))
        };
        assert_eq!(classes("Is it?"), "table tall");
        assert_eq!(classes(&"Is it? ".repeat(20)), "table sentences prose");
    }

    #[test]
    fn an_empty_column_is_not_on_the_page_and_one_number_has_one_form() {
        let table = Table::new("t", "A table.")
            .column(Column::text("game"))
            .column(Column::text("printed-in").doc("the journal"))
            .column(Column::number("10000"));
        let table = table.row(["hex".into(), "".into(), 123_456.into()]).row(["go".into(), "".into(), (-5).into()]);
        let mut report = Report::new("R");
        report.sections.push(Section::new("s", "S").paragraph("Of 3,000 and 123,456 games.").block(table));
        let page = html(&report).unwrap();
        assert!(!page.contains("printed-in") && !page.contains("the journal"));
        assert!(page.contains(">10\u{202f}000<") && page.contains("data-name=\"10000\""), "{page}");
        assert!(page.contains("Of 3000 and 123\u{202f}456 games.") && page.contains(">123\u{202f}456<") && page.contains(">−5<"));
    }

    /// A page may show the table of another report, whose details it has not.
    #[test]
    fn only_details_of_the_page_are_linked() {
        let table = Table::new("t", "A table.").column(Column::text("game")).row(["hex".into()]).about(0, Some(3), "");
        let mut report = Report::new("R");
        report.sections.push(Section::new("s", "S").block(table));
        assert!(!html(&report).unwrap().contains("href=\"#cell-3\""));
        report.details.resize(4, Default::default());
        assert!(html(&report).unwrap().contains("href=\"#cell-3\""));
    }
}
