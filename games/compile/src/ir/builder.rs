//! Constructors of values; each simplifies what is already known.

use super::numbering::Numbering;
use super::op::{Op, TableId, ValueId};
use crate::board::Piece;
use crate::number::Comparator;
use crate::passes::{Pass, Passes};
use crate::squares::{Relation, SquareSet};

/// A step by a relation of more shifts than this is done by table rows.
const FEW_SHIFTS: usize = 2;

/// The greatest number of shifts of the whole board in a relation made by joining two.
const MAX_SHIFTS: usize = 3;

/// A step by a relation of more shifts than this takes longer than the union of two sets.
const MANY_SHIFTS: usize = 4;

/// Relations of more shifts are looked up square by square.
const MOST_SHIFTS: usize = 9;

/// Makes values.
#[derive(Debug)]
pub(super) struct Builder {
    pub(super) made: Numbering,
    /// Whether unions of images become images.
    joins: bool,
    /// Whether walks of which only the end matters become tests.
    pub(super) walks: bool,
}

impl Builder {
    pub(super) fn new(squares: usize, passes: Passes) -> Self {
        let made = Numbering::new(squares, passes.has(Pass::FoldConstants));
        Builder { made, joins: passes.has(Pass::JoinImages), walks: passes.has(Pass::TestWalks) }
    }

    /// Makes a value without simplifying it, or finds an equal one that is visible here.
    pub(super) fn intern(&mut self, op: Op) -> ValueId {
        self.made.intern(op)
    }

    /// A constant set.
    pub(super) fn constant(&mut self, set: SquareSet) -> ValueId {
        self.intern(Op::Constant(set))
    }

    /// No square.
    pub(super) fn nothing(&mut self) -> ValueId {
        let set = SquareSet::empty(self.made.values.squares);
        self.constant(set)
    }

    /// All squares.
    pub(super) fn everything(&mut self) -> ValueId {
        let set = SquareSet::full(self.made.values.squares);
        self.constant(set)
    }

    /// The current square.
    pub(super) fn here(&mut self) -> ValueId {
        self.row(Relation::identity(self.made.values.squares))
    }

    /// The image of the current square.
    pub(super) fn row(&mut self, relation: Relation) -> ValueId {
        match relation.uniform() {
            // On a board of one square the row is constant anyway.
            Some(set) => self.constant(set.clone()),
            None => {
                let table = self.made.table_id(relation);
                self.intern(Op::Row(table))
            }
        }
    }

    /// The squares of some pieces; sorted.
    pub(super) fn pieces(&mut self, pieces: &[Piece], all: usize) -> ValueId {
        match pieces.len() {
            0 => self.nothing(),
            n if n == all => self.everything(),
            _ => self.intern(Op::Pieces(pieces.to_vec())),
        }
    }

    /// The squares in both sets.
    pub(super) fn and(&mut self, a: ValueId, b: ValueId) -> ValueId {
        if a == b {
            return a;
        }
        let (a, b) = (a.min(b), a.max(b));
        match (self.made.values.op(a).clone(), self.made.values.op(b).clone()) {
            (Op::Constant(x), Op::Constant(y)) => self.constant(x.intersection(&y)),
            (Op::Constant(x), _) if x.is_empty() => a,
            (_, Op::Constant(x)) if x.is_empty() => b,
            (Op::Constant(x), _) if x.len() == self.made.values.squares => b,
            (_, Op::Constant(x)) if x.len() == self.made.values.squares => a,
            (Op::Row(table), Op::Constant(x)) | (Op::Constant(x), Op::Row(table)) => {
                let relation = self.made.values.table(table).within(&x);
                self.row(relation)
            }
            (Op::Pieces(x), Op::Pieces(y)) => {
                let both: Vec<Piece> = x.into_iter().filter(|piece| y.contains(piece)).collect();
                self.pieces(&both, usize::MAX)
            }
            (Op::If(condition, x), _) => {
                let inner = self.and(x, b);
                self.only_if(condition, inner)
            }
            (_, Op::If(condition, x)) => {
                let inner = self.and(a, x);
                self.only_if(condition, inner)
            }
            (Op::And(x, y), Op::Pieces(_)) if self.made.values.folds => self.and_pieces(a, (x, y), b),
            (Op::Pieces(_), Op::And(x, y)) if self.made.values.folds => self.and_pieces(b, (x, y), a),
            (Op::Image(step, from), Op::Pieces(_)) if self.tests_origins(step, from) => self.holding_before(step, from, b),
            (Op::Pieces(_), Op::Image(step, from)) if self.tests_origins(step, from) => self.holding_before(step, from, a),
            (_, Op::Pieces(pieces)) if self.made.values.folds => self.holding(a, &pieces, b),
            (Op::Pieces(pieces), _) if self.made.values.folds => self.holding(b, &pieces, a),
            _ => self.intern(Op::And(a, b)),
        }
    }

    /// The squares in an intersection, of two sets, that hold some pieces. If one of the two are the squares of pieces, too, one test is enough.
    fn and_pieces(&mut self, intersection: ValueId, (x, y): (ValueId, ValueId), pieces: ValueId) -> ValueId {
        let other = match (self.made.values.op(x), self.made.values.op(y)) {
            (_, Op::Pieces(_)) => Some((x, y)),
            (Op::Pieces(_), _) => Some((y, x)),
            _ => None,
        };
        match other {
            Some((other, tested)) => {
                let both = self.and(tested, pieces);
                self.and(other, both)
            }
            None => self.intern(Op::And(intersection.min(pieces), intersection.max(pieces))),
        }
    }

    /// The squares of a set that hold some pieces. What the set is made of may tell that all of them do, or none.
    fn holding(&mut self, set: ValueId, pieces: &[Piece], there: ValueId) -> ValueId {
        match self.made.values.pieces_on(set) {
            Some(known) if known.iter().all(|piece| pieces.contains(piece)) => set,
            Some(known) if !known.iter().any(|piece| pieces.contains(piece)) => self.nothing(),
            _ => self.intern(Op::And(set.min(there), set.max(there))),
        }
    }

    /// Whether the squares of an image are better tested before the step: all squares that lead to some pieces are found at once, and few that are
    /// left take a step of many shifts.
    fn tests_origins(&self, step: TableId, from: ValueId) -> bool {
        let step = self.made.values.table(step);
        self.joins
            && step.is_function()
            && step.shift_count() > MOST_SHIFTS
            && !self.made.values.at_most_one(from)
            && !self.made.is_in_loop()
    }

    /// The image of a set as far as it holds some pieces.
    fn holding_before(&mut self, step: TableId, from: ValueId, there: ValueId) -> ValueId {
        let step = self.made.values.table(step).clone();
        let before = self.image(&step.inverse(), there);
        // Of an image and pieces, `and` would test the origins again.
        let tested = match self.made.values.op(from).clone() {
            Op::Pieces(pieces) => self.holding(before, &pieces, from),
            _ => self.and(from, before),
        };
        self.image(&step, tested)
    }

    /// The squares in either set.
    pub(super) fn or(&mut self, a: ValueId, b: ValueId) -> ValueId {
        if a == b {
            return a;
        }
        let (a, b) = (a.min(b), a.max(b));
        match (self.made.values.op(a).clone(), self.made.values.op(b).clone()) {
            (Op::Constant(mut x), Op::Constant(y)) => {
                x.unite(&y);
                self.constant(x)
            }
            (Op::Constant(x), _) if x.is_empty() => b,
            (_, Op::Constant(x)) if x.is_empty() => a,
            (Op::Constant(x), _) if self.made.values.folds && x.len() == self.made.values.squares => a,
            (_, Op::Constant(x)) if self.made.values.folds && x.len() == self.made.values.squares => b,
            (Op::Row(x), Op::Row(y)) => {
                let relation = self.made.values.table(x).or(self.made.values.table(y));
                self.row(relation)
            }
            (Op::Pieces(mut x), Op::Pieces(y)) => {
                x.extend(y);
                x.sort_unstable();
                x.dedup();
                self.intern(Op::Pieces(x))
            }
            (Op::If(condition, x), Op::If(same, y)) if condition == same => {
                let either = self.or(x, y);
                self.only_if(condition, either)
            }
            (Op::And(x, y), Op::And(z, w)) => match common(x, y, z, w) {
                Some((shared, first, second)) => {
                    let either = self.or(first, second);
                    self.and(shared, either)
                }
                None => self.intern(Op::Or(a, b)),
            },
            (Op::Image(x, first), Op::Image(y, second)) if self.joins && !self.made.is_in_loop() => {
                self.or_images((a, x, first), (b, y, second))
            }
            _ => self.intern(Op::Or(a, b)),
        }
    }

    /// The union of two images. Where single directions take several shifts, many directions at once are looked up in a table, as one image.
    fn or_images(&mut self, (a, x, first): (ValueId, TableId, ValueId), (b, y, second): (ValueId, TableId, ValueId)) -> ValueId {
        let (one, other) = (self.made.values.table(x).clone(), self.made.values.table(y).clone());
        let is_irregular = |relation: &Relation| relation.shift_count() > 1;
        if x == y && one.shift_count() > MANY_SHIFTS {
            let both = self.or(first, second);
            return self.image(&one, both);
        }
        if first == second && is_irregular(&one) && is_irregular(&other) {
            return self.image(&one.or(&other), first);
        }
        self.intern(Op::Or(a, b))
    }

    /// The squares of the first set that are not in the second.
    pub(super) fn without(&mut self, a: ValueId, b: ValueId) -> ValueId {
        match (self.made.values.op(a), self.made.values.op(b)) {
            (Op::Constant(x), _) if x.is_empty() => a,
            (_, Op::Constant(x)) if x.is_empty() => a,
            (Op::Constant(_) | Op::Row(_), Op::Constant(x)) => {
                let others = SquareSet::full(self.made.values.squares).without(x);
                let others = self.constant(others);
                self.and(a, others)
            }
            _ => self.intern(Op::Without(a, b)),
        }
    }

    /// The image of a set.
    pub(super) fn image(&mut self, relation: &Relation, set: ValueId) -> ValueId {
        match self.made.values.op(set).clone() {
            Op::Constant(x) => self.constant(relation.image(&x)),
            Op::Fixpoint(id, 0) => self.image_of_walk(relation, id).unwrap_or_else(|| self.plain_image(relation, set)),
            Op::Row(table) => {
                let joined = self.made.values.table(table).then(relation);
                self.row(joined)
            }
            Op::Image(table, inner) => {
                let joined = self.made.values.table(table).then(relation);
                if joined.shift_count() <= MAX_SHIFTS { self.image(&joined, inner) } else { self.plain_image(relation, set) }
            }
            Op::If(condition, inner) => {
                let image = self.image(relation, inner);
                self.only_if(condition, image)
            }
            Op::And(a, b) => {
                match self
                    .step_through(a, b)
                    .filter(|_| !self.made.values.squares.is_multiple_of(64) || relation.shift_count() > FEW_SHIFTS)
                {
                    Some((table, through)) => {
                        let condition = self.within(self.made.values.table(table).clone(), through);
                        let joined = self.made.values.table(table).then(relation);
                        let row = self.row(joined);
                        self.only_if(condition, row)
                    }
                    None => self.plain_image(relation, set),
                }
            }
            _ => self.plain_image(relation, set),
        }
    }

    fn plain_image(&mut self, relation: &Relation, set: ValueId) -> ValueId {
        let table = self.made.table_id(relation.clone());
        self.intern(Op::Image(table, set))
    }

    /// A set under a condition.
    pub(super) fn only_if(&mut self, condition: ValueId, set: ValueId) -> ValueId {
        match *self.made.values.op(condition) {
            Op::Holds(true) => return set,
            Op::Holds(false) => return self.nothing(),
            _ => {}
        }
        match self.made.values.op(set).clone() {
            Op::Constant(x) if x.is_empty() => set,
            Op::If(inner, of) if inner == condition => self.intern(Op::If(condition, of)),
            Op::If(inner, of) => {
                let both = self.both(inner, condition);
                self.intern(Op::If(both, of))
            }
            _ => self.intern(Op::If(condition, set)),
        }
    }

    /// Whether a set is non-empty.
    pub(super) fn some(&mut self, set: ValueId) -> ValueId {
        if self.made.values.folds && self.made.values.never_empty(set) {
            return self.intern(Op::Holds(true));
        }
        if self.made.values.folds && matches!(self.made.values.op(set), Op::Constant(_)) {
            return self.intern(Op::Holds(false));
        }
        match self.some_within(set) {
            Some(holds) => holds,
            None => self.intern(Op::Some(set)),
        }
    }

    /// Whether a comparison holds.
    pub(super) fn compare(&mut self, left: ValueId, relation: Comparator, right: ValueId) -> ValueId {
        match (self.made.values.op(left), self.made.values.op(right)) {
            (&Op::Number(left), &Op::Number(right)) if self.made.values.folds => {
                let holds = relation.holds(left, right);
                self.intern(Op::Holds(holds))
            }
            _ => self.intern(Op::Compare(left, relation, right)),
        }
    }
}

/// `x ∧ y` and `z ∧ w` as one shared set and two others.
fn common(x: ValueId, y: ValueId, z: ValueId, w: ValueId) -> Option<(ValueId, ValueId, ValueId)> {
    if x == z {
        Some((x, y, w))
    } else if x == w {
        Some((x, y, z))
    } else if y == z {
        Some((y, x, w))
    } else if y == w {
        Some((y, x, z))
    } else {
        None
    }
}
