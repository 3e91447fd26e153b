//! The report as plain text for a terminal: tables fitted to a width, with optional colours.

mod tables;

pub use tables::table;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use unicode_width::UnicodeWidthStr;

use super::{Output, file};
use crate::error::Error;
use crate::model::{Block, Report};
use crate::text;
use tables::cut;

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

/// The report as text of at most `width` columns, with ANSI colours if `color`. Tables that do not fit are continued below, their first column
/// repeated.
#[must_use]
pub fn render(report: &Report, width: usize, color: bool) -> String {
    let width = width.max(20);
    let mut out = String::new();
    wrap(&mut out, &report.title, width);
    let _ = writeln!(out, "{}", "=".repeat(text::line(&report.title).width().clamp(1, width)));
    wrap(&mut out, &report.question, width);
    wrap(&mut out, &report.lead.join(" "), width);
    // A count, then the list.
    if report.warnings.len() > 1 {
        let _ = writeln!(out, "{} warnings:", report.warnings.len());
    }
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
                Block::Listing(listing) => {
                    out.push('\n');
                    wrap(&mut out, &listing.caption, width);
                    listing.text.lines().for_each(|line| out.push_str(&format!("  {}\n", text::line(line).trim_end())));
                }
            }
        }
    }
    out
}

/// Writes a paragraph broken at spaces; nothing if it is empty.
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
