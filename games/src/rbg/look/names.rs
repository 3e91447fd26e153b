//! The default look of pieces and players, derived from their names.

use crate::picture::{Colour, Man};

/// The colour whose name or letter a name begins with: `whiteRook`, `wMan`.
pub(crate) fn colour_in(name: &str) -> Option<Colour> {
    let whole = Colour::ALL.into_iter().find(|colour| name.to_lowercase().starts_with(colour.name()));
    let mut letters = name.chars();
    let (first, second) = (letters.next()?, letters.next());
    let short = || {
        let colour = match first {
            'w' => Colour::White,
            'b' => Colour::Black,
            'r' => Colour::Red,
            'y' => Colour::Yellow,
            'g' => Colour::Green,
            _ => return None,
        };
        second.is_none_or(|letter| letter.is_ascii_uppercase()).then_some(colour)
    };
    whole.or_else(short)
}

/// The default look of a piece with this name and number: nothing for the empty square, a chessman for what is called one, else a disc.
pub(crate) fn guessed(name: &str, number: usize) -> Option<Man> {
    if ["empty", "e", "free", "none"].contains(&name) {
        return None;
    }
    let known = colour_in(name);
    let colour = known.unwrap_or([Colour::White, Colour::Black, Colour::Red, Colour::Blue, Colour::Green, Colour::Grey][number % 6]);
    let lower = name.to_lowercase();
    let kinds = [("king", 'K'), ("queen", 'Q'), ("rook", 'R'), ("bishop", 'B'), ("knight", 'N'), ("pawn", 'P')];
    if let Some((_, kind)) = kinds.into_iter().find(|(kind, _)| lower.ends_with(kind)) {
        return Some(Man::chessman(kind, colour).label(spaced(name)));
    }
    let letter = match (known, colour) {
        (Some(_), Colour::White) => 'O',
        (Some(_), Colour::Black) => 'X',
        _ => name.chars().next().unwrap_or('?').to_ascii_uppercase(),
    };
    Some(Man::stone(letter, colour).label(spaced(name)))
}

/// `whiteRook`: `white rook`.
pub(crate) fn spaced(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
