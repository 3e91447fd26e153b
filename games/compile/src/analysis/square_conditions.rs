//! Conditions on the square of an assumed step, for all squares at once: where they hold after it.

use super::fills::Test;
use crate::board::Piece;
use crate::ir::{Op, RegionKind, ValueId, Values};
use crate::squares::{Relation, SquareSet};

/// Squares of the assumed step where a condition holds after it.
#[derive(Clone, PartialEq)]
pub(crate) enum Where {
    /// These.
    Squares(SquareSet),
    Within(Within),
    /// All if a condition holds that does not depend on the square, else none.
    Condition(ValueId),
    Not(Box<Where>),
    Both(Box<Where>, Box<Where>),
    Either(Box<Where>, Box<Where>),
}

/// Squares all of whose images pass a test.
#[derive(Clone, PartialEq)]
pub(crate) struct Within {
    pub(crate) relation: Relation,
    pub(crate) test: Test,
    /// The squares that may be asked for.
    pub(crate) asked: SquareSet,
}

/// Where a set may differ after the assumed step from before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Difference {
    Nowhere,
    /// On the square of the step only.
    There,
}

/// An assumed step on any square, from an old piece to a new one, before the values of a segment.
#[derive(Clone, Copy)]
pub(crate) struct AnyStep<'v> {
    pub(crate) values: &'v Values,
    pub(crate) squares: usize,
    pub(crate) old: Piece,
    pub(crate) new: Piece,
}

impl Where {
    fn both(self, other: Where) -> Where {
        Where::Both(Box::new(self), Box::new(other))
    }

    fn either(self, other: Where) -> Where {
        Where::Either(Box::new(self), Box::new(other))
    }

    fn not(self) -> Where {
        Where::Not(Box::new(self))
    }
}

impl AnyStep<'_> {
    /// Whether a set is known not to depend on the square of the step, except that this one square may be in it before or after the step only.
    pub(crate) fn is_fixed(self, set: ValueId) -> bool {
        self.difference(set).is_some()
    }

    /// Whether such a set may differ after the step.
    pub(crate) fn differs(self, set: ValueId) -> bool {
        self.difference(set) == Some(Difference::There)
    }

    /// Where a condition holds.
    pub(crate) fn holds(self, condition: ValueId) -> Option<Where> {
        match *self.values.op(condition) {
            Op::Holds(holds) => Some(self.all_or_none(holds)),
            Op::Not(a) => Some(self.holds(a)?.not()),
            Op::Both(a, b) => Some(self.holds(a)?.both(self.holds(b)?)),
            Op::Either(a, b) => Some(self.holds(a)?.either(self.holds(b)?)),
            Op::Within(table, set) => self.within(self.values.table(table), Test { set, inside: true }),
            Op::Some(set) => self.exists(set),
            Op::Compare(a, _, b) if self.is_fixed_number(a) && self.is_fixed_number(b) => Some(Where::Condition(condition)),
            Op::GuardResult(region) => match self.values.region(region).kind {
                RegionKind::Guard { guard, result } => Some(self.exists(guard)?.both(self.holds(result)?)),
                RegionKind::Whole | RegionKind::Loop(_) => None,
            },
            _ => None,
        }
    }

    /// Where a set has a square.
    fn exists(self, set: ValueId) -> Option<Where> {
        match *self.values.op(set) {
            Op::Constant(ref squares) => return Some(self.all_or_none(!squares.is_empty())),
            Op::Or(a, b) => return Some(self.exists(a)?.either(self.exists(b)?)),
            Op::If(condition, of) => return Some(self.holds(condition)?.both(self.exists(of)?)),
            _ => {}
        }
        if let Some((step, conditions)) = self.point(set) {
            return Some(conditions.into_iter().fold(Where::Squares(origins(&step)), Where::both));
        }
        let (of, test) = self.tested(set)?;
        let Op::Row(table) = *self.values.op(of) else { return None };
        let fails = self.within(self.values.table(table), Test { inside: !test.inside, ..test })?;
        Some(fails.not())
    }

    /// A set of at most one square as a function of the square of the step, and the conditions under which it has one.
    pub(crate) fn point(self, set: ValueId) -> Option<(Relation, Vec<Where>)> {
        match *self.values.op(set) {
            Op::Row(table) => Some(self.values.table(table)).filter(|step| step.is_function()).map(|step| (step.clone(), Vec::new())),
            Op::And(..) | Op::Without(..) => {
                let (of, test) = self.tested(set)?;
                let (step, mut conditions) = self.point(of)?;
                conditions.push(self.within(&step, test)?);
                Some((step, conditions))
            }
            Op::If(condition, of) => {
                let (step, mut conditions) = self.point(of)?;
                conditions.push(self.holds(condition)?);
                Some((step, conditions))
            }
            Op::Image(table, of) => {
                let (step, conditions) = self.point(of)?;
                let next = self.values.table(table);
                next.is_function().then(|| (step.then(next), conditions))
            }
            // A guarded set is a part of its guard.
            Op::GuardResult(region) => self.point(self.values.guarded(region)),
            _ => None,
        }
    }

    /// An intersection or a difference as a set that may depend on the square, and a test by one that does not.
    pub(crate) fn tested(self, set: ValueId) -> Option<(ValueId, Test)> {
        match *self.values.op(set) {
            Op::And(of, set) | Op::And(set, of) if self.is_fixed(set) => Some((of, Test { set, inside: true })),
            Op::Without(of, set) if self.is_fixed(set) => Some((of, Test { set, inside: false })),
            _ => None,
        }
    }

    /// Where all images of the square pass a test.
    fn within(self, relation: &Relation, test: Test) -> Option<Where> {
        let full = SquareSet::full(self.squares);
        let differs = self.difference(test.set)? == Difference::There;
        let mut possible = full.clone();
        let mut rows = relation.rows().to_vec();
        for (square, row) in rows.iter_mut().enumerate() {
            let here = SquareSet::one(self.squares, square);
            let mut others = row.intersection(&full);
            // A square off the board is in no set, and that of the step holds the new piece.
            let mut fails = test.inside && others != *row;
            if differs && others.contains(square) {
                fails |= self.has_new_piece(test.set, square)? != test.inside;
                others = others.without(&here);
            }
            if let Op::Constant(set) = self.values.op(test.set) {
                let failing = if test.inside { others.without(set) } else { others.intersection(set) };
                fails |= !failing.is_empty();
                others = SquareSet::empty(self.squares);
            }
            if fails {
                possible = possible.without(&here);
                others = SquareSet::empty(self.squares);
            }
            *row = others;
        }
        let relation = Relation::from_rows(rows);
        let squares = Where::Squares(possible.clone());
        if relation.rows().iter().all(SquareSet::is_empty) {
            return Some(squares);
        }
        Some(squares.both(Where::Within(Within { relation, test, asked: possible })))
    }

    fn all_or_none(self, all: bool) -> Where {
        Where::Squares(if all { SquareSet::full(self.squares) } else { SquareSet::empty(self.squares) })
    }

    /// Whether the square of the step is in a set after it; `None` if pieces elsewhere decide that.
    fn has_new_piece(self, set: ValueId, square: usize) -> Option<bool> {
        Some(match *self.values.op(set) {
            Op::Pieces(ref pieces) => pieces.contains(&self.new),
            Op::Constant(ref squares) => squares.contains(square),
            Op::And(a, b) => self.has_new_piece(a, square)? && self.has_new_piece(b, square)?,
            Op::Or(a, b) => self.has_new_piece(a, square)? || self.has_new_piece(b, square)?,
            Op::Without(a, b) => self.has_new_piece(a, square)? && !self.has_new_piece(b, square)?,
            _ => return None,
        })
    }

    /// Where a set may differ after the step; `None` if that is not known, or it depends on the square of the step.
    fn difference(self, set: ValueId) -> Option<Difference> {
        match *self.values.op(set) {
            Op::Constant(_) => Some(Difference::Nowhere),
            Op::Pieces(ref pieces) if pieces.contains(&self.old) == pieces.contains(&self.new) => Some(Difference::Nowhere),
            Op::Pieces(_) => Some(Difference::There),
            Op::And(a, b) | Op::Or(a, b) | Op::Without(a, b) => Some(self.difference(a)?.max(self.difference(b)?)),
            Op::Image(_, of) => self.difference(of).filter(|difference| *difference == Difference::Nowhere),
            _ => None,
        }
    }

    /// Whether a number is the same before and after the step.
    fn is_fixed_number(self, number: ValueId) -> bool {
        match *self.values.op(number) {
            Op::Number(_) | Op::Variable(_) => true,
            Op::Count(piece) => self.old == self.new || piece != self.old && piece != self.new,
            Op::Binary(_, a, b) => self.is_fixed_number(a) && self.is_fixed_number(b),
            _ => false,
        }
    }
}

/// The squares that lead anywhere by a relation.
pub(crate) fn origins(relation: &Relation) -> SquareSet {
    let mut squares = SquareSet::empty(relation.squares());
    let leading = relation.rows().iter().enumerate().filter(|(_, row)| !row.is_empty());
    leading.for_each(|(square, _)| squares.insert(square));
    squares
}
