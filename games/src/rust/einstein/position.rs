//! EinStein würfelt nicht as a position, and random play.

use super::board::{Board, LAYOUTS, Phase, permutation};
use crate::picture::{Colour, Form, Grid, Look, Man};
use crate::playout::{Playout, Scratch};
use crate::{Chance, Move, Picture, Player, Position, Rng, Turn, bits, fen, hash};

/// The first code of a roll: roll minus one is added. Moves are 32 × target + source and lie below.
const ROLL: u64 = 1_024;
/// The first code of a layout: the number of the permutation is added.
const LAYOUT: u64 = 2_048;

impl Board {
    /// The moves that a roll allows, as pairs of squares in a fixed buffer, and their number.
    #[inline(always)]
    fn steps(&self, roll: u8) -> ([(u8, u8); 6], usize) {
        let player = usize::from(self.to_move);
        let mut steps = [(0, 0); 6];
        let mut count = 0;
        for stone in bits::ones(u64::from(self.allowed(player, roll))) {
            let from = self.stones[player][stone as usize];
            for to in Board::targets(player, from) {
                steps[count] = (from, to);
                count += 1;
            }
        }
        (steps, count)
    }
}

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Layout | Phase::Roll => Turn::Chance,
            Phase::Move(_) => Turn::Player(usize::from(self.to_move)),
            Phase::Won(_) => Turn::Over,
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.phase {
            Phase::Layout => out.extend((0..LAYOUTS).map(|order| Move(LAYOUT + order))),
            Phase::Roll => out.extend((0..6).map(|roll| Move(ROLL + roll))),
            Phase::Move(roll) => {
                let (steps, count) = self.steps(roll);
                out.extend(steps[..count].iter().map(|&(from, to)| Move(u64::from(from) | u64::from(to) << 5)));
            }
            Phase::Won(_) => {}
        }
    }

    fn apply(&mut self, m: Move) {
        match m.0 {
            LAYOUT.. => self.place_layout(m.0 - LAYOUT),
            ROLL.. => self.phase = Phase::Move(((m.0 - ROLL) % 6) as u8),
            _ => self.step((m.0 & 31) as u8 % 25, (m.0 >> 5) as u8 % 25),
        }
    }

    fn score(&self, player: Player) -> f64 {
        f64::from(u8::from(self.phase == Phase::Won(player as u8)))
    }

    fn chance(&self) -> Option<&dyn Chance> {
        Some(self)
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        let mut moves = 0;
        loop {
            match self.phase {
                Phase::Won(_) => return Playout::orthodox(moves, true),
                Phase::Move(_) if moves == cap => return Playout::orthodox(moves, false),
                Phase::Layout => self.place_layout(rng.below(LAYOUTS as usize) as u64),
                Phase::Roll => self.phase = Phase::Move(rng.below(6) as u8),
                Phase::Move(roll) => {
                    let (steps, count) = self.steps(roll);
                    let (from, to) = steps[rng.below(count)];
                    self.step(from, to);
                    moves += 1;
                }
            }
        }
    }

    fn key(&self) -> u64 {
        hash::key(&(self.stones, self.to_move, self.phase))
    }

    fn notation(&self) -> String {
        Board::notation(self)
    }

    /// `a5-b4`, `a5xb4` if a stone is removed; a roll is `1` to `6`, a layout the stones in order, as in `213456`.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        let square = |square: u8, out: &mut String| {
            out.push(fen::column_letter(usize::from(square % 5)));
            out.push(char::from(b'5' - square / 5));
        };
        for m in submove {
            match m.0 {
                LAYOUT.. => out.extend(permutation(m.0 - LAYOUT).map(|stone| char::from(b'1' + stone))),
                ROLL.. => out.push(char::from(b'1' + ((m.0 - ROLL) % 6) as u8)),
                _ => {
                    let (from, to) = ((m.0 & 31) as u8 % 25, (m.0 >> 5) as u8 % 25);
                    square(from, out);
                    out.push(if self.at(to).is_some() { 'x' } else { '-' });
                    square(to, out);
                }
            }
        }
    }

    fn picture(&self) -> Option<Picture> {
        let colours = [Colour::Red, Colour::Blue];
        let mut grid = Grid::new(Look::Squares, 5, 5);
        grid.layout().colours = colours.to_vec();
        let mut picture = grid.picture(|column, row| {
            let (player, stone) = self.at((5 * row + column) as u8)?;
            let man = Man::stone(self.letter(column, row)?, colours[player]).glyph((stone + 1).to_string());
            Some(man.label(format!("{} stone {}", colours[player].name(), stone + 1)))
        });
        let die = |roll: u8| Man::stone(format!("roll {}", roll + 1), Colour::White).glyph((roll + 1).to_string()).form(Form::Die);
        picture.put_aside("", (5.3, 2.0), if let Phase::Move(roll) = self.phase { Some(die(roll).label("the roll")) } else { None });
        Some(picture)
    }
}

impl Chance for Board {
    fn probability(&self, _outcome: Move) -> f64 {
        if self.phase == Phase::Layout { 1.0 / LAYOUTS as f64 } else { 1.0 / 6.0 }
    }

    fn sample(&self, rng: &mut Rng, _moves: &mut Vec<Move>) -> Move {
        match self.phase {
            Phase::Layout => Move(LAYOUT + rng.below(LAYOUTS as usize) as u64),
            _ => Move(ROLL + rng.below(6) as u64),
        }
    }
}
