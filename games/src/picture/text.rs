//! A picture for the terminal.

use super::{Man, Picture, Shape};
use std::fmt;

/// A word that ends at a column, in units of the picture, in a row.
struct Word {
    x: f32,
    row: usize,
    text: String,
}

impl fmt::Display for Picture {
    /// The board with its labels, each row of places on a line; empty places are dots. The notes are below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = rows(self);
        let row = |y: f32| rows.iter().position(|&row| (row - y).abs() < SAME_ROW).unwrap_or(0);
        let places = self.layout.places.iter().zip(&self.men).filter_map(|(place, man)| {
            let text = match man {
                Some(man) => written(man),
                None if place.shape == Shape::Side => return None,
                None => ".".to_owned(),
            };
            Some(Word { x: place.x, row: row(place.y), text })
        });
        let mut words: Vec<Word> = places.collect();
        words.extend(self.layout.labels.iter().map(|label| Word { x: label.x, row: row(label.y), text: label.text.clone() }));
        let unit = unit(self) as f32;
        let end = |word: &Word| (word.x * unit).round() as isize;
        let left = words.iter().map(|word| end(word) - word.text.chars().count() as isize).min().unwrap_or(0);
        words.sort_by_key(|word| (word.row, end(word)));
        for line in 0..rows.len() {
            let (mut text, mut length) = (String::new(), 0);
            for word in words.iter().filter(|word| word.row == line) {
                let wide = word.text.chars().count();
                // Words that would overlap are moved to the right.
                let start = ((end(word) - left) as usize - wide).max(length + usize::from(length > 0));
                text.extend(std::iter::repeat_n(' ', start - length));
                text += &word.text;
                length = start + wide;
            }
            writeln!(f, "{text}")?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "{note}"))
    }
}

/// Places whose y differ by less are on one line.
const SAME_ROW: f32 = 0.3;

/// The y of every line, in order.
fn rows(picture: &Picture) -> Vec<f32> {
    let shown = picture.layout.places.iter().zip(&picture.men).filter(|(place, man)| man.is_some() || place.shape != Shape::Side);
    let mut all: Vec<f32> = shown.map(|(place, _)| place.y).chain(picture.layout.labels.iter().map(|label| label.y)).collect();
    all.sort_by(f32::total_cmp);
    all.dedup_by(|next, row| (*next - *row).abs() < SAME_ROW);
    all
}

/// The columns of a unit: room for a space and the longest word on the board, or of a label that has another beside it.
fn unit(picture: &Picture) -> usize {
    let on_board = picture.layout.places.iter().zip(&picture.men).filter(|(place, _)| place.shape != Shape::Side);
    let men = on_board.filter_map(|(_, man)| man.as_ref()).map(|man| written(man).chars().count());
    let labels = &picture.layout.labels;
    let crowded = labels.iter().filter(|one| labels.iter().any(|other| one.y == other.y && (one.x - other.x).abs() == 1.0));
    1 + men.chain(crowded.map(|label| label.text.chars().count())).max().unwrap_or(1)
}

fn written(man: &Man) -> String {
    if man.count == 1 { man.letter.clone() } else { format!("{}{}", man.letter, man.count) }
}

#[cfg(test)]
mod tests {
    use super::super::{Colour, Grid, Look};
    use super::*;

    #[test]
    fn boards_have_coordinates() {
        let stone = |column, row| (column == 0 && row == 1).then(|| Man::stone("P", Colour::White));
        let picture = Grid::new(Look::Squares, 2, 2).picture(stone).note("roll: 3");
        assert_eq!(picture.to_string(), "2 . .\n1 P .\n  a b\nroll: 3\n");
    }

    #[test]
    fn long_words_and_counts_widen_the_columns() {
        let stone = |column, row| (row == 0).then(|| Man::stone("x", Colour::White).times(1 + 11 * column as u32));
        assert_eq!(Grid::new(Look::Squares, 2, 2).picture(stone).to_string(), "2   x x12\n1   .   .\n    a   b\n");
    }

    #[test]
    fn half_places_are_between_two() {
        let picture = Grid::hexagons(&[2, 3, 2]).picture(|column, row| (row == column).then(|| Man::stone("o", Colour::Red)));
        assert_eq!(picture.to_string(), " o .\n. o .\n . .\n");
    }
}
