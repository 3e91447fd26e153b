//! Bounds of the squares where a condition holds, for all squares of the board at once.

use super::code::Code;
use super::sets::Set;
use crate::analysis::sole_steps::SoleStep;
use crate::board::Piece;
use crate::emit::images;
use crate::ir::{Op, Segment, ValueId, Values};
use crate::squares::{Relation, SquareSet};
use cranelift_codegen::ir::Value;

/// Conditions that take more shifts of the whole board than this are tested square by square.
const MOST_SHIFTS: usize = 40;

/// A step that is assumed before the condition is tested: the old piece, the new one, and the squares where it may be taken, if they are known.
pub(crate) struct AssumedStep<'s> {
    pub(crate) old: Piece,
    pub(crate) new: Piece,
    pub(crate) squares: Option<&'s [Value]>,
}

/// Squares of the board among which are all those where a segment may offer something else, after the assumed steps, the last of which is
/// taken on the square itself.
pub(crate) fn where_differs(code: &mut Code<'_, '_>, segment: &Segment, sole: SoleStep, steps: &[AssumedStep<'_>]) -> Option<Set> {
    let mut bounds = Bounds { code, values: &segment.values, steps, shifts: MOST_SHIFTS };
    let (wanted, negated) = (sole.condition, !sole.differs);
    let squares = bounds.where_holds(wanted, !negated)?;
    Some(if negated { bounds.others(&squares) } else { squares })
}

/// Finds the squares where a condition holds: with `above` no less than these, else no more.
struct Bounds<'b, 'a, 'f, 's> {
    code: &'b mut Code<'a, 'f>,
    values: &'s Values,
    steps: &'s [AssumedStep<'s>],
    /// The remaining number of shifts.
    shifts: usize,
}

impl Bounds<'_, '_, '_, '_> {
    fn where_holds(&mut self, condition: ValueId, above: bool) -> Option<Set> {
        match *self.values.op(condition) {
            Op::Not(a) => {
                let squares = self.where_holds(a, !above)?;
                Some(self.others(&squares))
            }
            Op::Both(a, b) => match (self.where_holds(a, above), self.where_holds(b, above)) {
                (Some(a), Some(b)) => Some(self.code.and(&a, &b)),
                (Some(one), None) | (None, Some(one)) if above => Some(one),
                _ => None,
            },
            Op::Either(a, b) => match (self.where_holds(a, above), self.where_holds(b, above)) {
                (Some(a), Some(b)) => Some(self.code.or(&a, &b)),
                (Some(one), None) | (None, Some(one)) if !above => Some(one),
                _ => None,
            },
            Op::Within(table, set) => self.where_within(self.values.table(table), set, above),
            _ => None,
        }
    }

    /// The squares all of whose images are in a set.
    fn where_within(&mut self, relation: &Relation, set: ValueId, above: bool) -> Option<Set> {
        let squares = relation.squares();
        let full = SquareSet::full(squares);
        let mut never = SquareSet::empty(squares);
        let mut rows = relation.rows().to_vec();
        for (square, row) in rows.iter_mut().enumerate() {
            let on_board = row.intersection(&full);
            // The square itself holds the new piece.
            let own = on_board.contains(square).then(|| self.has_new_piece(set, square));
            if on_board != *row || own == Some(false) {
                never.insert(square);
                *row = SquareSet::empty(squares);
            } else {
                *row = on_board.without(&SquareSet::one(squares, square));
            }
        }
        let shifts = Relation::from_rows(rows).shifts();
        self.shifts = self.shifts.checked_sub(shifts.len())?;
        let inside = self.squares_of(set, above)?;
        let outside = self.others(&inside);
        let mut beyond = self.code.constant(&never);
        for (distance, from) in shifts {
            let moved = images::shifted(self.code, &outside, -distance);
            let from = self.code.constant(&from);
            let moved = self.code.and(&moved, &from);
            beyond = self.code.or(&beyond, &moved);
        }
        Some(self.others(&beyond))
    }

    /// Whether the square of the last step is in a set after it.
    fn has_new_piece(&self, set: ValueId, square: usize) -> bool {
        match self.values.op(set) {
            Op::Pieces(pieces) => self.steps.last().is_some_and(|step| pieces.contains(&step.new)),
            Op::Constant(squares) => squares.contains(square),
            _ => false,
        }
    }

    /// The squares of a set after the steps before the last: all that may be in it, or those that always are.
    fn squares_of(&mut self, set: ValueId, above: bool) -> Option<Set> {
        let pieces = match self.values.op(set) {
            Op::Pieces(pieces) => pieces,
            Op::Constant(squares) => return Some(self.code.constant(squares)),
            _ => return None,
        };
        let mut squares = self.code.squares_of_any(pieces, &[]);
        let (_, steps) = self.steps.split_last()?;
        for step in steps {
            let (old, new) = (pieces.contains(&step.old), pieces.contains(&step.new));
            if above && new && !old {
                squares = self.code.or(&squares, step.squares?);
            } else if !above && old && !new {
                squares = self.code.without(&squares, step.squares?);
            }
        }
        Some(squares)
    }

    /// The squares of the board that are not in a set.
    fn others(&mut self, set: &[Value]) -> Set {
        let full = self.code.constant(&SquareSet::full(self.code.program.layout.squares));
        self.code.without(&full, set)
    }
}
