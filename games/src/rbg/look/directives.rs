//! The words of single directives. Errors say what was expected, without a line.

use super::names::spaced;
use crate::game::Exchange;
use crate::names::find;
use crate::picture::{Colour, Form, Man};
use treebench_rbg::board::Board;

const FORMS: [Form; 4] = [Form::Disc, Form::Figure, Form::Block, Form::Hidden];

/// Finds a word's value, or suggests the nearest word.
pub(crate) fn named<T: Copy>(known: &[(&str, T)], word: &str, what: &str) -> Result<T, String> {
    let names: Vec<String> = known.iter().map(|(name, _)| (*name).to_owned()).collect();
    find(&names, word, what).map(|i| known[i].1)
}

/// `sgf`, `pgn` or `pgn NAME OF VARIANT`.
pub(super) fn recorded(text: &str) -> Result<Exchange, String> {
    let (name, variant) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    match (name, variant.trim()) {
        ("sgf", "") => Ok(Exchange::Sgf { half_komi: 0, handicap: 0 }),
        ("pgn", variant) => Ok(Exchange::Pgn { variant: variant.to_owned(), fen: false }),
        _ => Err(format!("`{}` is not a notation for games, expected `sgf`, `pgn`, or `pgn` and the name of a variant", text.trim())),
    }
}

/// `d6 3 1`: a square, its column and its row.
pub(super) fn placed(board: &Board, text: &str) -> Result<(usize, (f32, f32)), String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [square, x, y] = words[..] else { return Err(format!("`{text}` is not a square with its column and its row, as in `d6 3 1`")) };
    let number = |word: &str| {
        let found: Option<f32> = word.parse().ok().filter(|number: &f32| (0.0..=200.0).contains(number));
        found.ok_or_else(|| format!("`{word}` is not a column or a row, expected a number from 0 to 200"))
    };
    Ok((find(&board.names, square, "square")?, (number(x)?, number(y)?)))
}

/// `red left right`: a colour, and the sides of the board that are its goal.
pub(crate) fn goal(sides: &[String], text: &str) -> Result<(Colour, Vec<usize>), String> {
    let mut words = text.split_whitespace();
    let colour = colour(words.next().unwrap_or_default())?;
    let sides: Vec<usize> = words.map(|word| find(sides, word, "direction")).collect::<Result<_, _>>()?;
    if sides.is_empty() {
        return Err(format!("`{}` is not a colour with the directions that lead to its sides, as in `red left right`", text.trim()));
    }
    Ok((colour, sides))
}

fn colour(word: &str) -> Result<Colour, String> {
    named(&Colour::ALL.map(|colour| (colour.name(), colour)), word, "colour")
}

/// `bKing: black disc B ♛`: a piece, and how it is shown.
pub(crate) fn dressed(pieces: &[String], text: &str) -> Result<(usize, Option<Man>), String> {
    let expected = "expected a piece, a colour, a form and a letter, as in `bKing: black disc B`, or `bKing: none`";
    let (name, rest) = text.split_once(':').ok_or_else(|| format!("`{text}` has no colon; {expected}"))?;
    let piece = find(pieces, name.trim(), "piece")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (word, form, letter, glyph) = match words[..] {
        ["none"] => return Ok((piece, None)),
        [colour, form, letter] => (colour, form, letter, ""),
        [colour, form, letter, glyph] => (colour, form, letter, glyph),
        _ => return Err(format!("`{}` does not say how the piece looks; {expected}", rest.trim())),
    };
    let colour = colour(word)?;
    let form = named(&FORMS.map(|form| (form.name(), form)), form, "form")?;
    Ok((piece, Some(Man::stone(letter, colour).form(form).glyph(glyph).label(spaced(name.trim())))))
}
