//! Boards made of rows: rectangles of squares or points, and rows of hexagons.

use super::{Label, Layout, Man, Picture, Place, Shade, Shape};

/// How the places of a rectangle look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Squares of one colour.
    Squares,
    /// Light and dark squares; the lower left one is dark.
    Chequered,
    /// Points where lines meet.
    Points,
}

/// The distance between rows of hexagons whose flat sides are 1 apart.
pub const HEXAGON_ROW: f32 = 0.866_025_4;

/// The letter of a column: 0 is `a`.
pub fn column_letter(column: usize) -> char {
    char::from(b'a' + (column % 26) as u8)
}

/// The men of a board of this size, as numbers (see [`Position::men`](crate::Position::men)), where a letter says which man is at a column
/// and a row from the top.
pub fn lettered((columns, rows): (usize, usize), letter: impl Fn(usize, usize) -> Option<char>, out: &mut Vec<u16>) {
    out.clear();
    for row in 0..rows {
        out.extend((0..columns).map(|column| letter(column, row).map_or(0, |letter| letter as u16)));
    }
}

/// A rectangle of places with numbered rows and lettered columns, or rows of hexagons; places are in order of rows from the top.
#[derive(Clone, Debug)]
pub struct Grid {
    columns: usize,
    layout: Layout,
    /// The column and the row, from the top left, of every place.
    at: Vec<(usize, usize)>,
}

impl Grid {
    /// A rectangle whose squares are named as in chess: `a1` is in the lower left corner.
    pub fn new(look: Look, columns: usize, rows: usize) -> Grid {
        Grid::numbered(look, (columns, rows), |row| rows - row)
    }

    /// A rectangle whose rows are numbered from the top: `a1` is in the upper left corner.
    pub fn from_top(look: Look, columns: usize, rows: usize) -> Grid {
        Grid::numbered(look, (columns, rows), |row| row + 1)
    }

    fn numbered(look: Look, (columns, rows): (usize, usize), number: impl Fn(usize) -> usize) -> Grid {
        let at: Vec<(usize, usize)> = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))).collect();
        let place = |&(column, row): &(usize, usize)| Place {
            name: format!("{}{}", column_letter(column), number(row)),
            x: column as f32,
            y: row as f32,
            shape: if look == Look::Points { Shape::Point } else { Shape::Square },
            shade: match look {
                Look::Chequered if (column + rows - 1 - row).is_multiple_of(2) => Shade::Dark,
                Look::Chequered => Shade::Light,
                _ => Shade::Plain,
            },
        };
        let mut layout = Layout { places: at.iter().map(place).collect(), ..Layout::default() };
        if look == Look::Points {
            let (right, bottom) = ((columns - 1) as f32, (rows - 1) as f32);
            layout.lines.extend((0..rows).map(|row| vec![(0.0, row as f32), (right, row as f32)]));
            layout.lines.extend((0..columns).map(|column| vec![(column as f32, 0.0), (column as f32, bottom)]));
        }
        layout.labels.extend((0..rows).map(|row| Label { text: number(row).to_string(), x: -1.0, y: row as f32 }));
        layout.labels.extend((0..columns).map(|column| Label {
            text: column_letter(column).to_string(),
            x: column as f32,
            y: rows as f32,
        }));
        Grid { columns, layout, at }
    }

    /// Rows of hexagons without names and labels, with these lengths from the top; all are centred.
    pub fn hexagons(lengths: &[usize]) -> Grid {
        let columns = lengths.iter().copied().max().unwrap_or(0);
        let at: Vec<(usize, usize)> =
            lengths.iter().enumerate().flat_map(|(row, &length)| (0..length).map(move |column| (column, row))).collect();
        let place = |&(column, row): &(usize, usize)| Place {
            name: String::new(),
            x: column as f32 + (columns - lengths[row]) as f32 / 2.0,
            y: row as f32 * HEXAGON_ROW,
            shape: Shape::Hexagon,
            shade: Shade::Plain,
        };
        Grid { columns, layout: Layout { places: at.iter().map(place).collect(), ..Layout::default() }, at }
    }

    /// The layout, to add to it.
    pub fn layout(&mut self) -> &mut Layout {
        &mut self.layout
    }

    /// The number of the longest row's places.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Changes places, by column and row from the top left.
    pub fn each(mut self, mut change: impl FnMut(usize, usize, &mut Place)) -> Grid {
        for (place, &(column, row)) in self.layout.places.iter_mut().zip(&self.at) {
            change(column, row, place);
        }
        self
    }

    /// A position on this board: what lies at a column and a row from the top left.
    pub fn picture(self, man: impl Fn(usize, usize) -> Option<Man>) -> Picture {
        let at = self.at;
        Picture::new(self.layout, |i| at.get(i).and_then(|&(column, row)| man(column, row)))
    }
}
