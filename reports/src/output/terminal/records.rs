//! Rows of sentences: columns would cut what is said, so that each row is a few lines, one for every cell.

use unicode_width::UnicodeWidthStr;

use super::fitted;
use crate::text::DASH;

/// A text of more columns than this is a sentence, of which half must stay.
const SENTENCE: usize = 40;

/// The column whose lines are not broken, so that they can be copied.
const COMMAND: &str = "command";

/// Whether a column of this width leaves less than half of a sentence.
pub(super) fn is_too_narrow(widest: usize, width: usize) -> bool {
    widest > SENTENCE && 2 * width < widest
}

/// The rows, one below the other: the first cell, then the others with the names of their columns.
pub(super) fn rows(headings: &[String], rows: &[Vec<String>], width: usize) -> String {
    let mut out = String::new();
    for (number, row) in rows.iter().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        for (place, (heading, cell)) in headings.iter().zip(row).enumerate().filter(|(_, (_, cell))| !cell.is_empty() && *cell != DASH) {
            let line = match (place, heading.as_str()) {
                (0, _) | (_, "") => format!("{cell}\n"),
                (_, name) => format!("  {name}: {cell}\n"),
            };
            out.push_str(&if heading == COMMAND { line } else { fitted(&line, width) });
        }
    }
    out
}

/// The width of the widest cell of a column.
pub(super) fn widest(rows: &[Vec<String>], index: usize) -> usize {
    rows.iter().filter_map(|row| row.get(index)).map(|cell| cell.width()).max().unwrap_or(0)
}
