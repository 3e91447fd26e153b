//! A game's knowledge of good play: playouts that are better than random ones, and prior expectations of moves.

use crate::moves::Move;
use crate::names::nearest;
use crate::position::Position;
use crate::position::playout::{Playout, Trace};
use crate::rng::Rng;

/// A game with a playout policy of its own, made of parts that can be switched on and off one by one.
///
/// Its moves are single semimoves. Parts read the moves that led to a position, so a position that was read from its notation may propose
/// less than the same position reached by play.
pub trait Knowledge: Position {
    /// The parts, in the order in which the policy asks them; the same for every position of the game, and at most 32.
    fn parts(&self) -> &'static [Part];

    /// Fills `out` (emptied first) with the moves that one of the [parts](Self::parts) proposes here, without duplicates: all are among
    /// [`playout_moves`](Position::playout_moves). Parts that correct or end playouts propose nothing.
    fn proposals(&self, part: usize, out: &mut Vec<Move>);

    /// Plays until the game is over, a part ends the playout, or players have made `cap` moves, and appends the moves to `trace` if there is one.
    /// A part that ends the playout counts as its end ([`Playout::over`]); the position then has its [score](Position::score). Without parts it
    /// plays as [`Position::playout`] does, though not with the same random numbers.
    fn playout_by(&mut self, parts: Parts, rng: &mut Rng, cap: u32, trace: Option<&mut Trace>) -> Playout;

    /// Fills `out` (emptied first) with what these parts expect of each of some legal moves, in their order.
    fn expect(&self, parts: Parts, moves: &[Move], out: &mut Vec<Expectation>);
}

/// A part of a playout policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its name in parameters.
    pub name: &'static str,
    /// Its effect, as a sentence.
    pub doc: &'static str,
}

/// The prior expectation of a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Expectation {
    /// The result for the player to move, on the scale [0, 1].
    pub value: f64,
    /// How much is known, from 0, nothing, to 1.
    pub trust: f64,
}

/// A choice among the parts of a policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts(u32);

impl Parts {
    /// The parts with these names, separated by commas or spaces: `atari-capture, patterns`. `all` has all of them, `none` none, and a name
    /// behind a minus is left out: `all -mercy`.
    ///
    /// # Errors
    /// If there is no part with a name: suggests the nearest name and lists all.
    pub fn named(text: &str, parts: &[Part]) -> Result<Parts, String> {
        let mut chosen = Parts::default();
        for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
            let (name, with) = word.strip_prefix('-').map_or((word, true), |name| (name, false));
            let bits = match name {
                "all" => (1 << parts.len()) - 1,
                "none" => 0,
                _ => 1 << parts.iter().position(|part| part.name == name).ok_or_else(|| unknown(name, parts))?,
            };
            chosen.0 = if with { chosen.0 | bits } else { chosen.0 & !bits };
        }
        Ok(chosen)
    }

    /// Whether it has the part with this number.
    #[inline(always)]
    pub fn has(self, part: usize) -> bool {
        self.0 >> part & 1 != 0
    }
}

fn unknown(name: &str, parts: &[Part]) -> String {
    let names: Vec<&str> = ["all", "none"].into_iter().chain(parts.iter().map(|part| part.name)).collect();
    let hint = nearest(name, names.iter().copied()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    format!("the playout policy has no part `{name}`{hint} (allowed: {})", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: [Part; 3] = [Part { name: "one", doc: "" }, Part { name: "two", doc: "" }, Part { name: "three", doc: "" }];

    #[test]
    fn parts_are_chosen_by_name() {
        let chosen = |text: &str| Parts::named(text, &PARTS).map(|parts| [0, 1, 2].map(|part| parts.has(part)));
        assert_eq!(chosen("one, three"), Ok([true, false, true]));
        assert_eq!(chosen("all -two"), Ok([true, false, true]));
        assert_eq!(chosen("none"), Ok([false; 3]));
        assert_eq!(chosen("none two"), Ok([false, true, false]));
    }

    #[test]
    fn other_names_are_refused() {
        let error = Parts::named("one tow", &PARTS).unwrap_err();
        assert_eq!(error, "the playout policy has no part `tow`; did you mean `two`? (allowed: all, none, one, two, three)");
    }
}
