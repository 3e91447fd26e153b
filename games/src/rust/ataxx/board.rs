//! The board: pieces as sets of squares, the counters, the end of the game, and the notation.

use super::super::stone_board::StoneBoard;
use super::Clones;
use super::directions::{FAR, NEAR};
use crate::{NotationError, Player};

/// Constants derived from the parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    size: u32,
    pub(super) clones: Clones,
    quiet_moves: u16,
    max_moves: u32,
    /// All squares.
    squares: u64,
}

impl Rules {
    pub(super) fn new(size: u32, clones: Clones, quiet_moves: u16, max_moves: u32) -> Rules {
        let row = (1 << size) - 1;
        let squares = (0..size).fold(0, |set, rank| set | row << (8 * rank));
        Rules { size, clones, quiet_moves, max_moves, squares }
    }
}

/// Squares are numbered from a1, the lower left, with 8 from one row to the next on boards of every size.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) rules: Rules,
    /// The pieces of X and of O.
    pub(super) pieces: [u64; 2],
    /// Consecutive moves that were not clones. No rule distinguishes numbers beyond 16 bits.
    pub(super) quiet: u16,
    /// Moves since the start, passes included. X makes the even ones.
    pub(super) moves: u32,
}

impl Board {
    pub(super) fn start(rules: Rules) -> Board {
        let far = rules.size - 1;
        let pieces = [1 << (8 * far) | 1 << far, 1 | 1 << (9 * far)];
        Board { rules, pieces, quiet: 0, moves: 0 }
    }

    #[inline(always)]
    pub(super) fn mover(&self) -> Player {
        (self.moves & 1) as Player
    }

    #[inline(always)]
    pub(super) fn empty(&self) -> u64 {
        self.rules.squares & !(self.pieces[0] | self.pieces[1])
    }

    /// Whether the game is over because a player has no pieces or the board is full.
    #[inline(always)]
    fn is_decided(&self) -> bool {
        self.pieces[0] == 0 || self.pieces[1] == 0 || self.empty() == 0
    }

    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        let counted_out = self.moves >= self.rules.max_moves || self.rules.quiet_moves != 0 && self.quiet >= self.rules.quiet_moves;
        counted_out || self.is_decided()
    }

    /// The winner of a finished game.
    pub(super) fn winner(&self) -> Option<Player> {
        let [x, o] = self.pieces.map(u64::count_ones);
        (self.is_decided() && x != o).then_some(usize::from(x < o))
    }

    /// Clones or jumps to an empty square and flips the enemy pieces around it.
    #[inline(always)]
    pub(super) fn step(&mut self, from: usize, to: usize) {
        let me = self.mover();
        let jumps = FAR[from & 63] >> (to & 63) & 1;
        let turned = NEAR[to & 63] & self.pieces[1 - me];
        // Only a jump leaves its origin.
        self.pieces[me] = (self.pieces[me] & !(jumps << (from & 63))) | turned | 1 << (to & 63);
        self.pieces[1 - me] ^= turned;
        self.quiet = self.quiet.saturating_add(1) * jumps as u16;
        self.moves += 1;
    }

    #[inline(always)]
    pub(super) fn pass(&mut self) {
        self.quiet = self.quiet.saturating_add(1);
        self.moves += 1;
    }

    pub(super) fn stone_board(&self) -> StoneBoard {
        StoneBoard { size: (self.rules.size, self.rules.size), stride: 8, letters: ['x', 'o'] }
    }

    /// The usual FEN of ataxx: the board, the player to move, the number of consecutive moves without a clone, and the number of the turn,
    /// which starts at 1 and grows after each move of O.
    pub(super) fn parse(rules: Rules, text: &str) -> Result<Board, NotationError> {
        let wrong = |what: String| NotationError::new(format!("`{text}` is not an ataxx position: {what}"));
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, mover, quiet, turn] = fields[..] else {
            return Err(wrong("expected board, player to move, quiet moves and turn, as in `x5o/7/7/7/7/7/o5x x 0 1`".to_owned()));
        };
        let mover = match mover {
            "x" => 0,
            "o" => 1,
            _ => return Err(wrong(format!("`{mover}` is not a player to move, expected `x` or `o`"))),
        };
        let before = |turn: u32| turn.checked_sub(1)?.checked_mul(2)?.checked_add(mover);
        let moves = turn.parse().ok().and_then(before).filter(|&moves| moves <= rules.max_moves).ok_or_else(|| {
            wrong(format!("`{turn}` is not a turn of this player, expected one from 1 that `max-moves` = {} allows", rules.max_moves))
        })?;
        let quiet = quiet.parse().map_err(|_| wrong(format!("`{quiet}` is not a number of quiet moves, expected 0 to 65535")))?;
        let mut board = Board { rules, pieces: [0, 0], quiet, moves };
        board.pieces = board.stone_board().parse(rows)?;
        if board.pieces == [0, 0] {
            return Err(wrong("there is no piece on the board, expected at least one".to_owned()));
        }
        Ok(board)
    }
}
