//! Walks of which only the end matters: a loop that goes step by step from known squares through squares of one set, and from which something leads on
//! from one place of each way only. Whether that place is reached is one test of all squares on the way there.

use super::builder::Builder;
use super::op::{LoopId, Op, TableId, ValueId};
use crate::squares::{Relation, SquareSet};

/// The most squares from which a walk starts.
const MOST_ORIGINS: usize = 2;

impl Builder {
    /// The image of what a loop reaches, if it is such a walk.
    pub(super) fn image_of_walk(&mut self, relation: &Relation, id: LoopId) -> Option<ValueId> {
        let ([initial], [next]) = (&self.made.values.loop_of(id).initial[..], &self.made.values.loop_of(id).next[..]) else { return None };
        let Op::Row(origins) = *self.made.values.op(*initial) else { return None };
        let (step, through) = self.only_way(id, *next)?;
        let (origins, step) = (self.made.values.table(origins).clone(), self.made.values.table(step).clone());
        let most = origins.rows().iter().map(SquareSet::len).max().unwrap_or(0);
        if !self.walks || most > MOST_ORIGINS || !step.is_function() || !self.made.is_visible(self.made.values.home(through)) {
            return None;
        }
        let mut found: Option<ValueId> = None;
        for n in 0..most {
            let ways: Option<Vec<Way>> = origins.rows().iter().map(|row| way(row.iter().nth(n), &step, relation)).collect();
            let (between, ends): (Vec<SquareSet>, Vec<SquareSet>) = ways?.into_iter().map(|way| (way.between, way.end)).unzip();
            let passes = self.within(Relation::from_rows(between), through);
            let end = self.row(Relation::from_rows(ends));
            let reached = self.only_if(passes, end);
            found = Some(found.map_or(reached, |found| self.or(found, reached)));
        }
        found
    }

    /// The step of a loop that makes one step in a round, to squares of a set made before the loop; and that set.
    fn only_way(&self, id: LoopId, next: ValueId) -> Option<(TableId, ValueId)> {
        let Op::And(a, b) = *self.made.values.op(next) else { return None };
        let steps = |value: ValueId| match *self.made.values.op(value) {
            Op::Image(step, from) if matches!(*self.made.values.op(from), Op::Param(of, _) if of == id) => Some(step),
            _ => None,
        };
        let (step, through) = steps(a).map(|step| (step, b)).or_else(|| steps(b).map(|step| (step, a)))?;
        (!self.made.values.is_made_in(through, self.made.values.loop_of(id).region)).then_some((step, through))
    }
}

/// The way from a square to the only place on its walk from which a relation leads on.
struct Way {
    /// The squares after the first, up to that place.
    between: SquareSet,
    /// Where it leads.
    end: SquareSet,
}

/// The way from a square, if it has at most one such place.
fn way(origin: Option<usize>, step: &Relation, relation: &Relation) -> Option<Way> {
    let nothing = SquareSet::empty(step.squares());
    let mut found = Way { between: nothing.clone(), end: nothing.clone() };
    let (mut here, mut seen) = (origin, nothing);
    while let Some(square) = here.filter(|&square| !seen.contains(square)) {
        seen.insert(square);
        let leads = &relation.rows()[square];
        if !leads.is_empty() {
            if !found.end.is_empty() {
                return None;
            }
            let origin = SquareSet::one(step.squares(), origin.expect("a walk has begun"));
            found = Way { between: seen.without(&origin), end: leads.clone() };
        }
        here = step.rows()[square].iter().next();
    }
    Some(found)
}
