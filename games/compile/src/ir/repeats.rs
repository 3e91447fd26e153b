//! Loops and guarded parts that the rules repeat: what computes the same as a part made before is discarded, and its results are used.

use super::op::{Item, LoopId, Op, RegionId, RegionKind, ValueId, operands, with_operands};
use super::values::{Mark, Values};
use std::collections::{BTreeMap, BTreeSet};

/// What corresponds to the values, loops and guarded parts of the later of two parts in the earlier one.
#[derive(Default)]
struct Pairs {
    values: BTreeMap<ValueId, ValueId>,
    loops: BTreeMap<LoopId, LoopId>,
    regions: BTreeMap<RegionId, RegionId>,
}

impl Pairs {
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
}

impl Values {
    /// The results of a loop that begun at a mark, or those of an earlier loop that computes the same. The later one is then discarded.
    pub(super) fn merge_loop(&mut self, begun: &Mark, id: LoopId, found: Vec<ValueId>) -> Vec<ValueId> {
        let earlier = (0..id.0).map(LoopId).find(|&earlier| {
            let around = self.region(self.loop_of(earlier).region).parent;
            around.is_some_and(|around| self.is_visible(around)) && self.are_same_loops(earlier, id, &mut Pairs::default())
        });
        let Some(earlier) = earlier else { return found };
        self.go_back(begun);
        (0..found.len() as u32).map(|i| self.intern(Op::Fixpoint(earlier, i))).collect()
    }

    /// The result of a guarded part that begun at a mark, or that of an earlier one that computes the same. The later one is then discarded.
    pub(super) fn merge_guard(&mut self, begun: &Mark, found: ValueId) -> ValueId {
        let earlier =
            (0..found.0).map(ValueId).find(|&earlier| self.is_visible(self.home(earlier)) && self.are_same_guards(earlier, found));
        if earlier.is_some() {
            self.go_back(begun);
        }
        earlier.unwrap_or(found)
    }

    fn are_same_guards(&self, earlier: ValueId, later: ValueId) -> bool {
        let (&Op::GuardResult(one), &Op::GuardResult(other)) = (self.op(earlier), self.op(later)) else { return false };
        self.are_same_parts(one, other, &mut Pairs::default()) || self.have_same_results(one, other)
    }

    /// Whether two parts under the same guard have results that are made alike, though other values may have been made before one of them.
    fn have_same_results(&self, earlier: RegionId, later: RegionId) -> bool {
        match (self.region(earlier).kind, self.region(later).kind) {
            (RegionKind::Guard { guard: one, result: first }, RegionKind::Guard { guard: other, result: second }) => {
                one == other && self.are_made_alike(first, second, &mut BTreeSet::new())
            }
            _ => false,
        }
    }

    /// Whether two values are the same operation of values that are made alike. Pairs that are known to be alike are not compared again.
    fn are_made_alike(&self, earlier: ValueId, later: ValueId, known: &mut BTreeSet<(ValueId, ValueId)>) -> bool {
        if earlier == later || known.contains(&(earlier, later)) {
            return true;
        }
        let (these, those) = (operands(self.op(earlier)), operands(self.op(later)));
        let mut next = those.iter();
        let replaced = with_operands(self.op(earlier), |operand| *next.next().unwrap_or(&operand));
        let alike = these.len() == those.len()
            && replaced == *self.op(later)
            && these.iter().zip(those).all(|(&one, other)| self.are_made_alike(one, other, known));
        if alike {
            known.insert((earlier, later));
        }
        alike
    }

    fn are_same_loops(&self, earlier: LoopId, later: LoopId, pairs: &mut Pairs) -> bool {
        let (one, other) = (self.loop_of(earlier), self.loop_of(later));
        pairs.loops.insert(later, earlier);
        pairs.are_same(&one.initial, &other.initial)
            && self.have_same_items(one.region, other.region, pairs)
            && pairs.are_same(&one.next, &other.next)
    }

    fn are_same_parts(&self, earlier: RegionId, later: RegionId, pairs: &mut Pairs) -> bool {
        pairs.regions.insert(later, earlier);
        match (self.region(earlier).kind, self.region(later).kind) {
            (RegionKind::Guard { guard: one, result: first }, RegionKind::Guard { guard: other, result: second }) => {
                one == pairs.value(other) && self.have_same_items(earlier, later, pairs) && first == pairs.value(second)
            }
            _ => false,
        }
    }

    fn have_same_items(&self, earlier: RegionId, later: RegionId, pairs: &mut Pairs) -> bool {
        let (these, those) = (&self.region(earlier).items, &self.region(later).items);
        these.len() == those.len()
            && these.iter().zip(those).all(|(&one, &other)| match (one, other) {
                (Item::Value(one), Item::Value(other)) => {
                    pairs.values.insert(other, one);
                    *self.op(one) == pairs.op(self.op(other))
                }
                (Item::Loop(one), Item::Loop(other)) => self.are_same_loops(one, other, pairs),
                (Item::Guard(one), Item::Guard(other)) => self.are_same_parts(one, other, pairs),
                _ => false,
            })
    }
}
