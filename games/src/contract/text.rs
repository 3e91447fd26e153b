//! Checks of positions as text.

use super::ensure_at;
use super::position::Observation;
use crate::game::Game;
use crate::position::{Position, Turn};
use crate::rng::Rng;
use std::collections::BTreeMap;

/// Number of corrupted texts to try for each position.
const SPOILT: usize = 12;

/// Reads the position back, and corrupted versions of it.
pub(super) fn check(game: &dyn Game, here: &dyn Position, rng: &mut Rng) -> Result<(), String> {
    ensure_at(here, !here.draw().contains('\x1b'), || "the drawing has colour codes".to_owned())?;
    pictured(game, here)?;
    round_trip(game, here)?;
    let notation = here.notation();
    for _ in 0..SPOILT {
        let text = spoil(&notation, rng);
        match game.parse(&text) {
            Err(error) => ensure_at(here, !error.to_string().is_empty(), || format!("`{text}` is refused without a message"))?,
            // A text that is still accepted must be a valid position.
            Ok(other) => {
                round_trip(game, other.as_ref()).map_err(|error| format!("{error}, read from `{text}`"))?;
                for m in other.move_list() {
                    other.boxed().apply(m);
                }
            }
        }
    }
    Ok(())
}

/// All positions of a game are on the same board, and something is said of each of its places.
fn pictured(game: &dyn Game, here: &dyn Position) -> Result<(), String> {
    let (picture, start) = (here.picture(), game.start().picture());
    let layouts = [&picture, &start].map(|picture| picture.as_ref().map(|picture| &picture.layout));
    ensure_at(here, layouts[0] == layouts[1], || "the layout of the picture differs from that at the start".to_owned())?;
    let whole = picture.as_ref().is_none_or(|picture| picture.men.len() == picture.layout.places.len());
    ensure_at(here, whole, || "the picture has more or fewer men than places".to_owned())?;
    let (mut numbers, mut men) = (Vec::new(), BTreeMap::new());
    for (position, picture) in [(game.start().as_ref(), &start), (here, &picture)] {
        if position.men(&mut numbers) {
            let known = picture.as_ref().map_or(&[][..], |picture| &picture.men);
            ensure_at(here, numbers.len() == known.len(), || "there are more or fewer numbers than men".to_owned())?;
            for (&number, man) in numbers.iter().zip(known) {
                let other = men.entry(number).or_insert_with(|| man.clone());
                ensure_at(here, other == man, || format!("two men have the number {number}: {other:?} and {man:?}"))?;
            }
        }
    }
    Ok(())
}

/// Reads the notation back and compares everything observable.
pub(super) fn round_trip(game: &dyn Game, here: &dyn Position) -> Result<(), String> {
    let notation = here.notation();
    ensure_at(here, !notation.contains('\n'), || "the notation has more than one line".to_owned())?;
    let again = game.parse(&notation).map_err(|error| format!("the position `{notation}` is not read back: {error}"))?;
    let (written, read) = (Observation::of(here), Observation::of(again.as_ref()));
    ensure_at(here, written == read, || format!("the position is read back as another: {read:?} instead of {written:?}"))?;
    if here.turn() == Turn::Over {
        for player in 0..game.info().players {
            let (score, read) = (here.score(player), again.score(player));
            ensure_at(here, score == read, || format!("player {player} scores {score}, but {read} after reading the position back"))?;
        }
    }
    Ok(())
}

/// The text with one to three random changes: a character dropped, inserted, replaced or swapped, or the rest cut off.
fn spoil(text: &str, rng: &mut Rng) -> String {
    const STRANGE: [char; 12] = [' ', '/', '0', '1', '9', 'X', 'o', 'p', '-', 'é', '\u{1F3B2}', '\0'];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=rng.below(3) {
        if chars.is_empty() {
            break;
        }
        let (at, other) = (rng.below(chars.len()), rng.below(chars.len()));
        match rng.below(5) {
            0 => drop(chars.remove(at)),
            1 => chars.insert(at, chars[other]),
            2 => chars[at] = STRANGE[rng.below(STRANGE.len())],
            3 => chars.swap(at, other),
            _ => chars.truncate(at),
        }
    }
    chars.into_iter().collect()
}
