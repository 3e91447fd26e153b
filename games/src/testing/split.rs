//! Stride: a two-player game on a strip of eight squares, small enough to be solved, in two views.
//!
//! Each player has two stones, White's (player 0) on a and b going up, Black's on f and h going down; of White's four first moves only
//! `b-c` wins. A whole move picks a stone, then a gait, then a square to land on:
//!
//! * a *walk* goes one or two squares forward over empty ones;
//! * a *leap* goes over the next square, which must be occupied by either player, onto the one behind it or the one after that, and
//!   removes an enemy stone there; own stones cannot be landed on.
//!
//! A player who cannot move has lost. Every stone may be picked and every gait named, so there are dead ends at both depths, and in the
//! split view a lost position that still has stones does not know that it is over: all its ways are dead ends.

use crate::fen;
use crate::game::{Game, GameInfo, ORTHODOX};
use crate::moves::Move;
use crate::notation::NotationError;
use crate::params::ParamError;
use crate::position::{Player, Position, Turn};
use std::sync::Arc;

/// The name of the split view.
const PARTS: &str = "Parts";

/// The game Stride under one of two views; not registered.
///
/// Positions are written as the squares from a to h (`w`, `b` or a number of empty ones), the mover, and, inside a move, the
/// stone picked and the gait: `ww3b1b w`, `ww3b1b w b`, `ww3b1b w b-`. A whole move is written `b-d` (walk) or `a^c` (leap) in
/// both views.
#[derive(Clone, Copy, Debug)]
pub struct SplitGame {
    split: bool,
}

impl SplitGame {
    /// The view in which a semimove is a whole move.
    pub const fn orthodox() -> SplitGame {
        SplitGame { split: false }
    }

    /// The view `Parts`, in which a whole move is three semimoves: the stone, the gait, the square.
    pub const fn split() -> SplitGame {
        SplitGame { split: true }
    }
}

impl Game for SplitGame {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        let squares = [Some(0), Some(0), None, None, None, Some(1), None, Some(1)];
        Box::new(Stride { squares, to_move: 0, stage: Stage::Nodal, split: self.split })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Stride::parse(notation, self.split).map(|stride| -> Box<dyn Position> { Box::new(stride) })
    }

    fn splits(&self) -> Vec<String> {
        vec![ORTHODOX.to_owned(), PARTS.to_owned()]
    }

    fn split(&self) -> &str {
        if self.split { PARTS } else { ORTHODOX }
    }

    fn view(&self, split: &str) -> Result<Arc<dyn Game>, ParamError> {
        Ok(Arc::new(SplitGame { split: split == PARTS }))
    }
}

/// The number of squares of the strip.
const LENGTH: usize = 8;

/// How a stone moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MoveKind {
    Walk,
    Leap,
}

impl MoveKind {
    const ALL: [MoveKind; 2] = [MoveKind::Walk, MoveKind::Leap];

    fn sign(self) -> char {
        match self {
            MoveKind::Walk => '-',
            MoveKind::Leap => '^',
        }
    }
}

/// How much of a whole move has been made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Nodal,
    Picked(usize),
    Named(usize, MoveKind),
}

/// The bits of a move: a stone is its square, then come the gaits, the squares to land on, and the whole moves.
const GAITS: u64 = 8;
const LANDINGS: u64 = 16;
const WHOLES: u64 = 64;

#[derive(Clone, Debug)]
struct Stride {
    squares: [Option<Player>; LENGTH],
    to_move: Player,
    stage: Stage,
    split: bool,
}

impl Stride {
    fn stones(&self) -> impl Iterator<Item = usize> {
        (0..LENGTH).filter(|&square| self.squares[square] == Some(self.to_move))
    }

    /// The squares on which a stone can land with this gait.
    fn landings(&self, from: usize, gait: MoveKind) -> Vec<usize> {
        let ahead = |steps: usize| {
            let square = if self.to_move == 0 { from + steps } else { from.wrapping_sub(steps) };
            (square < LENGTH).then_some(square)
        };
        let empty = |steps: usize| ahead(steps).is_some_and(|square| self.squares[square].is_none());
        match gait {
            MoveKind::Walk => (1..=2).take_while(|&steps| empty(steps)).filter_map(ahead).collect(),
            MoveKind::Leap if ahead(1).is_none() || empty(1) => Vec::new(),
            MoveKind::Leap => (2..=3).filter_map(ahead).filter(|&square| self.squares[square] != Some(self.to_move)).collect(),
        }
    }

    fn wholes(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in self.stones() {
            for gait in MoveKind::ALL {
                let landings = self.landings(from, gait);
                moves.extend(landings.into_iter().map(|to| Move(WHOLES + (gait as usize * 64 + from * 8 + to) as u64)));
            }
        }
        moves
    }

    fn land(&mut self, from: usize, to: usize) {
        self.squares[to] = self.squares[from].take();
        self.to_move = 1 - self.to_move;
        self.stage = Stage::Nodal;
    }

    fn parse(text: &str, split: bool) -> Result<Stride, NotationError> {
        let wrong =
            || NotationError::new(format!("`{text}` is not a stride position: expected one as `ww3b1b w`, `ww3b1b w b` or `ww3b1b w b-`"));
        let parts: Vec<&str> = text.split(' ').collect();
        if !(2..=3).contains(&parts.len()) {
            return Err(wrong());
        }
        let stones = fen::parse_rows(parts[0], (LENGTH, 1), |c| ['w', 'b'].iter().position(|&letter| letter == c))?;
        let to_move = ["w", "b"].iter().position(|&word| word == parts[1]).ok_or_else(wrong)?;
        let mut stride = Stride { squares: [None; LENGTH], to_move, stage: Stage::Nodal, split };
        for (column, _, player) in stones {
            stride.squares[column] = Some(player);
        }
        if let Some(stage) = parts.get(2) {
            let mut chars = stage.chars();
            let picked = chars.next().and_then(|c| stride.stones().find(|&square| fen::column_letter(square) == c)).ok_or_else(wrong)?;
            let sign = chars.next();
            let gait = MoveKind::ALL.into_iter().find(|gait| Some(gait.sign()) == sign);
            stride.stage = match (sign, gait, chars.next()) {
                (None, ..) => Stage::Picked(picked),
                (_, Some(gait), None) => Stage::Named(picked, gait),
                _ => return Err(wrong()),
            };
            if !split {
                return Err(NotationError::new(format!("`{text}` is inside a move, but the orthodox view has whole moves only")));
            }
        }
        Ok(stride)
    }

    fn letter(&self, column: usize) -> Option<char> {
        self.squares[column].map(|player| ['w', 'b'][player])
    }
}

impl Position for Stride {
    fn turn(&self) -> Turn {
        let lost = match self.split {
            // Without looking ahead, only a player without stones is known to have lost.
            true => self.stones().next().is_none(),
            false => self.wholes().is_empty(),
        };
        if lost { Turn::Over } else { Turn::Player(self.to_move) }
    }

    fn is_nodal(&self) -> bool {
        self.stage == Stage::Nodal
    }

    fn is_split(&self) -> bool {
        self.split
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.stage {
            Stage::Nodal if !self.split => out.extend(self.wholes()),
            Stage::Nodal => out.extend(self.stones().map(|square| Move(square as u64))),
            Stage::Picked(_) => out.extend(MoveKind::ALL.map(|gait| Move(GAITS + gait as u64))),
            Stage::Named(from, gait) => out.extend(self.landings(from, gait).into_iter().map(|to| Move(LANDINGS + to as u64))),
        }
    }

    fn apply(&mut self, m: Move) {
        let low = (m.0 & 7) as usize;
        match (m.0, self.stage) {
            (WHOLES.., _) => self.land(((m.0 - WHOLES) >> 3 & 7) as usize, low),
            (LANDINGS.., Stage::Named(from, _)) => self.land(from, low),
            (GAITS.., Stage::Picked(from)) => self.stage = Stage::Named(from, MoveKind::ALL[low & 1]),
            _ => self.stage = Stage::Picked(low),
        }
    }

    /// The mover has lost.
    fn score(&self, player: Player) -> f64 {
        f64::from(u8::from(player != self.to_move))
    }

    fn notation(&self) -> String {
        let row = fen::write_rows((LENGTH, 1), |column, _| self.letter(column));
        let mover = ['w', 'b'][self.to_move];
        match self.stage {
            Stage::Nodal => format!("{row} {mover}"),
            Stage::Picked(from) => format!("{row} {mover} {}", fen::column_letter(from)),
            Stage::Named(from, gait) => format!("{row} {mover} {}{}", fen::column_letter(from), gait.sign()),
        }
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        for m in submove {
            let low = (m.0 & 7) as usize;
            match m.0 {
                WHOLES.. => {
                    let code = (m.0 - WHOLES) as usize;
                    out.extend([fen::column_letter(code >> 3 & 7), MoveKind::ALL[code >> 6 & 1].sign(), fen::column_letter(low)]);
                }
                GAITS..LANDINGS => out.push(MoveKind::ALL[low & 1].sign()),
                _ => out.push(fen::column_letter(low)),
            }
        }
    }

    fn draw(&self) -> String {
        let squares: String = (0..LENGTH).map(|column| self.letter(column).unwrap_or('.')).collect();
        format!("{squares}\nabcdefgh\n")
    }
}
