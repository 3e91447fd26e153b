//! A board as the position of a game.

use super::board::{PASS, Status};
use super::{Board, Ending, History, Kind, Verdict, playout, text};
use crate::{Move, Picture, Player, Playout, Position, Rng, Scratch, Squares, Turn, hash};

impl<R: Ending> Board<R> {
    /// The value of a player's pieces minus that of the opponent's.
    fn lead(&self, player: Player) -> i32 {
        let worth = |player| -> i32 {
            Kind::ALL.iter().map(|&kind| R::VALUES[kind as usize] * self.pieces(player, kind).count_ones() as i32).sum()
        };
        worth(player) - worth(1 - player)
    }
}

impl<R: Ending> Position for Board<R> {
    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(self.mover()) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.status {
            Status::Move => self.legal_moves(out),
            Status::Pass => out.push(PASS),
            Status::Over(_) => {}
        }
    }

    fn count_moves(&self, _list: &mut Vec<Move>) -> usize {
        match self.status {
            Status::Move => self.count_legal() as usize,
            Status::Pass => 1,
            Status::Over(_) => 0,
        }
    }

    fn apply(&mut self, m: Move) {
        self.play(m);
        self.settle();
    }

    fn score(&self, player: Player) -> f64 {
        match self.status {
            Status::Over(Verdict::Win(winner)) => f64::from(u8::from(winner == player)),
            _ => 0.5,
        }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
        playout::run(self, rng, cap, &mut scratch.moves)
    }

    fn key(&self) -> u64 {
        hash::key(&(self.kinds, self.sides[0], self.castling, self.passed, self.to_move, self.rules.counter(self)))
    }

    fn evaluate(&self, player: Player) -> Option<f64> {
        let lead = f64::from(self.lead(player));
        Some(0.5 + 0.5 * lead / (lead.abs() + 10.0))
    }

    fn notation(&self) -> String {
        text::fen(self) + &text::past(self)
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        submove.iter().for_each(|&m| text::write_coordinates(self, m, out));
    }

    fn picture(&self) -> Option<Picture> {
        Some(text::pictured(self))
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        text::men(self, out);
        true
    }

    /// The counters begin anew.
    fn unclaimed(&self) -> Option<Box<dyn Position>> {
        if !R::History::KEPT || self.status != Status::Over(Verdict::Draw) || !self.can_move() {
            return None;
        }
        let mut board = Board { quiet: 0, status: Status::Move, history: R::History::default(), ..*self };
        board.begin_history();
        Some(Box::new(board))
    }

    fn squares(&self) -> Option<&dyn Squares> {
        Some(self)
    }
}
