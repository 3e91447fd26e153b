//! Mutually exclusive steps: the condition of one rules out every other, so there is nothing to backtrack to.

use crate::board::Piece;
use crate::ir::{Exit, Op, RegionKind, ValueId, Values};
use std::collections::BTreeSet;

/// Whether at most one of these steps is possible, on at most one square.
pub(crate) fn are_exclusive(values: &Values, exits: &[Exit]) -> bool {
    let single = exits.iter().all(|exit| values.at_most_one(exit.squares));
    single && {
        let needs: Vec<Needs> = exits.iter().map(|exit| Needs::of(values, exit.squares)).collect();
        needs.iter().enumerate().all(|(i, one)| needs[..i].iter().all(|other| one.rules_out(values, other)))
    }
}

/// The conditions for a set to be nonempty.
#[derive(Default)]
struct Needs {
    /// Sets that have a square.
    some: BTreeSet<ValueId>,
    /// Sets that have none.
    none: BTreeSet<ValueId>,
    /// Conditions that hold.
    holding: BTreeSet<ValueId>,
    /// Conditions that do not hold.
    failing: BTreeSet<ValueId>,
}

impl Needs {
    fn of(values: &Values, set: ValueId) -> Self {
        let mut needs = Needs::default();
        needs.add_some(values, set);
        needs
    }

    fn add_some(&mut self, values: &Values, set: ValueId) {
        if !self.some.insert(set) {
            return;
        }
        match *values.op(set) {
            Op::And(a, b) => {
                self.add_some(values, a);
                self.add_some(values, b);
            }
            Op::Without(a, _) | Op::Try(_, a) | Op::Image(_, a) | Op::Ray { origin: a, .. } => self.add_some(values, a),
            // A ray has squares only if its origin has one.
            Op::Or(a, b) if matches!(*values.op(b), Op::Ray { origin, .. } if origin == a) => self.add_some(values, a),
            Op::Or(b, a) if matches!(*values.op(b), Op::Ray { origin, .. } if origin == a) => self.add_some(values, a),
            Op::If(condition, a) => {
                self.add_holding(values, condition);
                self.add_some(values, a);
            }
            Op::GuardResult(region) => {
                if let RegionKind::Guard { guard, result } = values.region(region).kind {
                    self.add_some(values, guard);
                    self.add_some(values, result);
                }
            }
            _ => {}
        }
    }

    fn add_holding(&mut self, values: &Values, condition: ValueId) {
        if !self.holding.insert(condition) {
            return;
        }
        match *values.op(condition) {
            Op::Both(a, b) => {
                self.add_holding(values, a);
                self.add_holding(values, b);
            }
            Op::Not(a) => self.add_failing(values, a),
            Op::Some(set) => self.add_some(values, set),
            Op::GuardResult(region) => {
                if let RegionKind::Guard { guard, result } = values.region(region).kind {
                    self.add_some(values, guard);
                    self.add_holding(values, result);
                }
            }
            _ => {}
        }
    }

    fn add_failing(&mut self, values: &Values, condition: ValueId) {
        if !self.failing.insert(condition) {
            return;
        }
        match *values.op(condition) {
            Op::Either(a, b) => {
                self.add_failing(values, a);
                self.add_failing(values, b);
            }
            Op::Not(a) => self.add_holding(values, a),
            Op::Some(set) => {
                self.none.insert(set);
            }
            _ => {}
        }
    }

    /// Whether the two contradict each other.
    fn rules_out(&self, values: &Values, other: &Needs) -> bool {
        let differ = |a: &Needs, b: &Needs| !a.some.is_disjoint(&b.none) || !a.holding.is_disjoint(&b.failing);
        differ(self, other)
            || differ(other, self)
            || self.pieces(values).any(|(square, pieces)| {
                other.pieces(values).any(|(same, others)| same == square && !pieces.iter().any(|piece| others.contains(piece)))
            })
    }

    /// Single squares that hold one of some pieces, by the sets that these squares are.
    fn pieces<'v>(&self, values: &'v Values) -> impl Iterator<Item = (ValueId, &'v [Piece])> {
        self.some.iter().filter_map(|&set| match *values.op(set) {
            Op::And(a, b) => match (values.op(a), values.op(b)) {
                (Op::Pieces(pieces), _) if values.at_most_one(b) => Some((b, &pieces[..])),
                (_, Op::Pieces(pieces)) if values.at_most_one(a) => Some((a, &pieces[..])),
                _ => None,
            },
            _ => None,
        })
    }
}
