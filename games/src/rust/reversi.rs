//! Reversi on 8×8 with the starting position of Othello.

use super::disc_flips::{flips, legal};
use crate::picture::{Colour, Grid, Look, Man, grid};
use crate::playout::{Playout, Scratch};
use crate::{Game, GameInfo, Move, NotationError, Params, Picture, Player, Position, Rng, Turn, bits, fen, game, hash};

/// Reversi on 8×8 with the starting position of Othello. Black (X, player 0) begins. A player who cannot flip anything must pass, which
/// counts as a move. The game ends when neither player can flip, and the majority of discs wins.
#[derive(Params, Clone, Debug)]
struct Reversi;

#[game("reversi")]
impl Game for Reversi {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        let black = 1 << 28 | 1 << 35;
        let white = 1 << 27 | 1 << 36;
        Box::new(Board::new([black, white], 0))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

/// The four corners, whose discs cannot be flipped.
const CORNERS: u64 = 1 | 1 << 7 | 1 << 56 | 1 << 63;

/// The pass of a player who cannot flip anything.
const PASS: Move = Move(64);

/// Squares are numbered row by row from a1, the upper left; a move is the number of its square, or [`PASS`].
#[derive(Clone, Debug)]
struct Board {
    /// The discs of Black and of White.
    discs: [u64; 2],
    /// The squares on which the player to move flips something.
    legal: u64,
    to_move: u8,
    over: bool,
}

impl Board {
    fn new(discs: [u64; 2], to_move: u8) -> Board {
        let mut board = Board { discs, legal: 0, to_move, over: false };
        board.find_legal();
        board
    }

    /// Updates `legal` and `over` from the discs.
    #[inline(always)]
    fn find_legal(&mut self) {
        let me = usize::from(self.to_move & 1);
        self.legal = legal(self.discs[me], self.discs[1 - me]);
        self.over = self.legal == 0 && legal(self.discs[1 - me], self.discs[me]) == 0;
    }

    /// Places a disc on a square and flips what it encloses; `None` is a pass.
    #[inline(always)]
    fn play(&mut self, square: Option<u32>) {
        let me = usize::from(self.to_move & 1);
        if let Some(square) = square {
            let flipped = flips(self.discs[me], self.discs[1 - me], square);
            self.discs[me] |= flipped | 1 << (square & 63);
            self.discs[1 - me] &= !flipped;
        }
        self.to_move ^= 1;
        self.find_legal();
    }

    fn letter(&self, square: usize) -> Option<char> {
        match (self.discs[0] >> square & 1, self.discs[1] >> square & 1) {
            (1, _) => Some('X'),
            (_, 1) => Some('O'),
            _ => None,
        }
    }

    /// The 64 squares from a1 in rows, then the player to move, as in the FFO test positions.
    fn parse(text: &str) -> Result<Board, NotationError> {
        let wrong = |what: &str| {
            NotationError::new(format!(
                "`{text}` is not a reversi position: {what}; expected 64 squares from a1 row by row (`X`, `O` or `-`), a space, and `X` or `O` to move"
            ))
        };
        let (squares, mover) = text.split_once(' ').ok_or_else(|| wrong("there is no space in it"))?;
        let count = squares.chars().count();
        if count != 64 {
            return Err(wrong(&format!("there are {count} squares")));
        }
        let mut discs = [0, 0];
        for (square, c) in squares.chars().enumerate() {
            match c {
                'X' => discs[0] |= 1 << square,
                'O' => discs[1] |= 1 << square,
                '-' => {}
                _ => return Err(wrong(&format!("`{c}` is not a square"))),
            }
        }
        match mover {
            "X" => Ok(Board::new(discs, 0)),
            "O" => Ok(Board::new(discs, 1)),
            _ => Err(wrong(&format!("`{mover}` is not a player"))),
        }
    }
}

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        if self.over { Turn::Over } else { Turn::Player(usize::from(self.to_move)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.legal != 0 {
            out.extend(bits::ones(self.legal).map(|square| Move(u64::from(square))));
        } else if !self.over {
            out.push(PASS);
        }
    }

    fn count_moves(&self, _list: &mut Vec<Move>) -> usize {
        if self.over { 0 } else { self.legal.count_ones().max(1) as usize }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        self.play((m != PASS).then_some(m.0 as u32 & 63));
    }

    fn score(&self, player: Player) -> f64 {
        let own = self.discs[player].count_ones();
        let other = self.discs[1 - player].count_ones();
        match own.cmp(&other) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        let mut moves = 0;
        while !self.over && moves < cap {
            self.play((self.legal != 0).then(|| bits::pick(self.legal, rng)));
            moves += 1;
        }
        Playout::orthodox(moves, self.over)
    }

    fn key(&self) -> u64 {
        let [black, white] = self.discs;
        hash::key(&(black, white, self.to_move))
    }

    /// Based on the player's mobility against that of the other, each corner held counting as eight squares. The number of discs says
    /// little before the end.
    fn evaluate(&self, player: Player) -> Option<f64> {
        let worth = |own: u64, other: u64| f64::from(legal(own, other).count_ones() + 8 * (own & CORNERS).count_ones());
        let (own, other) = (self.discs[player], self.discs[1 - player]);
        let lead = worth(own, other) - worth(other, own);
        Some(0.5 + 0.5 * lead / (lead.abs() + 10.0))
    }

    fn notation(&self) -> String {
        let squares: String = (0..64).map(|square| self.letter(square).unwrap_or('-')).collect();
        format!("{squares} {}", ['X', 'O'][usize::from(self.to_move)])
    }

    /// `d3`, rows numbered from the top as in Othello, or `pass`.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for &m in submove {
            if m == PASS {
                out.push_str("pass");
            } else {
                fen::write_square((m.0 & 7) as usize, (m.0 >> 3) as usize, out);
            }
        }
    }

    fn picture(&self) -> Option<Picture> {
        let colours = [Colour::Black, Colour::White];
        let mut grid = Grid::from_top(Look::Squares, 8, 8);
        grid.layout().colours = colours.to_vec();
        Some(grid.picture(|column, row| {
            let letter = self.letter(8 * row + column)?;
            Some(Man::stone(letter, colours[usize::from(letter != 'X')]))
        }))
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        grid::lettered((8, 8), |column, row| self.letter(8 * row + column), out);
        true
    }
}
