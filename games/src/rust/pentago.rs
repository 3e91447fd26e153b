//! Pentago (Tomas Flodén, 2005): five in a row on a board whose quarters turn.

mod position;
mod quadrants;

use crate::{Game, GameInfo, NotationError, Params, Player, Position, game};
use quadrants::{SQUARES, has_line, turned};

/// Pentago: X (player 0) and O place a stone on an empty square of 6×6 and then rotate one of the four quadrants, even an empty one, by a
/// quarter turn to the left or to the right. Five in a row wins. Lines of both players at once are a draw, as is a full board without a
/// line.
///
/// A placement and its rotation are one move. Rotations that leave the board unchanged are still different moves. The default is Ludii's
/// `Pentago.lud` (v1.3.7).
#[derive(Params, Clone, Debug)]
struct Pentago {
    /// Whether a line completed by the placement wins at once, before the rotation. Otherwise only lines after the rotation count, as in
    /// OpenSpiel (2.0.2).
    #[param(default = true)]
    instant_win: bool,
}

#[game("pentago")]
impl Game for Pentago {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board { stones: [0; 2], to_move: 0, instant_win: self.instant_win })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(self.instant_win, notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

/// The stones of both players; `quadrants` defines the numbering of squares.
#[derive(Clone, Debug)]
struct Board {
    stones: [u64; 2],
    to_move: u8,
    instant_win: bool,
}

/// Rotations are numbered as OpenSpiel's letters `s` to `z`: quadrant by quadrant, left before right.
const TURNS: u32 = 8;

impl Board {
    #[inline(always)]
    fn mover(&self) -> Player {
        usize::from(self.to_move & 1)
    }

    #[inline(always)]
    fn empty(&self) -> u64 {
        SQUARES & !(self.stones[0] | self.stones[1])
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.empty() == 0 || self.stones.into_iter().any(has_line)
    }

    /// Whether a stone of the player to move on this square ends the game before the rotation.
    #[inline(always)]
    fn wins_at_once(&self, square: u32) -> bool {
        self.instant_win && has_line(self.stones[self.mover()] | 1 << square)
    }

    /// Puts a stone on a square and rotates a quadrant, unless the stone has won.
    #[inline(always)]
    fn play(&mut self, square: u32, turn: Option<u32>) {
        self.stones[self.mover()] |= 1 << square;
        if let Some(turn) = turn {
            self.stones = self.stones.map(|stones| turned(stones, turn));
        }
        self.to_move ^= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract;
    use crate::notation::find_move;

    const LUDII: Pentago = Pentago { instant_win: true };
    const LATE: Pentago = Pentago { instant_win: false };

    /// The moves that place a stone on this square.
    fn moves(game: &Pentago, text: &str, square: &str) -> Vec<String> {
        let position = game.parse(text).unwrap();
        let names = position.move_list().into_iter().map(|m| position.move_notation(&[m]));
        names.filter(|name| name.starts_with(square)).collect()
    }

    fn after(game: &Pentago, text: &str, m: &str) -> Box<dyn Position> {
        let mut position = game.parse(text).unwrap();
        find_move(position.as_ref(), m).unwrap().into_iter().for_each(|m| position.apply(m));
        position
    }

    #[test]
    fn late_wins_keep_the_contract() {
        contract::check(&LATE, 2).unwrap();
    }

    #[test]
    fn letters_turn_quadrants_to_the_left_and_to_the_right() {
        for (turn, rows) in [
            ('s', "3XO1/OX4/X5/XO1XO1/6/6 o"),
            ('t', "2XXO1/1XO3/6/XO1XO1/6/6 o"),
            ('u', "XO4/1X1O2/3X2/XO1XO1/6/6 o"),
            ('v', "XO3X/1X3O/6/XO1XO1/6/6 o"),
            ('w', "XO1XO1/1X4/6/XO4/3O2/3X2 o"),
            ('x', "XO1XO1/1X4/6/XO3X/5O/6 o"),
            ('y', "XO1XO1/1X4/6/3XO1/O5/X5 o"),
            ('z', "XO1XO1/1X4/6/2XXO1/2O3/6 o"),
        ] {
            assert_eq!(after(&LUDII, "XO1XO1/6/6/XO1XO1/6/6 x", &format!("b2{turn}")).notation(), rows, "{turn}");
        }
    }

    #[test]
    fn five_win_before_anything_turns_unless_the_parameter_says_otherwise() {
        let text = "XXXX2/OOOO2/6/6/6/6 x";
        assert_eq!(moves(&LUDII, text, "e1"), ["e1"]);
        let end = after(&LUDII, text, "e1");
        assert_eq!((end.is_over(), end.score(0), end.score(1)), (true, 1.0, 0.0));
        assert_eq!(moves(&LATE, text, "e1").len(), 8);
        assert!(!after(&LATE, text, "e1t").is_over());
        assert!(after(&LATE, text, "e1w").is_over());
    }

    #[test]
    fn a_turn_may_make_lines_for_both_or_for_the_other_player() {
        for (text, scores) in [("XO1XX1/XO1OO1/XO4/6/6/6 x", [0.5, 0.5]), ("XO1X2/XO1OO1/XO4/6/6/X5 x", [0.0, 1.0])] {
            let end = after(&LUDII, text, "f6t");
            assert_eq!((end.is_over(), [end.score(0), end.score(1)]), (true, scores), "{text}");
        }
    }

    #[test]
    fn turns_without_effect_are_moves_of_their_own() {
        let start = LUDII.start();
        assert_eq!(start.move_list().len(), 288);
        assert_eq!(after(&LUDII, &start.notation(), "b2s").notation(), after(&LUDII, &start.notation(), "b2z").notation());
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        for (text, message) in [
            (
                "6/6/6/6/6/6",
                "`6/6/6/6/6/6` is not a pentago position: expected 6 rows of 6 squares and the player to move, as in `6/6/2X3/6/6/6 o`",
            ),
            ("6/6/6/6/6/6 w", "`w` in `6/6/6/6/6/6 w` is not a player to move, expected `x` or `o`"),
            (
                "6/6/6/6/6/O5 x",
                "0 stones of X and 1 of O with `x` to move in `6/6/6/6/6/O5 x`: expected as many of each, or one more of X with `o` to move",
            ),
        ] {
            assert_eq!(LUDII.parse(text).err().unwrap().to_string(), message);
        }
    }
}
