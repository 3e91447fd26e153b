//! Plain tables for the terminal.

/// Which side of its column a cell leans on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// Lays rows out in columns two spaces apart; `sides` has one entry per column. Spaces at the ends of lines are left out.
pub(super) fn table(sides: &[Side], rows: &[Vec<String>]) -> String {
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..sides.len()).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for ((cell, side), &width) in row.iter().zip(sides).zip(&widths) {
            let gap = " ".repeat(width - cell.chars().count());
            match side {
                Side::Left => line += &format!("{cell}{gap}  "),
                Side::Right => line += &format!("{gap}{cell}  "),
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Side::*, table};

    #[test]
    fn columns_line_up_by_characters() {
        let rows = [["move", "n"], ["é", "10"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(table(&[Left, Right], &rows), "move   n\né     10\n");
    }
}
