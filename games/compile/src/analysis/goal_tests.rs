//! Goals: tests whether a fill reaches a neighbour of certain pieces, such as whether a chain of stones has a liberty. The answer is known as soon as
//! such a square is found, and at once if there is none on the board.
//!
//! The fill may spread over the squares of the goal as well, so that a round costs no more than one of the whole fill: before the first of them
//! is reached, all others are squares that the fill reaches anyway.

use super::fills::{Spread, by_shifts, spreads};
use crate::ir::op::operands;
use crate::ir::{LoopId, Op, Segment, ValueId, Values};
use crate::passes::{Pass, Passes};
use crate::squares::Relation;
use std::collections::BTreeSet;

/// A test whether a fill reaches a goal.
pub(crate) struct Search {
    fill: LoopId,
    /// The squares from which it starts.
    pub(crate) initial: ValueId,
    /// The only way in which it spreads.
    pub(crate) spread: Spread,
    /// The squares searched for.
    pub(crate) goal: ValueId,
}

/// The searches of a segment, by the numbers of the values that tell whether they succeed.
pub(crate) type Searches = Vec<Option<Search>>;

impl Search {
    /// The values that it needs.
    pub(crate) fn operands(&self) -> impl Iterator<Item = ValueId> {
        [self.initial, self.goal].into_iter().chain(self.spread.through.iter().map(|test| test.set))
    }
}

/// All tests of a segment that can be made as searches.
pub(crate) fn searches(segment: &Segment, passes: Passes) -> Searches {
    let values = &segment.values;
    let search = |op: &Op| match *op {
        Op::Some(set) if passes.has(Pass::FillSets) && passes.has(Pass::StopFills) => search(values, set),
        _ => None,
    };
    values.ops().iter().map(search).collect()
}

/// Leaves out those of fills that are needed for something else.
pub(crate) fn leave_out(searches: &mut Searches, values: &Values, needed: &[bool]) {
    let made = values.ops().iter().zip(needed).filter_map(|(op, &needed)| match *op {
        Op::Fixpoint(id, _) if needed => Some(id),
        _ => None,
    });
    let made: BTreeSet<LoopId> = made.collect();
    for search in searches {
        if search.as_ref().is_some_and(|search| made.contains(&search.fill)) {
            *search = None;
        }
    }
}

/// The search for a square of a set, if it is the part of a fixed set that is next to what a fill reaches.
fn search(values: &Values, set: ValueId) -> Option<Search> {
    let Op::And(a, b) = *values.op(set) else { return None };
    let (goal, beside) = if may_depend(values, a) { (b, a) } else { (a, b) };
    let (fill, relation) = beside_fill(values, beside)?;
    let [spread] = <[Spread; 1]>::try_from(spreads(values, fill)?).ok()?;
    let plain =
        spread.from.is_empty() && spread.between.is_none() && !spread.through.is_empty() && !spread.through.iter().any(|test| !test.inside);
    let possible = plain && spread.relation == relation && !may_depend(values, goal) && by_shifts(std::slice::from_ref(&spread));
    possible.then(|| Search { fill, initial: values.loop_of(fill).initial[0], spread, goal })
}

/// The fill of which a set is an image, and the relation.
fn beside_fill(values: &Values, set: ValueId) -> Option<(LoopId, Relation)> {
    match *values.op(set) {
        Op::Image(table, of) => match *values.op(of) {
            Op::Fixpoint(fill, 0) => Some((fill, values.table(table).clone())),
            _ => None,
        },
        Op::Or(a, b) => {
            let ((one, relation), (other, more)) = (beside_fill(values, a)?, beside_fill(values, b)?);
            (one == other).then(|| (one, relation.or(&more)))
        }
        _ => None,
    }
}

/// Whether a set may depend on what a fill reaches: on the result of a loop, of a guarded part or of a tried pattern.
fn may_depend(values: &Values, set: ValueId) -> bool {
    match values.op(set) {
        Op::Param(..) | Op::Fixpoint(..) | Op::GuardResult(_) | Op::Try(..) => true,
        op => operands(op).iter().any(|&operand| may_depend(values, operand)),
    }
}
