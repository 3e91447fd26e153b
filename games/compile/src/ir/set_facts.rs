//! Facts about a set derived from its definition: the number of its squares, the possible squares, their pieces, and its condition.

use super::op::{Op, TableId, ValueId};
use super::values::Values;
use crate::board::Piece;
use std::collections::BTreeMap;

impl Values {
    /// The condition under which a set is another one rather than empty.
    pub(super) fn condition(&self, set: ValueId) -> Option<ValueId> {
        match self.op(set) {
            Op::If(condition, _) => Some(*condition),
            _ => None,
        }
    }

    /// The other set.
    pub(super) fn unconditional(&self, set: ValueId) -> ValueId {
        match self.op(set) {
            Op::If(_, set) => *set,
            _ => set,
        }
    }

    /// Whether a set never has two squares.
    pub(crate) fn at_most_one(&self, set: ValueId) -> bool {
        match self.op(set) {
            Op::Constant(set) => set.len() <= 1,
            Op::Row(table) => self.table(*table).is_function(),
            Op::And(a, b) => self.at_most_one(*a) || self.at_most_one(*b) || self.stops_ray(*a, *b) || self.stops_ray(*b, *a),
            Op::Without(a, _) | Op::If(_, a) | Op::Try(_, a) => self.at_most_one(*a),
            Op::Image(table, a) => self.table(*table).is_function() && self.at_most_one(*a),
            Op::GuardResult(region) => self.at_most_one(self.guarded(*region)),
            _ => false,
        }
    }

    /// Whether one set has the squares one step beyond those of a ray from a single square, and the other none that the ray may pass. Their
    /// intersection is then at most the square that stops the ray.
    fn stops_ray(&self, behind: ValueId, stops: ValueId) -> bool {
        let Op::Image(table, passed) = *self.op(behind) else { return false };
        let (start, ray) = match *self.op(passed) {
            Op::Or(a, b) if matches!(self.op(a), Op::Ray { .. }) => (Some(b), a),
            Op::Or(a, b) => (Some(a), b),
            _ => (None, passed),
        };
        let Op::Ray { step, origin, through, .. } = *self.op(ray) else { return false };
        let passes = |set: ValueId| match (self.pieces_on(set), self.pieces_on(stops)) {
            (Some(pieces), Some(others)) => pieces.iter().any(|piece| others.contains(piece)),
            _ => true,
        };
        step == table && start.is_none_or(|start| start == origin) && self.at_most_one(origin) && !passes(through)
    }

    /// Whether a set has no square but the current one.
    pub(crate) fn stays(&self, set: ValueId) -> bool {
        self.stays_as_known(set, &mut BTreeMap::new())
    }

    /// The same, with what is known of other sets: parts that many sets have in common are looked at once.
    fn stays_as_known(&self, set: ValueId, known: &mut BTreeMap<ValueId, bool>) -> bool {
        if let Some(&known) = known.get(&set) {
            return known;
        }
        let stays = match self.op(set) {
            Op::Constant(set) => set.is_empty(),
            Op::Row(table) => self.table(*table).rows().iter().enumerate().all(|(square, row)| row.iter().all(|to| to == square)),
            Op::And(a, b) => self.stays_as_known(*a, known) || self.stays_as_known(*b, known),
            Op::Or(a, b) => self.stays_as_known(*a, known) && self.stays_as_known(*b, known),
            Op::Without(a, _) | Op::If(_, a) | Op::Try(_, a) => self.stays_as_known(*a, known),
            Op::GuardResult(region) => self.stays_as_known(self.guarded(*region), known),
            _ => false,
        };
        known.insert(set, stays);
        stays
    }

    /// Whether a set always has a square.
    pub(crate) fn never_empty(&self, set: ValueId) -> bool {
        match self.op(set) {
            Op::Constant(set) => !set.is_empty(),
            Op::Row(table) => self.table(*table).rows().iter().all(|row| !row.is_empty()),
            Op::Or(a, b) => self.never_empty(*a) || self.never_empty(*b),
            // A loop only adds to what it begins with.
            Op::Fixpoint(id, i) => self.folds && self.never_empty(self.loop_of(*id).initial[*i as usize]),
            _ => false,
        }
    }

    /// The pieces that can be on the squares of a set, if they are known.
    pub(crate) fn pieces_on(&self, set: ValueId) -> Option<Vec<Piece>> {
        match self.op(set) {
            Op::Pieces(pieces) => Some(pieces.clone()),
            Op::And(a, b) => match (self.pieces_on(*a), self.pieces_on(*b)) {
                (Some(x), Some(y)) => Some(x.into_iter().filter(|piece| y.contains(piece)).collect()),
                (x, y) => x.or(y),
            },
            Op::Or(a, b) => {
                let mut both = self.pieces_on(*a)?;
                both.extend(self.pieces_on(*b)?);
                both.sort_unstable();
                both.dedup();
                Some(both)
            }
            Op::Without(a, _) | Op::If(_, a) | Op::Try(_, a) => self.pieces_on(*a),
            Op::Ray { through, .. } => self.pieces_on(*through),
            Op::GuardResult(region) => self.pieces_on(self.guarded(*region)),
            Op::Image(back, there) => self.origin(*there, *back).and_then(|from| self.pieces_on(from)),
            _ => None,
        }
    }

    /// The set from whose squares one step led to those of another, if a second step leads back to no other squares.
    fn origin(&self, there: ValueId, back: TableId) -> Option<ValueId> {
        match *self.op(there) {
            Op::Image(step, from) => {
                let returned = self.table(step).then(self.table(back));
                returned.rows().iter().enumerate().all(|(square, row)| row.iter().all(|to| to == square)).then_some(from)
            }
            Op::And(a, b) => self.origin(a, back).or_else(|| self.origin(b, back)),
            Op::Without(a, _) | Op::If(_, a) | Op::Try(_, a) => self.origin(a, back),
            _ => None,
        }
    }
}
