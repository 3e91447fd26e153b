//! Chess by the rules of the world federation, and Fischer's chess.

use super::chess::{Board, CHESS_BOARD, CHESS_START, Castling, Ending, Kind, Repetition, Rules, Verdict};
use crate::game::Exchange;
use crate::{Game, GameInfo, NotationError, Params, Position, game};

/// Chess. Mate wins; stalemate, threefold repetition, 100 half-moves without a capture or a pawn move (unless the last of them mates) and
/// material with which nobody can mate are draws. `rbg/chess` is the game of the papers, which draws after 50 half-moves.
///
/// Rules: FIDE Laws of Chess (2023), with the draws of articles 9.2 and 9.3 claimed whenever they can be. Positions are read in FEN, with
/// castling rights as in X-FEN or Shredder-FEN for any start of Fischer's chess; `after` precedes the moves since the last irreversible one.
#[derive(Params, Clone, Copy, Debug)]
struct Chess {
    /// The number of the start among the 960 of Fischer's chess, in Scharnagl's order; 518 is that of standard chess.
    #[param(default = 518, range = 0..=959)]
    start: u32,
    /// Half-moves without a capture or a pawn move that draw the game.
    #[param(default = 100, range = 1..=10_000)]
    draw_after: u32,
    /// Occurrences of a position that draw the game.
    #[param(default = 3, range = 2..=1_000)]
    repetitions: u32,
}

/// The number of the standard start.
const STANDARD: u32 = 518;

#[game("chess")]
impl Game for Chess {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        let start = CHESS_START.replace("RNBQKBNR", &officers(self.start)).replace("rnbqkbnr", &officers(self.start).to_lowercase());
        Box::new(Board::parse(*self, &start).expect("the start is a position"))
    }

    fn exchange(&self) -> Exchange {
        let variant = if self.start == STANDARD { "" } else { "Chess960" };
        Exchange::Pgn { variant: variant.to_owned(), fen: true }
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(*self, notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

/// White's first row in the start with a number: the bishops, the queen and the knights take squares in turn, king and rooks what is left.
fn officers(number: u32) -> String {
    const KNIGHTS: [[usize; 2]; 10] = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    let mut row = [None; 8];
    let mut rest = number as usize;
    let mut digit = |base: usize| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    row[2 * digit(4) + 1] = Some('B');
    row[2 * digit(4)] = Some('B');
    let free = |row: &[Option<char>; 8]| -> Vec<usize> { (0..8).filter(|&square| row[square].is_none()).collect() };
    row[free(&row)[digit(6)]] = Some('Q');
    let squares = free(&row);
    KNIGHTS[digit(10)].iter().for_each(|&place| row[squares[place]] = Some('N'));
    for (square, piece) in free(&row).into_iter().zip(['R', 'K', 'R']) {
        row[square] = Some(piece);
    }
    row.iter().flatten().collect()
}

impl Rules for Chess {
    type History = Repetition;
    const ATTACKS: &'static super::chess::attacks::Attacks = &CHESS_BOARD;
    const START: &'static str = CHESS_START;
    const KINDS: &'static [Kind] = &Kind::ALL;
    const PROMOTIONS: &'static [Kind] = &[Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop];
    const DOUBLE_STEP: bool = true;
    const CASTLING: Castling = Castling::Fischer;
    const ROYAL: bool = true;
    const KINGLESS: bool = false;
    const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];
}

impl Ending for Chess {
    fn verdict(&self, board: &Board<Self>) -> Option<Verdict> {
        let repeated = board.quiet_plies() >= 4 && board.occurrences() >= self.repetitions as usize;
        let quiet = board.quiet_plies() >= self.draw_after;
        // A position in which nobody can mate, or that occurred before, is no mate.
        (repeated || board.cannot_mate() || quiet && board.can_move()).then_some(Verdict::Draw)
    }

    fn stuck(&self, board: &Board<Self>) -> Option<Verdict> {
        let mover = board.mover();
        Some(if board.in_check(mover) { Verdict::Win(1 - mover) } else { Verdict::Draw })
    }
}

#[cfg(test)]
mod tests {
    use super::officers;
    use std::collections::BTreeSet;

    /// Numbers from the table of Reinhard Scharnagl, "Fischer-Random-Schach (FRC/Chess960)".
    #[test]
    fn starts_have_their_numbers() {
        for (number, row) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")] {
            assert_eq!(officers(number), row);
        }
        let all: BTreeSet<String> = (0..960).map(officers).collect();
        assert_eq!(all.len(), 960);
    }
}
