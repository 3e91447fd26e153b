//! Operations, and the regions in which they are done.

use super::relation::SquareSet;
use crate::expr::{Operator, Piece, Relation as Comparison, Variable};

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

/// How a value is made. The first group are sets of squares, the second truth values, the third numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A set known in advance.
    Constant(SquareSet),
    /// Where the current square leads by a relation.
    Row(TableId),
    /// The squares with one of these pieces, sorted.
    Pieces(Vec<Piece>),
    /// In both.
    And(ValueId, ValueId),
    /// In either.
    Or(ValueId, ValueId),
    /// In the first but not in the second.
    Without(ValueId, ValueId),
    /// Where the squares of a set lead by a relation.
    Image(TableId, ValueId),
    /// The squares along the rays from those of `origin`, without these, as long as they are in `through`.
    Ray {
        /// One step along a ray.
        step: TableId,
        /// The whole rays.
        rays: TableId,
        /// Whether squares' numbers grow along them.
        ascending: bool,
        /// Where they start.
        origin: ValueId,
        /// Where it may go.
        through: ValueId,
    },
    /// A set if the condition holds, else none.
    If(ValueId, ValueId),
    /// What a loop has found so far for its n-th set; inside the loop only.
    Param(LoopId, u32),
    /// What a loop has found in the end for its n-th set.
    Found(LoopId, u32),

    /// Whether a set has a square.
    Some(ValueId),
    /// Whether all squares to which the current one leads by a relation are in a set. A row with the square behind the last one, which is
    /// in no set, means "no".
    Within(TableId, ValueId),
    /// The contrary.
    Not(ValueId),
    /// Whether a comparison holds.
    Compare(ValueId, Comparison, ValueId),
    /// Both hold.
    Both(ValueId, ValueId),
    /// One of them holds, or both.
    Either(ValueId, ValueId),
    /// What a guarded region found, a set or a truth value; none or false if it was not entered.
    Guarded(RegionId),

    /// A number.
    Number(i64),
    /// A variable's value.
    Variable(Variable),
    /// How many pieces there are.
    Count(Piece),
    /// Two numbers combined; a division by zero gives 0.
    Binary(Operator, ValueId, ValueId),
}

/// One thing that a region does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// Makes a value.
    Value(ValueId),
    /// Runs a loop.
    Loop(LoopId),
    /// Enters a region if its guard has a square.
    Guard(RegionId),
}

/// What a region is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionKind {
    /// The segment itself.
    Whole,
    /// The body of a loop.
    Loop(LoopId),
    /// Done only if the set has a square; `result` is what it finds: a truth value, or a part of the set.
    Guard {
        /// The set.
        guard: ValueId,
        /// What is found.
        result: ValueId,
    },
}

/// A part of a segment that is done together.
#[derive(Clone, Debug)]
pub struct Region {
    /// What it is.
    pub kind: RegionKind,
    /// The region around it.
    pub parent: Option<RegionId>,
    /// What is done, in order.
    pub items: Vec<Item>,
}

/// A loop: its sets start with `initial` and grow by `next` until nothing is added.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The body.
    pub region: RegionId,
    /// Each set before the first round.
    pub initial: Vec<ValueId>,
    /// What a round adds to each set.
    pub next: Vec<ValueId>,
}

/// The values that an operation uses, those of loops and guards left out.
pub(crate) fn operands(op: &Op) -> Vec<ValueId> {
    match *op {
        Op::And(a, b)
        | Op::Or(a, b)
        | Op::Without(a, b)
        | Op::If(a, b)
        | Op::Both(a, b)
        | Op::Either(a, b)
        | Op::Compare(a, _, b)
        | Op::Binary(_, a, b) => {
            vec![a, b]
        }
        Op::Image(_, a) | Op::Some(a) | Op::Within(_, a) | Op::Not(a) => vec![a],
        Op::Ray { origin, through, .. } => vec![origin, through],
        Op::Constant(_)
        | Op::Row(_)
        | Op::Pieces(_)
        | Op::Param(..)
        | Op::Found(..)
        | Op::Guarded(_)
        | Op::Number(_)
        | Op::Variable(_)
        | Op::Count(_) => Vec::new(),
    }
}
