//! The report as plain text for a terminal: tables fitted to a width, with optional colours.

mod records;
mod tables;

pub use tables::{cut, table};

use std::fmt::Write;
use std::path::{Path, PathBuf};

use unicode_width::UnicodeWidthStr;

use super::{Output, file};
use crate::error::Error;
use crate::model::{Block, Report};
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

    fn write(&self, report: &Report, dir: &Path, _: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
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
    for sentence in &report.lead {
        wrap(&mut out, sentence, width);
    }
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

/// The text with lines of more than `width` columns broken at spaces. What continues a line begins below its second column if it has two
/// (a name, two spaces or more, what it means), and otherwise two places to the right. Words that are wider than the terminal stay whole, so that
/// paths and keys can be copied.
#[must_use]
pub fn fitted(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end();
        if line.width() <= width {
            out.push_str(whole);
            continue;
        }
        let indent = continuation(line, width);
        let mut used = 0;
        for (number, word) in line.split(' ').enumerate() {
            if used > indent && used + 1 + word.width() > width {
                out.truncate(out.trim_end_matches(' ').len());
                out.push('\n');
                out.push_str(&" ".repeat(indent));
                used = indent;
            } else if number > 0 {
                out.push(' ');
                used += 1;
            }
            out.push_str(word);
            used += word.width();
        }
        out.push_str(&whole[line.len()..]);
    }
    out
}

/// Where the continuation of a line begins, at most in the middle of the terminal.
fn continuation(line: &str, width: usize) -> usize {
    let start = line.len() - line.trim_start_matches(' ').len();
    let second = line[start..].find("  ").map(|gap| {
        let rest = &line[start + gap..];
        line[..start + gap].width() + rest.len() - rest.trim_start_matches(' ').len()
    });
    second.filter(|second| *second <= width / 2).unwrap_or((start + 2).min(width / 2))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_at_spaces_and_indented() {
        let text = "short\n  a line of words that is longer than twenty\na/path/that/is/longer/than/twenty\n";
        let expected = "short\n  a line of words\n    that is longer\n    than twenty\na/path/that/is/longer/than/twenty\n";
        assert_eq!(fitted(text, 20), expected);
        assert_eq!(fitted("uct    all of what it is\n", 16), "uct    all of\n       what it\n       is\n", "the second column continues");
        assert_eq!(fitted(text, usize::MAX), text);
        assert_eq!(fitted("漢字 漢字 漢字", 9), "漢字 漢字\n  漢字", "wide characters take two columns");
    }
}
