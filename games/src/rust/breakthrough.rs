//! Breakthrough (Dan Troyka, 2000): stones step forward, straight or diagonally, capture diagonally, and race for the far row.

mod playout;

use super::stone_board::{self, StoneBoard};
use crate::params::ParamError;
use crate::picture::{Colour, Look, Man};
use crate::playout::{Playout, Scratch};
use crate::{Game, GameInfo, Move, NotationError, Params, Picture, Player, Position, Rng, Turn, bits, game, hash};

/// Breakthrough: White (player 0) and Black step forward, capture diagonally, and win by reaching the far row or by capturing
/// everything. A player always has a move.
#[derive(Params, Clone, Debug)]
struct Breakthrough {
    /// Number of columns; width × height may not exceed 64.
    #[param(default = 8, range = 2..=16)]
    width: u32,
    /// Number of rows, of which each player fills two; width × height may not exceed 64.
    #[param(default = 8, range = 4..=32)]
    height: u32,
}

#[game("breakthrough")]
impl Game for Breakthrough {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn check(&self) -> Result<(), ParamError> {
        let Breakthrough { width, height } = self;
        if width * height > 64 {
            return Err(ParamError::rule("", format!("`width` × `height` must be at most 64, not {width} × {height}")));
        }
        Ok(())
    }

    fn start(&self) -> Box<dyn Position> {
        let shape = Shape::new(self.width, self.height);
        let camp = (1 << (2 * self.width)) - 1;
        Box::new(Board { shape, stones: [camp, camp << ((self.height - 2) * self.width)], to_move: 0 })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(Shape::new(self.width, self.height), notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

/// Constants that depend on the size of the board.
#[derive(Clone, Copy, Debug)]
struct Shape {
    width: u32,
    height: u32,
    /// All squares.
    squares: u64,
    /// The squares from which a stone can step left, straight on and right (as White sees it).
    sources: [u64; 3],
    /// The goal rows of White and Black.
    goals: [u64; 2],
}

impl Shape {
    fn new(width: u32, height: u32) -> Shape {
        let squares = u64::MAX >> (64 - width * height);
        let first_row = (1 << width) - 1;
        let first_column = (0..height).fold(0, |set, row| set | 1 << (row * width));
        let last_column = first_column << (width - 1);
        let sources = [squares & !first_column, squares, squares & !last_column];
        Shape { width, height, squares, sources, goals: [first_row << ((height - 1) * width), first_row] }
    }

    /// The difference of square numbers of White's step to the left, straight on and to the right; Black's steps right, straight on and
    /// left are its negatives.
    #[inline(always)]
    fn step(&self, direction: usize) -> u32 {
        self.width - 1 + direction as u32
    }
}

/// Squares are numbered row by row from a1, the lower left. A move is its source plus 64 × its target.
#[derive(Clone, Debug)]
struct Board {
    shape: Shape,
    stones: [u64; 2],
    to_move: u8,
}

impl Board {
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.winner().is_some()
    }

    #[inline(always)]
    fn winner(&self) -> Option<Player> {
        let [white, black] = self.stones;
        if white & self.shape.goals[0] != 0 || black == 0 {
            Some(0)
        } else if black & self.shape.goals[1] != 0 || white == 0 {
            Some(1)
        } else {
            None
        }
    }

    fn stone_board(&self) -> StoneBoard {
        let Shape { width, height, .. } = self.shape;
        StoneBoard { size: (width, height), stride: width, letters: ['P', 'p'] }
    }

    /// The board as in FEN, `P` for White and `p` for Black, then the player to move: `pp/pp/2/PP/PP w`.
    fn parse(shape: Shape, text: &str) -> Result<Board, NotationError> {
        let mut board = Board { shape, stones: [0, 0], to_move: 0 };
        let Some((rows, mover)) = text.split_once(' ') else {
            return Err(NotationError::new(format!(
                "`{text}` is not a breakthrough position: expected {} rows of {} squares and the player to move, as in `pp/pp/2/PP/PP w`",
                shape.height, shape.width
            )));
        };
        board.stones = board.stone_board().parse(rows)?;
        let [white, black] = board.stones;
        if white == 0 && black == 0 {
            return Err(NotationError::new(format!("there is no stone on the board `{rows}`, expected at least one")));
        }
        if (white & shape.goals[0] != 0 || black == 0) && (black & shape.goals[1] != 0 || white == 0) {
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

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(usize::from(self.to_move)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_over() {
            return;
        }
        let me = usize::from(self.to_move);
        let (own, other) = (self.stones[me], self.stones[1 - me]);
        for direction in 0..3 {
            let step = self.shape.step(direction);
            let blocked = if direction == 1 { own | other } else { own };
            if me == 0 {
                let targets = (own & self.shape.sources[direction]) << step & self.shape.squares & !blocked;
                out.extend(bits::ones(targets).map(|target| Move(u64::from((target - step) | (target << 6)))));
            } else {
                // Black's step by the same distance down goes to the other side.
                let targets = (own & self.shape.sources[2 - direction]) >> step & !blocked;
                out.extend(bits::ones(targets).map(|target| Move(u64::from((target + step) | (target << 6)))));
            }
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        let me = usize::from(self.to_move);
        let (from, to) = (1u64 << (m.0 & 63), 1u64 << (m.0 >> 6 & 63));
        self.stones[me] = self.stones[me] & !from | to;
        self.stones[1 - me] &= !to;
        self.to_move ^= 1;
    }

    fn score(&self, player: Player) -> f64 {
        f64::from(u8::from(self.winner() == Some(player)))
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        playout::run(self, rng, cap)
    }

    fn key(&self) -> u64 {
        let [white, black] = self.stones;
        hash::key(&(white, black, self.to_move))
    }

    fn evaluate(&self, player: Player) -> Option<f64> {
        Some(stone_board::estimate(self.stones, player))
    }

    fn notation(&self) -> String {
        format!("{} {}", self.stone_board().write(self.stones), ['w', 'b'][usize::from(self.to_move)])
    }

    /// `a2-a3` for a step, `a2xb3` for a capture.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for &m in submove {
            self.stone_board().write_move(m, self.stones[usize::from(1 - self.to_move)], out);
        }
    }

    fn picture(&self) -> Option<Picture> {
        let pawns = [Colour::White, Colour::Black].map(|colour| Man::chessman('P', colour));
        Some(self.stone_board().picture(self.stones, Look::Chequered, pawns))
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        self.stone_board().men(self.stones, out);
        true
    }
}
