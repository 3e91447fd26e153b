//! The report as plain text for a terminal: tables aligned and cut to a width, coloured if wanted.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Output, file};
use crate::cells;
use crate::error::Error;
use crate::model::{Align, Block, Cell, Report, Table, Verdict};
use crate::text;

/// The output `terminal`, which writes `report.txt` without colour, 120 columns wide.
pub(crate) struct Terminal;

impl Output for Terminal {
    fn name(&self) -> &str {
        "terminal"
    }

    fn doc(&self) -> &str {
        "the tables as plain text in report.txt"
    }

    fn write(&self, report: &Report, dir: &Path) -> Result<Vec<PathBuf>, Error> {
        Ok(vec![file::write(dir, "report.txt", render(report, 120, false).as_bytes())?])
    }
}

/// The narrowest that a column is cut to.
const NARROWEST: usize = 6;

/// The report as text of at most `width` columns (tables of very many columns may be wider), with ANSI colours if `color`.
#[must_use]
pub fn render(report: &Report, width: usize, color: bool) -> String {
    let width = width.max(20);
    let mut out = String::new();
    wrap(&mut out, &report.title, width);
    let _ = writeln!(out, "{}", "=".repeat(text::line(&report.title).width().clamp(1, width)));
    wrap(&mut out, &report.question, width);
    wrap(&mut out, &report.lead.join(" "), width);
    for warning in &report.warnings {
        wrap(&mut out, &format!("Warning: {warning}"), width);
    }
    for section in &report.sections {
        out.push('\n');
        wrap(&mut out, &section.heading, width);
        let _ = writeln!(out, "{}", "-".repeat(text::line(&section.heading).width().clamp(1, width)));
        for prose in &section.prose {
            wrap(&mut out, prose, width);
        }
        for block in &section.blocks {
            match block {
                Block::Table(content) => {
                    out.push('\n');
                    out.push_str(&table(content, width, color));
                }
                Block::Figure(figure) => wrap(&mut out, &format!("(figure) {}", figure.caption), width),
                Block::Note(note) => wrap(&mut out, &format!("Note: {note}"), width),
            }
        }
    }
    out
}

/// One table as text, with its caption above it.
#[must_use]
pub fn table(table: &Table, width: usize, color: bool) -> String {
    let mut out = String::new();
    wrap(&mut out, &table.caption, width.max(20));
    let count = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.columns.len());
    let heading = |index: usize| match table.columns.get(index) {
        Some(column) if !column.unit.is_empty() => text::line(&format!("{} ({})", column.name, column.unit)),
        Some(column) => text::line(&column.name),
        None => String::new(),
    };
    let headings: Vec<String> = (0..count).map(heading).collect();
    let shown = |row: &Vec<Cell>| (0..count).map(|i| row.get(i).map(|cell| text::line(&cells::plain(cell))).unwrap_or_default()).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(shown).collect();
    let widest = |index: usize| rows.iter().map(|row| row[index].width()).max().unwrap_or(0);
    let widths = fit(&(0..count).map(widest).collect::<Vec<_>>(), &headings, width);

    let rule = widths.iter().map(|width| "─".repeat(*width)).collect::<Vec<_>>().join("  ");
    line(&mut out, table, &headings, &widths, |_| None);
    let _ = writeln!(out, "{rule}");
    for (row, cells) in rows.iter().zip(&table.rows) {
        line(&mut out, table, row, &widths, |index| if color { cells.get(index).and_then(cells::verdict) } else { None });
    }
    out
}

fn line(out: &mut String, table: &Table, texts: &[String], widths: &[usize], verdict: impl Fn(usize) -> Option<Verdict>) {
    let mut whole = String::new();
    for (index, (text, &width)) in texts.iter().zip(widths).enumerate() {
        let text = cut(text, width);
        let free = width.saturating_sub(text.width());
        let before = match table.columns.get(index).map(|column| column.align) {
            Some(Align::Right) => free,
            Some(Align::Center) => free / 2,
            Some(Align::Left) | None => 0,
        };
        let text = match verdict(index) {
            Some(Verdict::Better) => format!("\u{1b}[32m{text}\u{1b}[0m"),
            Some(Verdict::Same) => format!("\u{1b}[33m{text}\u{1b}[0m"),
            Some(Verdict::Worse) => format!("\u{1b}[31m{text}\u{1b}[0m"),
            None => text,
        };
        let gap = if index == 0 { "" } else { "  " };
        let _ = write!(whole, "{gap}{}{text}{}", " ".repeat(before), " ".repeat(free - before));
    }
    let _ = writeln!(out, "{}", whole.trim_end());
}

/// The widths of columns whose cells are at most so wide. If they do not all fit, headings are cut first, then also cells, always in the widest
/// column, but none below [`NARROWEST`].
fn fit(cells: &[usize], headings: &[String], width: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = cells.iter().zip(headings).map(|(&cells, heading)| cells.max(heading.width())).collect();
    let gaps = 2 * widths.len().saturating_sub(1);
    let mut excess = (widths.iter().sum::<usize>() + gaps).saturating_sub(width);
    for least in [cells, &vec![0; cells.len()]] {
        while excess > 0 {
            let cuttable = widths.iter_mut().zip(least).filter(|(width, least)| **width > NARROWEST.max(**least));
            let Some((widest, _)) = cuttable.max_by_key(|(width, _)| **width) else { break };
            *widest -= 1;
            excess -= 1;
        }
    }
    widths
}

/// The text, or its two ends around `…` when it is wider than allowed: names often differ only at the end.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(1);
    let end = taken(text.chars().rev(), room / 2);
    let beginning = taken(text.chars(), room - room / 2);
    beginning.into_iter().chain(['…']).chain(end.into_iter().rev()).collect()
}

/// The first characters that go into so many columns.
fn taken(text: impl Iterator<Item = char>, width: usize) -> Vec<char> {
    let mut free = width;
    text.map_while(|c| {
        free = free.checked_sub(c.width().unwrap_or(0))?;
        Some(c)
    })
    .collect()
}

/// Writes a paragraph broken at spaces; nothing when it is empty.
fn wrap(out: &mut String, paragraph: &str, width: usize) {
    let mut used = 0;
    for word in text::line(paragraph).split_whitespace() {
        let word = cut(word, width);
        if used > 0 && used + 1 + word.width() > width {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        used += word.width();
        out.push_str(&word);
    }
    if used > 0 {
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Column;

    fn of_two_candidates() -> Table {
        let columns = ["rbg/breakthrough", "rbg/knightthrough", "rbg/fox-and-hounds"];
        let empty = Table::new("win-rates", "").column(Column::text("candidate"));
        let table = columns.into_iter().fold(empty, |table, name| table.column(Column::number(name).unit("%")));
        ["S-nodal-S-ModPlus", "S-nodal-S-ModPlusShift"].into_iter().fold(table, |table, name| {
            let rates = std::iter::repeat_n(Cell::interval(50.0, 42.0, 58.0, 1), columns.len());
            table.row([Cell::Text(name.to_owned())].into_iter().chain(rates))
        })
    }

    #[test]
    fn headings_are_cut_before_cells() {
        let text = table(&of_two_candidates(), 72, false);
        assert!(text.lines().all(|line| line.width() <= 72), "{text}");
        assert!(text.contains("S-nodal-S-ModPlusShift  "), "{text}");
        assert_eq!(text.matches("50.0 ± 8.0").count(), 6, "{text}");
    }

    #[test]
    fn names_that_differ_at_the_end_stay_different() {
        let text = table(&of_two_candidates(), 52, false);
        assert!(text.lines().all(|line| line.width() <= 52), "{text}");
        let names: Vec<_> = text.lines().skip(2).filter_map(|line| line.split("  ").next()).collect();
        assert_eq!(names, ["S-nodal-…ModPlus", "S-nodal-…usShift"], "{text}");
    }
}
