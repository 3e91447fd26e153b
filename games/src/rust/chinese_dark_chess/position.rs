//! Dark chess as a position.

use super::board::{Board, NO_SQUARE, Status};
use super::moves::{OUTCOME, decode};
use super::pieces::{PIECES, letter};
use crate::playout::{Playout, Scratch};
use crate::{Captures, Chance, HiddenSetup, Move, MoveGroups, Picture, Player, Position, Rng, Turn, bits, hash};

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        match self.status {
            Status::Open if self.pending != NO_SQUARE => Turn::Chance,
            Status::Open => Turn::Player(self.mover),
            Status::Won(_) | Status::Drawn => Turn::Over,
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.status == Status::Open {
            self.push_moves(out);
        }
    }

    fn apply(&mut self, m: Move) {
        if m.0 >= OUTCOME {
            self.turn_over((m.0 - OUTCOME) as u8);
        } else {
            let (from, to) = decode(m);
            if from == to {
                self.pending = from;
                return;
            }
            self.step(from, to);
        }
        self.settle();
    }

    fn score(&self, player: Player) -> f64 {
        match self.status {
            Status::Won(winner) => f64::from(u8::from(winner == player)),
            Status::Drawn | Status::Open => 0.5,
        }
    }

    fn chance(&self) -> Option<&dyn Chance> {
        Some(self)
    }

    fn hidden(&self) -> Option<&dyn HiddenSetup> {
        Some(self)
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        self.random_play(rng, cap, false)
    }

    fn groups(&self) -> Option<&dyn MoveGroups> {
        Some(self)
    }

    fn captures(&mut self) -> Option<&mut dyn Captures> {
        Some(self)
    }

    /// The number of quiet moves and the past positions are left out.
    fn key(&self) -> u64 {
        hash::key(&(self.key_of_placement(), self.status != Status::Open))
    }

    /// Based on material, including that of face-down pieces, which both players know to be there.
    fn evaluate(&self, player: Player) -> Option<f64> {
        let Some(own) = self.colour_of(player) else { return Some(0.5) };
        let lead = f64::from(self.material[own]) - f64::from(self.material[1 - own]);
        Some(0.5 + 0.49 * lead / f64::from(self.rules.set.worth()))
    }

    fn notation(&self) -> String {
        Board::notation(self)
    }

    /// `a1-a2`, `a1xa2` for a capture, `a1?` for a reveal; an outcome of chance is the piece's letter, upper case for red.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for m in submove {
            if m.0 >= OUTCOME {
                out.push(letter((m.0 - OUTCOME) as u8 % PIECES as u8));
                continue;
            }
            let (from, to) = decode(*m);
            self.write_step(from, to, out);
        }
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.pictured())
    }
}

impl HiddenSetup for Board {
    /// The piece under every square, by its number; meaningless where no piece lies face down.
    fn deal(&self, rng: &mut Rng, deal: &mut Vec<Move>) {
        let mut pieces: Vec<u8> = (0..PIECES as u8).flat_map(|piece| vec![piece; usize::from(self.unseen[usize::from(piece)])]).collect();
        deal.clear();
        deal.resize(32, Move::default());
        for square in bits::ones(u64::from(self.dark)) {
            let piece = pieces.swap_remove(rng.below(pieces.len()));
            deal[square as usize] = Move(OUTCOME + u64::from(piece));
        }
    }

    fn dealt(&self, deal: &[Move]) -> Option<Move> {
        deal.get(usize::from(self.pending)).copied()
    }
}

impl Captures for Board {
    fn capturing_moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.status == Status::Open && self.pending == NO_SQUARE {
            self.push_captures(out);
        }
    }

    fn playout_captures_first(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        self.random_play(rng, cap, true)
    }

    fn postpone_draw(&mut self, plies: u32) {
        self.rules.draw_after = self.rules.draw_after.max(u16::try_from(plies).unwrap_or(u16::MAX));
    }
}

impl MoveGroups for Board {
    /// 1 for a reveal, 0 for other moves.
    fn group(&self, m: Move) -> u32 {
        let (from, to) = decode(m);
        u32::from(from == to)
    }
}

impl Chance for Board {
    fn probability(&self, outcome: Move) -> f64 {
        let count = self.unseen[(outcome.0 - OUTCOME) as usize % PIECES];
        f64::from(count) / f64::from(self.dark.count_ones())
    }

    fn sample(&self, rng: &mut Rng, _moves: &mut Vec<Move>) -> Move {
        Move(OUTCOME + u64::from(self.draw_piece(rng)))
    }

    fn is_ahead(&self) -> bool {
        self.dark != 0
    }
}
