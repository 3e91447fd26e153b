//! Recognises fills: loops in which a set only grows by steps through unchanged squares, or by jumps over them.

use crate::ir::{LoopId, Op, ValueId, Values};
use crate::squares::Relation;

/// More shifts of the whole board in one round than this cost more than taking square by square.
const MOST_SHIFTS: usize = 12;

/// Whether squares must be in a set, or must not be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Test {
    pub(crate) set: ValueId,
    pub(crate) inside: bool,
}

/// The squares over which a spread leads: one or none from each square.
#[derive(PartialEq, Eq)]
pub(crate) struct Crossing {
    pub(crate) step: Relation,
    pub(crate) tests: Vec<Test>,
}

/// One way in which a fill spreads: a relation, the tests of its origins and its targets, and the squares between them.
pub(crate) struct Spread {
    pub(crate) relation: Relation,
    pub(crate) from: Vec<Test>,
    pub(crate) between: Option<Crossing>,
    pub(crate) through: Vec<Test>,
}

/// The ways in which a loop spreads, if it is a fill.
pub(crate) fn spreads(values: &Values, id: LoopId) -> Option<Vec<Spread>> {
    let body = values.loop_of(id);
    let [next] = body.next[..] else { return None };
    let mut found = Vec::new();
    Spreads { values, id, found: &mut found }.add_ways(next, &mut Vec::new())?;
    // A slide that nothing stops goes one way only: it gains nothing.
    let slides =
        |spread: &Spread| spread.from.is_empty() && spread.between.is_none() && spread.through.is_empty() && spread.relation.is_function();
    let jumps = found.iter().any(|spread| spread.between.is_some());
    let gains = found.len() > 1 || found.iter().any(|spread| !slides(spread));
    (gains && !(jumps && by_shifts(&found))).then_some(found)
}

/// Whether shifts of the whole board are the quicker way to fill.
pub(crate) fn by_shifts(spreads: &[Spread]) -> bool {
    spreads.iter().map(|spread| spread.relation.shift_count()).sum::<usize>() <= MOST_SHIFTS
}

/// The ways in which a loop spreads, as far as they are known.
struct Spreads<'v> {
    values: &'v Values,
    id: LoopId,
    found: &'v mut Vec<Spread>,
}

impl Spreads<'_> {
    /// Adds those of a value that is made in the loop; `through` are the tests of its squares.
    fn add_ways(&mut self, value: ValueId, through: &mut Vec<Test>) -> Option<()> {
        if let Op::Or(a, b) = *self.values.op(value) {
            self.add_ways(a, through)?;
            return self.add_ways(b, through);
        }
        if let Some((of, test)) = self.tested(value) {
            through.push(test);
            self.add_ways(of, through)?;
            through.pop();
            return Some(());
        }
        let Op::Image(table, of) = *self.values.op(value) else {
            // Nothing is added to what is there.
            return self.is_param(value).then_some(());
        };
        let mut relation = self.values.table(table).clone();
        let (mut of, mut from) = self.tests(of);
        let mut between = None;
        if let Op::Image(table, origins) = *self.values.op(of)
            && self.values.table(table).is_function()
        {
            let step = self.values.table(table).clone();
            relation = step.then(&relation);
            between = (!from.is_empty()).then_some(Crossing { step, tests: from });
            (of, from) = self.tests(origins);
        }
        if !self.is_param(of) {
            return None;
        }
        from.retain(|test| match self.values.op(test.set) {
            Op::Constant(set) => {
                relation = relation.out_of(set, test.inside);
                false
            }
            _ => true,
        });
        match self.found.iter().position(|spread| spread.from == from && spread.between == between && spread.through == *through) {
            Some(same) => self.found[same].relation = self.found[same].relation.or(&relation),
            None => self.found.push(Spread { relation, from, between, through: through.clone() }),
        }
        Some(())
    }

    fn is_param(&self, value: ValueId) -> bool {
        matches!(*self.values.op(value), Op::Param(this, _) if this == self.id)
    }

    /// A value without the tests of its squares by sets that do not change, and these.
    fn tests(&self, mut value: ValueId) -> (ValueId, Vec<Test>) {
        let mut tests = Vec::new();
        while let Some((of, test)) = self.tested(value) {
            value = of;
            tests.push(test);
        }
        (value, tests)
    }

    /// A value without one such test, and the test.
    fn tested(&self, value: ValueId) -> Option<(ValueId, Test)> {
        let is_fixed = |value| !self.values.is_made_in(value, self.values.loop_of(self.id).region);
        match *self.values.op(value) {
            Op::And(of, set) | Op::And(set, of) if is_fixed(set) => Some((of, Test { set, inside: true })),
            Op::Without(of, set) if is_fixed(set) => Some((of, Test { set, inside: false })),
            _ => None,
        }
    }
}
