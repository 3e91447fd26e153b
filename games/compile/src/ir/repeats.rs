//! Loops and guarded parts that the rules repeat: what computes the same as a part made before is discarded, and its results are used.

use super::numbering::{Mark, Numbering};
use super::op::{Item, LoopId, Op, RegionId, RegionKind, ValueId, operands, with_operands};
use super::values::Values;
use std::collections::{BTreeMap, BTreeSet};

/// The results of a loop that begun at a mark, or those of an earlier loop that computes the same. The later one is then discarded.
pub(super) fn merge_loop(made: &mut Numbering, begun: &Mark, id: LoopId, found: Vec<ValueId>) -> Vec<ValueId> {
    let values = &made.values;
    let earlier = (0..id.0).map(LoopId).find(|&earlier| {
        let around = values.region(values.loop_of(earlier).region).parent;
        around.is_some_and(|around| made.is_visible(around)) && Pairs::new(values).are_same_loops(earlier, id)
    });
    let Some(earlier) = earlier else { return found };
    made.go_back(begun);
    (0..found.len() as u32).map(|i| made.intern(Op::Fixpoint(earlier, i))).collect()
}

/// The result of a guarded part that begun at a mark, or that of an earlier one that computes the same. The later one is then discarded.
pub(super) fn merge_guard(made: &mut Numbering, begun: &Mark, found: ValueId) -> ValueId {
    let values = &made.values;
    let earlier =
        (0..found.0).map(ValueId).find(|&earlier| made.is_visible(values.home(earlier)) && are_same_guards(values, earlier, found));
    if earlier.is_some() {
        made.go_back(begun);
    }
    earlier.unwrap_or(found)
}

fn are_same_guards(values: &Values, earlier: ValueId, later: ValueId) -> bool {
    let (&Op::GuardResult(one), &Op::GuardResult(other)) = (values.op(earlier), values.op(later)) else { return false };
    Pairs::new(values).are_same_parts(one, other) || have_same_results(values, one, other)
}

/// Whether two parts under the same guard have results that are made alike, though other values may have been made before one of them.
fn have_same_results(values: &Values, earlier: RegionId, later: RegionId) -> bool {
    match (values.region(earlier).kind, values.region(later).kind) {
        (RegionKind::Guard { guard: one, result: first }, RegionKind::Guard { guard: other, result: second }) => {
            one == other && are_made_alike(values, first, second, &mut BTreeSet::new())
        }
        _ => false,
    }
}

/// Whether two values are the same operation of values that are made alike. Pairs that are known to be alike are not compared again.
fn are_made_alike(values: &Values, earlier: ValueId, later: ValueId, known: &mut BTreeSet<(ValueId, ValueId)>) -> bool {
    if earlier == later || known.contains(&(earlier, later)) {
        return true;
    }
    let (these, those) = (operands(values.op(earlier)), operands(values.op(later)));
    let mut next = those.iter();
    let replaced = with_operands(values.op(earlier), |operand| *next.next().unwrap_or(&operand));
    let alike = these.len() == those.len()
        && replaced == *values.op(later)
        && these.iter().zip(those).all(|(&one, other)| are_made_alike(values, one, other, known));
    if alike {
        known.insert((earlier, later));
    }
    alike
}

/// The correspondence between the values, loops and guarded parts of two parts.
struct Pairs<'v> {
    all: &'v Values,
    values: BTreeMap<ValueId, ValueId>,
    loops: BTreeMap<LoopId, LoopId>,
    regions: BTreeMap<RegionId, RegionId>,
}

impl<'v> Pairs<'v> {
    fn new(all: &'v Values) -> Self {
        Pairs { all, values: BTreeMap::new(), loops: BTreeMap::new(), regions: BTreeMap::new() }
    }

    /// The earlier value. Those from outside both parts are their own.
    fn value(&self, later: ValueId) -> ValueId {
        self.values.get(&later).copied().unwrap_or(later)
    }

    /// Whether values of the later part correspond to these.
    fn are_same(&self, earlier: &[ValueId], later: &[ValueId]) -> bool {
        earlier.len() == later.len() && earlier.iter().zip(later).all(|(&one, &other)| one == self.value(other))
    }

    /// An operation of the later part in terms of the earlier one.
    fn op(&self, later: &Op) -> Op {
        let mut op = with_operands(later, |operand| self.value(operand));
        match &mut op {
            Op::Param(id, _) | Op::Fixpoint(id, _) => *id = self.loops.get(id).copied().unwrap_or(*id),
            Op::GuardResult(region) => *region = self.regions.get(region).copied().unwrap_or(*region),
            _ => {}
        }
        op
    }

    fn are_same_loops(&mut self, earlier: LoopId, later: LoopId) -> bool {
        let (one, other) = (self.all.loop_of(earlier), self.all.loop_of(later));
        self.loops.insert(later, earlier);
        self.are_same(&one.initial, &other.initial)
            && self.have_same_items(one.region, other.region)
            && self.are_same(&one.next, &other.next)
    }

    fn are_same_parts(&mut self, earlier: RegionId, later: RegionId) -> bool {
        self.regions.insert(later, earlier);
        match (self.all.region(earlier).kind, self.all.region(later).kind) {
            (RegionKind::Guard { guard: one, result: first }, RegionKind::Guard { guard: other, result: second }) => {
                one == self.value(other) && self.have_same_items(earlier, later) && first == self.value(second)
            }
            _ => false,
        }
    }

    fn have_same_items(&mut self, earlier: RegionId, later: RegionId) -> bool {
        let (these, those) = (&self.all.region(earlier).items, &self.all.region(later).items);
        these.len() == those.len()
            && these.iter().zip(those).all(|(&one, &other)| match (one, other) {
                (Item::Value(one), Item::Value(other)) => {
                    self.values.insert(other, one);
                    *self.all.op(one) == self.op(self.all.op(other))
                }
                (Item::Loop(one), Item::Loop(other)) => self.are_same_loops(one, other),
                (Item::Guard(one), Item::Guard(other)) => self.are_same_parts(one, other),
                _ => false,
            })
    }
}
