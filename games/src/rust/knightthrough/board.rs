//! The board: knights as sets of squares, their leaps, the end of the game, and the notation.

use super::super::stone_board::StoneBoard;
use super::BlockRule;
use crate::{NotationError, Player};

/// The number of directions in which a knight can leap forward.
pub(super) const LEAPS: usize = 4;

/// White's leaps in columns and rows; Black's are turned by half a turn.
const OFFSETS: [(i32, u32); LEAPS] = [(-1, 2), (1, 2), (-2, 1), (2, 1)];

/// Constants derived from the parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) blocked: BlockRule,
    /// For White and Black, the squares from which each leap stays on the board.
    pub(super) sources: [[u64; LEAPS]; 2],
    /// The difference of square numbers of White's leaps; Black's are its negatives.
    pub(super) steps: [u32; LEAPS],
    /// The goal rows of White and Black.
    pub(super) goals: [u64; 2],
}

impl Shape {
    pub(super) fn new(width: u32, height: u32, blocked: BlockRule) -> Shape {
        let first_row = (1 << width) - 1;
        let mut shape = Shape {
            width,
            height,
            blocked,
            sources: [[0; LEAPS]; 2],
            steps: OFFSETS.map(|(columns, rows)| (rows * width).wrapping_add_signed(columns)),
            goals: [first_row << ((height - 1) * width), first_row],
        };
        for square in 0..width * height {
            for (leap, (columns, rows)) in OFFSETS.into_iter().enumerate() {
                if square / width + rows < height && (0..width as i32).contains(&((square % width) as i32 + columns)) {
                    shape.sources[0][leap] |= 1 << square;
                    shape.sources[1][leap] |= 1 << (width * height - 1 - square);
                }
            }
        }
        shape
    }
}

/// Squares are numbered row by row from a1, the lower left.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) shape: Shape,
    pub(super) knights: [u64; 2],
    pub(super) to_move: u8,
}

impl Board {
    pub(super) fn start(shape: Shape) -> Board {
        let camp = (1 << (2 * shape.width)) - 1;
        Board { shape, knights: [camp, camp << ((shape.height - 2) * shape.width)], to_move: 0 }
    }

    /// The targets of one leap of a player's knights.
    #[inline(always)]
    pub(super) fn targets(&self, player: Player, leap: usize) -> u64 {
        let own = self.knights[player];
        let (leaping, step) = (own & self.shape.sources[player][leap], self.shape.steps[leap]);
        (if player == 0 { leaping << step } else { leaping >> step }) & !own
    }

    #[inline(always)]
    fn can_move(&self, player: Player) -> bool {
        (0..LEAPS).any(|leap| self.targets(player, leap) != 0)
    }

    #[inline(always)]
    fn has_arrived(&self, player: Player) -> bool {
        self.knights[player] & self.shape.goals[player] != 0
    }

    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        let me = usize::from(self.to_move);
        let stuck = || !self.can_move(me) && (self.shape.blocked == BlockRule::Loss || !self.can_move(1 - me));
        self.has_arrived(0) || self.has_arrived(1) || stuck()
    }

    /// The winner of a finished game.
    pub(super) fn winner(&self) -> Option<Player> {
        match self.shape.blocked {
            _ if self.has_arrived(0) => Some(0),
            _ if self.has_arrived(1) => Some(1),
            BlockRule::Pass => None,
            BlockRule::Loss => Some(usize::from(1 - self.to_move)),
        }
    }

    pub(super) fn stone_board(&self) -> StoneBoard {
        let Shape { width, height, .. } = self.shape;
        StoneBoard { size: (width, height), stride: width, letters: ['N', 'n'] }
    }

    /// The board as in FEN, `N` for White and `n` for Black, then the player to move: `nn/nn/2/NN/NN w`.
    pub(super) fn parse(shape: Shape, text: &str) -> Result<Board, NotationError> {
        let mut board = Board { shape, knights: [0, 0], to_move: 0 };
        let Some((rows, mover)) = text.split_once(' ') else {
            return Err(NotationError::new(format!(
                "`{text}` is not a knightthrough position: expected {} rows of {} squares and the player to move, as in `nn/nn/2/NN/NN w`",
                shape.height, shape.width
            )));
        };
        board.knights = board.stone_board().parse(rows)?;
        if board.knights == [0, 0] {
            return Err(NotationError::new(format!("there is no knight on the board `{rows}`, expected at least one")));
        }
        if board.has_arrived(0) && board.has_arrived(1) {
            return Err(NotationError::new(format!("both players have won in `{rows}`, expected at most one winner")));
        }
        board.to_move = match mover {
            "w" => 0,
            "b" => 1,
            _ => return Err(NotationError::new(format!("`{mover}` in `{text}` is not a player to move, expected `w` or `b`"))),
        };
        Ok(board)
    }
}
