//! Boards in the style of FEN: rows from the top, joined by `/`; a letter for each piece, a number for a run of empty squares.

use crate::notation::NotationError;
pub use crate::picture::grid::column_letter;
use std::fmt::Write;

/// Reads the rows of a board. `piece` turns a letter into a piece, or gives `None` for an unknown letter.
///
/// Returns the pieces with their columns and rows, counted from 0 at the upper left.
///
/// # Errors
/// If a letter is unknown or the rows do not fit the board: names the row and what was expected.
pub fn parse_rows<T>(
    text: &str,
    (columns, rows): (usize, usize),
    piece: impl Fn(char) -> Option<T>,
) -> Result<Vec<(usize, usize, T)>, NotationError> {
    let count = text.split('/').count();
    if count != rows {
        return Err(NotationError::new(format!("the board `{text}` has {count} rows, expected {rows} joined by `/`")));
    }
    let mut pieces = Vec::new();
    for (row, line) in text.split('/').enumerate() {
        let short =
            |column: usize| NotationError::new(format!("row `{line}` of the board describes {column} squares or more, expected {columns}"));
        let mut column = 0usize;
        let mut empty = 0usize;
        for c in line.chars() {
            if let Some(digit) = c.to_digit(10) {
                empty = empty * 10 + digit as usize;
                if empty == 0 || empty > columns {
                    return Err(NotationError::new(format!(
                        "row `{line}` of the board has a wrong number of empty squares, expected 1 to {columns}"
                    )));
                }
                continue;
            }
            column += std::mem::take(&mut empty);
            let found = piece(c).ok_or_else(|| {
                NotationError::new(format!("`{c}` in row `{line}` is neither a piece of this game nor a number of empty squares"))
            })?;
            if column >= columns {
                return Err(short(column + 1));
            }
            pieces.push((column, row, found));
            column += 1;
        }
        if column + empty != columns {
            return Err(short(column + empty));
        }
    }
    Ok(pieces)
}

/// Writes the rows of a board. `piece` gives the letter at a column and a row (from the upper left), or `None` for an empty square.
pub fn write_rows((columns, rows): (usize, usize), piece: impl Fn(usize, usize) -> Option<char>) -> String {
    let mut text = String::new();
    for row in 0..rows {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for column in 0..=columns {
            let here = if column < columns { piece(column, row) } else { None };
            if column < columns && here.is_none() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                // Writing into a string cannot fail.
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            text.extend(here);
        }
    }
    text
}

/// Draws a board with numbered rows (the lowest is 1) and lettered columns; arguments as for [`write_rows`].
pub fn draw((columns, rows): (usize, usize), piece: impl Fn(usize, usize) -> Option<char>) -> String {
    let mut text = String::new();
    for row in 0..rows {
        let _ = write!(text, "{:>2}", rows - row);
        for column in 0..columns {
            let _ = write!(text, " {}", piece(column, row).unwrap_or('.'));
        }
        text.push('\n');
    }
    text.push_str("  ");
    for column in 0..columns {
        let _ = write!(text, " {}", column_letter(column));
    }
    text.push('\n');
    text
}

/// Appends the name of a square, `a1`, from its column and row, both from 0.
pub fn write_square(column: usize, row: usize, out: &mut String) {
    out.push(column_letter(column));
    out.push_str(&(row + 1).to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(usize, usize, char)>, String> {
        parse_rows(text, (12, 2), |c| c.is_ascii_alphabetic().then_some(c)).map_err(|e| e.to_string())
    }

    #[test]
    fn rows_are_read_and_written_back() {
        for text in ["12/12", "a11/11b", "5x6/10yz", "abcdefghijkl/1a1b1c1d1e1f"] {
            let pieces = read(text).unwrap();
            let letter = |column, row| pieces.iter().find(|p| (p.0, p.1) == (column, row)).map(|p| p.2);
            assert_eq!(write_rows((12, 2), letter), text);
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, message) in [
            ("12", "the board `12` has 1 rows, expected 2 joined by `/`"),
            ("12/11", "row `11` of the board describes 11 squares or more, expected 12"),
            ("12a/12", "row `12a` of the board describes 13 squares or more, expected 12"),
            (
                "99999999999999999999999/12",
                "row `99999999999999999999999` of the board has a wrong number of empty squares, expected 1 to 12",
            ),
            ("0a11/12", "row `0a11` of the board has a wrong number of empty squares, expected 1 to 12"),
            ("11?/12", "`?` in row `11?` is neither a piece of this game nor a number of empty squares"),
        ] {
            assert_eq!(read(text), Err(message.to_owned()));
        }
    }

    #[test]
    fn drawing_has_coordinates() {
        let text = draw((2, 2), |column, row| (column == 0 && row == 1).then_some('P'));
        assert_eq!(text, " 2 . .\n 1 P .\n   a b\n");
    }
}
