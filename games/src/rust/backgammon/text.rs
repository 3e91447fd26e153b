//! The notation: each player's men by point, the player to move, and the dice.

use super::board::{BAR, Board, MEN, OFF, Phase};
use crate::picture::{Area, Colour, Form, Layout, Man, Shade};
use crate::{NotationError, Picture, Player};

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
        Ok(Board::new(men, mover, phase, points))
    }

    /// The points as player 1 numbers them: player 1's men are X, player 2's O. The bar is in the middle, men borne off are on the right.
    pub(super) fn pictured(&self) -> Picture {
        let layout = layout();
        let mut men = vec![None; layout.places.len()];
        for (player, own) in self.men.iter().enumerate() {
            for (place, &count) in own.iter().enumerate().filter(|(_, count)| **count > 0) {
                let first = match place as u8 {
                    BAR => BARS + player,
                    OFF => OFFS + player,
                    _ => SLOTS * (if player == 0 { place } else { 25 - place } - 1),
                };
                let room = if first < BARS { SLOTS } else { 1 };
                let shown = usize::from(count).min(room);
                for slot in 0..shown {
                    // The innermost man of a stack that does not fit tells the number of all.
                    let full = slot + 1 == shown && usize::from(count) > room;
                    men[first + slot] = Some(man(player).times(if full { count.into() } else { 1 }));
                }
            }
        }
        if let Phase::Move(high, low) = self.phase {
            for (i, die) in [high, low].into_iter().enumerate() {
                let face = Man::stone(die.to_string(), COLOURS[self.mover]).glyph(die.to_string()).form(Form::Die);
                men[DICE + i] = Some(face.label(format!("a die of the {} player", COLOURS[self.mover].name())));
            }
        }
        Picture { layout: layout.into(), men, notes: Vec::new() }
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

/// Men that are drawn on a point; of more, the number is written.
const SLOTS: usize = 5;
/// The places of the bar, of men borne off and of the dice, behind those of the points.
const BARS: usize = 24 * SLOTS;
const OFFS: usize = BARS + 2;
const DICE: usize = OFFS + 2;
/// The colours of both players' men.
const COLOURS: [Colour; 2] = [Colour::White, Colour::Black];

fn man(player: Player) -> Man {
    Man::stone(["X", "O"][player], COLOURS[player]).label(format!("{} man", COLOURS[player].name()))
}

/// The board: points 1 to 12 below from the right to the left, 13 to 24 above from the left to the right.
fn layout() -> Layout {
    let mut layout = Layout::default().with_colours(&COLOURS);
    let area = |corners: Vec<(f32, f32)>, shade| Area { corners, shade };
    layout.areas.push(area(vec![(-0.7, -0.7), (12.7, -0.7), (12.7, 11.7), (-0.7, 11.7)], Shade::Plain));
    layout.areas.push(area(vec![(5.55, -0.7), (6.45, -0.7), (6.45, 11.7), (5.55, 11.7)], Shade::Dark));
    for point in 1..=24 {
        let above = point > 12;
        let column = if above { point - 13 } else { 12 - point };
        let x = (column + usize::from(column > 5)) as f32;
        let (edge, inward) = if above { (0.0, 1.0) } else { (11.0, -1.0) };
        let shade = if point % 2 == 0 { Shade::Dark } else { Shade::Light };
        let (wide, tip) = (edge - 0.5 * inward, edge + 4.6 * inward);
        layout.areas.push(area(vec![(x - 0.5, wide), (x + 0.5, wide), (x, tip)], shade));
        for slot in 0..SLOTS {
            // Moves name the point, which is its outermost place.
            let name = if slot == 0 { point.to_string() } else { String::new() };
            layout.side(name, x, edge + slot as f32 * inward);
        }
        layout.label(point.to_string(), x, edge - 1.2 * inward);
    }
    layout.side("bar", 6.0, 7.5);
    layout.side("", 6.0, 3.5);
    layout.side("off", 13.5, 11.0);
    layout.side("", 13.5, 0.0);
    layout.side("", 8.5, 5.5);
    layout.side("", 9.7, 5.5);
    layout
}
