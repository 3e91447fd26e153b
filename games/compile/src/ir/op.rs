//! Operations, and the regions in which they are executed.

use crate::automaton::NodeId;
use crate::board::Piece;
use crate::number::{Comparator, Operator, Variable};
use crate::squares::SquareSet;

/// A value's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ValueId(pub u32);
/// A region's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RegionId(pub u32);
/// A loop's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoopId(pub u32);
/// A relation's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u32);

/// The part of the automaton that a pattern walks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Body {
    /// Its first node.
    pub start: NodeId,
    /// Its last node.
    pub end: NodeId,
}

/// An operation that produces a value. The first group are sets of squares, the second truth values, the third numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A constant set.
    Constant(SquareSet),
    /// The image of the current square under a relation.
    Row(TableId),
    /// The squares with one of these pieces, sorted.
    Pieces(Vec<Piece>),
    /// The intersection.
    And(ValueId, ValueId),
    /// The union.
    Or(ValueId, ValueId),
    /// The difference.
    Without(ValueId, ValueId),
    /// The image of a set under a relation.
    Image(TableId, ValueId),
    /// The squares along the rays from those of `origin`, without these, as long as they are in `through`.
    Ray {
        /// One step along a ray.
        step: TableId,
        /// The whole rays.
        rays: TableId,
        /// Whether the numbers of squares grow along them.
        ascending: bool,
        /// Their origins.
        origin: ValueId,
        /// The squares they may pass.
        through: ValueId,
    },
    /// A set if the condition holds, else none.
    If(ValueId, ValueId),
    /// The squares of a set from which a pattern can be walked that changes the state on its way; it is tried square by square, and what it
    /// changed is undone.
    Try(Body, ValueId),
    /// The current value of a loop's n-th set; inside the loop only.
    Param(LoopId, u32),
    /// The final value of a loop's n-th set.
    Fixpoint(LoopId, u32),

    /// Known to hold, or not to hold.
    Holds(bool),
    /// Whether a set is non-empty.
    Some(ValueId),
    /// Whether all squares to which the current one leads by a relation are in a set. A row that contains the square after the last one,
    /// which is in no set, means "no".
    Within(TableId, ValueId),
    /// The negation.
    Not(ValueId),
    /// Whether a comparison holds.
    Compare(ValueId, Comparator, ValueId),
    /// Both hold.
    Both(ValueId, ValueId),
    /// One of them holds, or both.
    Either(ValueId, ValueId),
    /// The result of a guarded region, a set or a truth value; empty or false if it was not entered.
    GuardResult(RegionId),

    /// A number.
    Number(i64),
    /// A variable's value.
    Variable(Variable),
    /// The number of some pieces on the board.
    Count(Piece),
    /// Two numbers combined; a division by zero gives 0.
    Binary(Operator, ValueId, ValueId),
}

/// An item of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// Makes a value.
    Value(ValueId),
    /// Runs a loop.
    Loop(LoopId),
    /// Enters a region if its guard is non-empty.
    Guard(RegionId),
}

/// The kind of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionKind {
    /// The segment itself.
    Whole,
    /// The body of a loop.
    Loop(LoopId),
    /// Executed only if the set is non-empty; `result` is its result: a truth value, or a part of the set.
    Guard {
        /// The set.
        guard: ValueId,
        /// Its result.
        result: ValueId,
    },
}

/// A part of a segment that is executed together.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its kind.
    pub kind: RegionKind,
    /// The region around it.
    pub parent: Option<RegionId>,
    /// Its items, in order.
    pub items: Vec<Item>,
}

/// A loop: its sets start with `initial` and grow by `next` until nothing is added.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The body.
    pub region: RegionId,
    /// Each set before the first round.
    pub initial: Vec<ValueId>,
    /// The additions of a round to each set.
    pub next: Vec<ValueId>,
}

/// The operands of an operation, without those of loops and guards.
pub(crate) fn operands(op: &Op) -> Vec<ValueId> {
    let mut found = Vec::new();
    with_operands(op, |operand| {
        found.push(operand);
        operand
    });
    found
}

/// The operation with other operands, apart from those of loops and guards.
pub(super) fn with_operands(op: &Op, mut other: impl FnMut(ValueId) -> ValueId) -> Op {
    let mut op = op.clone();
    match &mut op {
        Op::And(a, b)
        | Op::Or(a, b)
        | Op::Without(a, b)
        | Op::If(a, b)
        | Op::Both(a, b)
        | Op::Either(a, b)
        | Op::Compare(a, _, b)
        | Op::Binary(_, a, b)
        | Op::Ray { origin: a, through: b, .. } => (*a, *b) = (other(*a), other(*b)),
        Op::Image(_, a) | Op::Try(_, a) | Op::Some(a) | Op::Within(_, a) | Op::Not(a) => *a = other(*a),
        Op::Constant(_)
        | Op::Row(_)
        | Op::Pieces(_)
        | Op::Param(..)
        | Op::Fixpoint(..)
        | Op::GuardResult(_)
        | Op::Holds(_)
        | Op::Number(_)
        | Op::Variable(_)
        | Op::Count(_) => {}
    }
    op
}
