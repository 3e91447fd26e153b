//! Emptiness tests of unions: the parts are tested one after another, up to the first nonempty one, and values that only later parts need are not
//! computed before.

use super::goal_tests::Searches;
use crate::ir::op::operands;
use crate::ir::{Item, LoopId, Op, Segment, ValueId, Values};
use crate::passes::{Pass, Passes};
use std::collections::BTreeSet;

/// A part of a union: the sets whose intersection it is.
pub(crate) type Part = Vec<ValueId>;

/// The tests of a segment that are made part by part, by the numbers of their values.
pub(crate) type Unions = Vec<Option<Vec<Part>>>;

/// The tests that are made so: those outside loops and guarded parts for which the parts take several loops. Parts without a loop come first.
pub(crate) fn unions(segment: &Segment, searches: &Searches, passes: Passes) -> Unions {
    let values = &segment.values;
    let mut loops: Vec<Option<LoopId>> = Vec::new();
    for op in values.ops() {
        loops.push(match *op {
            Op::Fixpoint(id, _) => Some(id),
            _ => operands(op).iter().find_map(|operand| loops[operand.0 as usize]),
        });
    }
    let mut unions: Unions = vec![None; values.len()];
    for item in values.whole().items.iter().filter(|_| passes.has(Pass::ShortenUnions)) {
        if let Item::Value(value) = *item
            && let Op::Some(set) = *values.op(value)
            && searches[value.0 as usize].is_none()
        {
            let mut parts = Vec::new();
            split_union(values, set, &mut Vec::new(), &mut parts);
            let first_loop = |part: &Part| part.iter().find_map(|set| loops[set.0 as usize]);
            parts.sort_by_key(|part| first_loop(part).is_some());
            if parts.iter().filter_map(first_loop).collect::<BTreeSet<LoopId>>().len() > 1 {
                unions[value.0 as usize] = Some(parts);
            }
        }
    }
    unions
}

/// Adds the parts of a set, all of them within some others.
fn split_union(values: &Values, set: ValueId, within: &mut Part, parts: &mut Vec<Part>) {
    match *values.op(set) {
        Op::Or(a, b) => {
            split_union(values, a, within, parts);
            split_union(values, b, within, parts);
        }
        Op::And(a, b) if matches!(values.op(a), Op::Or(..)) != matches!(values.op(b), Op::Or(..)) => {
            let (union, other) = if matches!(values.op(a), Op::Or(..)) { (a, b) } else { (b, a) };
            within.push(other);
            split_union(values, union, within, parts);
            within.pop();
        }
        _ => parts.push(within.iter().copied().chain([set]).collect()),
    }
}
