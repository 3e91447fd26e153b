//! The notation: each player's men by point, the player to move, and the dice.

use super::board::{BAR, Board, MEN, OFF, Phase};
use crate::{NotationError, Player};
use std::fmt::Write;

impl Board {
    /// The men of players 1 and 2, as in `24:2,13:5,8:3,6:5` with `bar:1` first, `-` if all are off; the player to move, 1 or 2; the dice, `-`
    /// before they are rolled, `opening` before the first roll.
    pub(super) fn notation(&self) -> String {
        let dice = match self.phase {
            Phase::Opening => "opening".to_owned(),
            Phase::Roll | Phase::Over => "-".to_owned(),
            Phase::Move(high, low) => format!("{high}{low}"),
        };
        format!("{} {} {} {dice}", self.men_of(0), self.men_of(1), self.mover + 1)
    }

    fn men_of(&self, player: Player) -> String {
        let named = |place: u8| if place == BAR { "bar".to_owned() } else { place.to_string() };
        let places = (1..=BAR).rev().filter(|&place| self.men[player][usize::from(place)] > 0);
        let words: Vec<String> = places.map(|place| format!("{}:{}", named(place), self.men[player][usize::from(place)])).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(",") }
    }

    /// Reads what [`Board::notation`] wrote.
    pub(super) fn parse(points: bool, text: &str) -> Result<Board, NotationError> {
        let wrong = |what: &str| NotationError::new(format!("`{text}` is not a backgammon position: {what}"));
        let parts: Vec<&str> = text.split(' ').collect();
        let [first, second, mover, dice] = parts[..] else {
            return Err(wrong("expected the men of both players, 1 or 2, and the dice"));
        };
        let men = [read_men(first).map_err(|what| wrong(&what))?, read_men(second).map_err(|what| wrong(&what))?];
        if (1..25).any(|point| men[0][point] > 0 && men[1][25 - point] > 0) {
            return Err(wrong("both players have men on one point"));
        }
        let mover = ["1", "2"].iter().position(|&player| player == mover).ok_or_else(|| wrong("expected 1 or 2 for whose turn it is"))?;
        let over = men.iter().any(|men| men[usize::from(OFF)] == MEN);
        if over && men[mover][usize::from(OFF)] < MEN {
            return Err(wrong("the winner is not the player who moved last"));
        }
        let phase = match dice.as_bytes() {
            b"-" if over => Phase::Over,
            _ if over => return Err(wrong("the game is over, expected `-` for the dice")),
            b"-" => Phase::Roll,
            b"opening" if mover == 0 => Phase::Opening,
            &[high @ b'1'..=b'6', low @ b'1'..=b'6'] if low <= high => Phase::Move(high - b'0', low - b'0'),
            _ => return Err(wrong("expected two dice, the higher first, or `-` before the roll")),
        };
        Ok(Board { men, mover, phase, points })
    }

    /// The points as player 1 numbers them, 24 first: player 1's men are X, player 2's O.
    pub(super) fn drawing(&self) -> String {
        let mut text = String::new();
        for point in (1..25).rev() {
            let (own, other) = (self.men[0][point], self.men[1][25 - point]);
            let men = "X".repeat(usize::from(own)) + &"O".repeat(usize::from(other));
            let _ = writeln!(text, "{point:>3} {men}");
        }
        for (name, place) in [("bar", BAR), ("off", OFF)] {
            let count = |player: usize| usize::from(self.men[player][usize::from(place)]);
            let _ = writeln!(text, "{name} {}{}", "X".repeat(count(0)), "O".repeat(count(1)));
        }
        text
    }
}

/// Reads `24:2,13:5`; men that are not named are off.
fn read_men(text: &str) -> Result<[u8; 26], String> {
    let mut men = [0; 26];
    let mut left = MEN;
    for word in text.split(',').filter(|_| text != "-") {
        let parts = word.split_once(':').and_then(|(place, count)| {
            let place = if place == "bar" { Some(BAR) } else { place.parse().ok().filter(|place| (1..25).contains(place)) };
            Some((usize::from(place?), count.parse::<u8>().ok().filter(|&count| count > 0)?))
        });
        let (place, count) = parts.ok_or_else(|| format!("`{word}` is not a point with a number of men, as in `24:2` or `bar:1`"))?;
        if men[place] > 0 {
            return Err(format!("the men of `{word}` are named twice"));
        }
        men[place] = count;
        left = left.checked_sub(count).ok_or_else(|| format!("`{text}` are more than {MEN} men"))?;
    }
    men[usize::from(OFF)] = left;
    Ok(men)
}
