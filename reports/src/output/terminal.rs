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
    let widest = |index: usize| rows.iter().chain([&headings]).map(|row| row[index].width()).max().unwrap_or(0);
    let widths = fit((0..count).map(widest).collect(), width);

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

/// Takes columns from the widest until all fit, but none below [`NARROWEST`].
fn fit(mut widths: Vec<usize>, width: usize) -> Vec<usize> {
    let gaps = 2 * widths.len().saturating_sub(1);
    let mut excess = (widths.iter().sum::<usize>() + gaps).saturating_sub(width);
    while excess > 0 {
        let Some(widest) = widths.iter_mut().max() else { break };
        if *widest <= NARROWEST {
            break;
        }
        *widest -= 1;
        excess -= 1;
    }
    widths
}

/// The text, or its beginning and `…` when it is wider than allowed.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 1;
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > width {
            break;
        }
        kept.push(c);
    }
    kept + "…"
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
