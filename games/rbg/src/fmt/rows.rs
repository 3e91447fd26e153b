//! Rows of boards: the entries of consecutive rows are aligned.

use super::lines::{Item, Line};
use crate::lex::Token;

/// A line that is a row.
struct Row {
    /// The opening brackets of layers before it.
    opening: String,
    cells: Vec<String>,
    /// The tokens after its `]`.
    closing: String,
}

/// Aligns the places of rows.
pub(super) fn align(lines: &mut [Line<'_>]) {
    let mut at = 0;
    while at < lines.len() {
        let rows: Vec<Row> = lines[at..].iter().enumerate().map_while(|(i, line)| read(line, i > 0)).collect();
        if rows.len() > 1 && rows.iter().any(|row| row.cells.len() > 1) {
            write(&rows, &mut lines[at..at + rows.len()]);
        }
        at += rows.len().max(1);
    }
}

/// Reads a line that is a row: `[e, w, , b]`, perhaps with brackets of layers and a comment around.
fn read(line: &Line<'_>, follows: bool) -> Option<Row> {
    if follows && line.blank_before {
        return None;
    }
    let mut row = Row { opening: String::new(), cells: vec![String::new()], closing: String::new() };
    let tokens: Vec<&Token> = line.tokens().collect();
    let first = tokens.iter().take_while(|token| token.is("[")).count();
    let last = first + tokens[first..].iter().position(|token| token.is("]"))?;
    if first == 0 || first > 2 {
        return None;
    }
    row.opening = "[".repeat(first);
    for token in &tokens[first..last] {
        match token.word() {
            _ if token.is(",") => row.cells.push(String::new()),
            Some(word) => row.cells.last_mut().filter(|cell| cell.is_empty())?.push_str(word),
            None => return None,
        }
    }
    for token in &tokens[last..] {
        row.closing.push_str(&Some(token).filter(|token| token.is("]") || token.is(")"))?.text());
    }
    // A comment may follow a row, but not interrupt it.
    for (i, (item, _)) in line.items.iter().enumerate() {
        if let Item::Comment(comment) = item {
            if i < tokens.len() {
                return None;
            }
            row.closing += " ";
            row.closing += comment;
        }
    }
    Some(row)
}

/// Writes rows that follow one another.
fn write(rows: &[Row], lines: &mut [Line<'_>]) {
    let longest = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let equal = rows.iter().all(|row| row.cells.len() == longest);
    let width = |column: usize| rows.iter().filter_map(|row| row.cells.get(column)).map(String::len).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..longest).map(width).collect();
    if !equal {
        // A hexagon: all places are equally wide, and each row is indented by half a place.
        let widest = widths.iter().copied().max().unwrap_or(0).next_multiple_of(2);
        widths.fill(widest);
    }
    let layered = rows.iter().any(|row| row.opening.len() > 1);
    let indent = lines[0].indent;
    for (row, line) in rows.iter().zip(lines) {
        let cells: Vec<String> = row.cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        let opening = if layered && row.opening.len() == 1 { " [" } else { &row.opening };
        line.indent = indent + if equal { 0 } else { (longest - row.cells.len()) * (widths[0] + 2) / 2 };
        line.text = Some(format!("{opening}{}{}", cells.join(", "), row.closing));
    }
}
