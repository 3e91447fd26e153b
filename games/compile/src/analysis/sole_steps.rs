//! Irrelevant squares: after a step there, only the same single step is left, on the same square. This depends on one condition, which can be bounded
//! for all squares of the board at once.

use crate::ir::{Op, RegionKind, Segment, ValueId, Values};
use crate::squares::Relation;

/// The step that is left if a condition has a given value.
#[derive(Clone, Copy)]
pub(crate) struct SoleStep {
    /// The exit, by its number in the segment.
    pub(crate) exit: usize,
    /// The condition, and the value with which other steps may be possible.
    pub(crate) condition: ValueId,
    pub(crate) differs: bool,
}

/// The step left in a segment under a condition, if there is one.
pub(crate) fn sole_step(segment: &Segment) -> Option<SoleStep> {
    let values = &segment.values;
    (0..segment.exits.len()).find_map(|n| {
        let (condition, holds, of) = only_exit(segment, n)?;
        let Op::Row(table) = *values.op(of) else { return None };
        let stays = *values.table(table) == Relation::identity(values.table(table).squares());
        stays.then_some(SoleStep { exit: n, condition, differs: !holds })
    })
}

/// The condition on which an exit depends, the value with which it is possible, and its squares then, if no other exit is possible with that value.
pub(crate) fn only_exit(segment: &Segment, n: usize) -> Option<(ValueId, bool, ValueId)> {
    let values = &segment.values;
    let Op::If(condition, of) = *values.op(segment.exits[n].squares) else { return None };
    let (condition, holds) = match *values.op(condition) {
        Op::Not(condition) => (condition, false),
        _ => (condition, true),
    };
    let known = Assumption { values, condition, holds };
    let alone = segment.exits.iter().enumerate().all(|(other, exit)| other == n || known.leaves_none(exit.squares));
    alone.then_some((condition, holds, of))
}

/// The facts that hold if a condition has a value.
struct Assumption<'v> {
    values: &'v Values,
    condition: ValueId,
    holds: bool,
}

impl Assumption<'_> {
    fn leaves_none(&self, set: ValueId) -> bool {
        match *self.values.op(set) {
            Op::Constant(ref squares) => squares.is_empty(),
            Op::And(a, b) => self.leaves_none(a) || self.leaves_none(b),
            Op::Or(a, b) => self.leaves_none(a) && self.leaves_none(b),
            Op::Without(a, _) | Op::Image(_, a) | Op::Ray { origin: a, .. } => self.leaves_none(a),
            Op::If(condition, a) => self.known_value(condition) == Some(false) || self.leaves_none(a),
            Op::GuardResult(region) => match self.values.region(region).kind {
                RegionKind::Guard { guard, result } => self.leaves_none(guard) || self.leaves_none(result),
                RegionKind::Whole | RegionKind::Loop(_) => false,
            },
            _ => false,
        }
    }

    fn known_value(&self, condition: ValueId) -> Option<bool> {
        if condition == self.condition {
            return Some(self.holds);
        }
        match *self.values.op(condition) {
            Op::Not(a) => self.known_value(a).map(|value| !value),
            Op::Both(a, b) if self.known_value(a) == Some(false) || self.known_value(b) == Some(false) => Some(false),
            Op::Holds(holds) => Some(holds),
            _ => None,
        }
    }
}
