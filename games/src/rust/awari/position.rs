//! The position of awari and its notation.

use super::Ending;
use super::board::{Board, PASS, Rules};
use super::playout;
use super::sowing::{PITS, SEEDS};
use crate::picture::{Colour, Form, Layout, Man, Place, Shade, Shape};
use crate::playout::{Playout, Scratch};
use crate::{Move, NotationError, Picture, Player, Position, Rng, Turn, hash};
use std::cmp::Ordering;

/// The players' letters in the notation.
const LETTERS: [&str; 2] = ["s", "n"];

/// The colours of the seeds captured by South and North.
const COLOURS: [Colour; 2] = [Colour::Red, Colour::Blue];

impl Board {
    /// The pits of South and of North in the order of sowing, the seeds captured by each, the player to move, the number of consecutive
    /// passes, and the number of moves made: `4-4-4-4-4-4 4-4-4-4-4-4 0-0 s 0 0`.
    pub(super) fn parse(rules: Rules, text: &str) -> Result<Board, NotationError> {
        let wrong = |what: &str| {
            NotationError::new(format!(
                "`{text}` is not an awari position: {what}; expected pits, captures, player, passes and moves as in `4-4-4-4-4-4 4-4-4-4-4-4 0-0 s 0 0`"
            ))
        };
        let fields: Vec<&str> = text.split(' ').collect();
        let [south, north, captured, mover, passes, moves] =
            fields[..].try_into().map_err(|_| wrong(&format!("it has {} fields", fields.len())))?;
        let number = |field: &str| field.parse::<u32>().map_err(|_| wrong(&format!("`{field}` is not a number")));
        let numbers = |field: &str| -> Result<Vec<u32>, NotationError> {
            let numbers = field.split('-').map(number).collect::<Result<Vec<u32>, _>>()?;
            let fit = numbers.iter().all(|&seeds| seeds <= SEEDS);
            fit.then_some(numbers).ok_or_else(|| wrong(&format!("there are more than {SEEDS} seeds in `{field}`")))
        };
        let row = |field: &str| {
            let pits: [u32; PITS as usize] =
                numbers(field)?.try_into().map_err(|_| wrong(&format!("`{field}` does not have {PITS} pits")))?;
            Ok(pits.iter().rev().fold(0, |row, &seeds| row << 8 | u64::from(seeds)))
        };
        let captured = numbers(captured)?.try_into().map_err(|_| wrong("two players capture"))?;
        let to_move = LETTERS.iter().position(|&letter| letter == mover);
        let to_move = to_move.ok_or_else(|| wrong(&format!("`{mover}` is not a player")))? as u8;
        let passes = match passes {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => return Err(wrong(&format!("`{passes}` is not a number of passes in a row"))),
        };
        let mut board = Board { rules, rows: [row(south)?, row(north)?], captured, to_move, passes, moves: number(moves)? };
        board.check().map_err(|what| wrong(&what))?;
        board.settle();
        Ok(board)
    }

    /// Says what makes the board impossible, if anything.
    fn check(&self) -> Result<(), String> {
        // Pit by pit, because a sum in bytes could overflow.
        let pits: u32 = self.pits(0).chain(self.pits(1)).sum();
        let seeds = pits + self.captured[0] + self.captured[1];
        if seeds != SEEDS {
            return Err(format!("there are {seeds} seeds, not {SEEDS}"));
        }
        let limit = self.rules.max_moves;
        if self.moves > limit {
            return Err(format!("{} moves were made, and {limit} is the limit", self.moves));
        }
        if u32::from(self.passes) > self.moves {
            return Err(format!("{} passes, but {} moves", self.passes, self.moves));
        }
        if self.passes > 0 && (self.rules.ending == Ending::Oware || self.is_decided()) {
            return Err("no player can have passed here".to_owned());
        }
        // Passes leave the board unchanged, so the player who passed still cannot move.
        let passed = [1 - self.mover(), self.mover()];
        if passed[..usize::from(self.passes)].iter().any(|&player| self.legal(player).next().is_some()) {
            return Err("a player passed who could have moved".to_owned());
        }
        Ok(())
    }

    /// The seeds in the pits of a player in the order of sowing.
    fn pits(&self, player: Player) -> impl DoubleEndedIterator<Item = u32> {
        let row = self.rows[player];
        (0..PITS).map(move |pit| (row >> (8 * pit) & 0xff) as u32)
    }
}

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(self.mover()) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_over() {
            return;
        }
        let first = self.mover() as u32 * PITS;
        out.extend(self.legal(self.mover()).map(|pit| Move(u64::from(first + pit))));
        if out.is_empty() {
            out.push(PASS);
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        self.play(m);
    }

    fn score(&self, player: Player) -> f64 {
        let [own, other] = [self.captured[player], self.captured[1 - player]];
        match own.cmp(&other) {
            Ordering::Greater if self.is_decided() => 1.0,
            Ordering::Less if self.is_decided() => 0.0,
            _ => 0.5,
        }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
        playout::run(self, rng, cap, scratch)
    }

    /// The rows, the seeds captured by South (which determine North's), the passes and the player to move. The number of moves is left out:
    /// it only brings a draw nearer.
    fn key(&self) -> u64 {
        hash::key(&[self.rows[0], self.rows[1], u64::from(self.captured[0] << 3) | u64::from(self.passes << 1 | self.to_move)])
    }

    /// Based on the difference of captured seeds.
    fn evaluate(&self, player: Player) -> Option<f64> {
        let lead = f64::from(self.captured[player]) - f64::from(self.captured[1 - player]);
        Some(0.5 + 0.5 * lead / (lead.abs() + 10.0))
    }

    fn notation(&self) -> String {
        let row = |player| self.pits(player).map(|seeds| seeds.to_string()).collect::<Vec<_>>().join("-");
        let [south, north] = self.captured;
        format!("{} {} {south}-{north} {} {} {}", row(0), row(1), LETTERS[self.mover()], self.passes, self.moves)
    }

    /// `a` to `f` for the pits of South in the order of sowing, `A` to `F` for those of North, or `pass`.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for &m in submove {
            match m.0 {
                pit @ 0..6 => out.push(char::from(b'a' + pit as u8)),
                pit @ 6..12 => out.push(char::from(b'A' + (pit - 6) as u8)),
                _ => out.push_str("pass"),
            }
        }
    }

    fn picture(&self) -> Option<Picture> {
        let mut layout = Layout::default().with_colours(&COLOURS);
        let pit = |name: String, x: f32, y: f32| Place { name, x, y, shape: Shape::Pit, shade: Shade::Plain };
        for player in 0..2 {
            for i in 0..PITS as u8 {
                let name = char::from([b'a', b'A'][player] + i);
                let x = f32::from(if player == 0 { i } else { PITS as u8 - 1 - i });
                layout.places.push(pit(name.into(), x, 1.0 - player as f32));
                layout.label(name, x, [2.0, -1.0][player]);
            }
            layout.side("", [6.5, -1.5][player], 0.5 + 0.5 * (0.5 - player as f32));
        }
        let seeds = |colour, count: u32| Man::stone(count.to_string(), colour).glyph(count.to_string()).form(Form::Text);
        let men = (0..2).flat_map(|player| {
            let pits = self.pits(player).map(|count| (count > 0).then(|| seeds(Colour::Grey, count).label(format!("{count} seeds"))));
            let won = self.captured[player];
            pits.chain([(won > 0).then(|| seeds(COLOURS[player], won).label(format!("{won} seeds captured")))]).collect::<Vec<_>>()
        });
        let men = men.collect();
        Some(Picture { layout: layout.into(), men, notes: Vec::new() })
    }
}
