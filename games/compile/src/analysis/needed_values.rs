//! The values of a segment that must be computed: those that others need.

use super::point_values::split;
use crate::ir::op::operands;
use crate::ir::{Op, RegionKind, Segment, ValueId};

/// The values that some values need. Squares are tested for their pieces without the set of all squares with these; `instead` gives what is needed
/// in place of the operands of a value that is made in another way than by its operation.
pub(crate) fn needed(
    segment: &Segment,
    roots: &[ValueId],
    forms: &[Option<usize>],
    instead: impl Fn(ValueId) -> Option<Vec<ValueId>>,
) -> Vec<bool> {
    let values = &segment.values;
    let mut needed = vec![false; values.len()];
    let mut stack = roots.to_vec();
    while let Some(value) = stack.pop() {
        if std::mem::replace(&mut needed[value.0 as usize], true) {
            continue;
        }
        if let Some(others) = instead(value) {
            stack.extend(others);
            continue;
        }
        let op = values.op(value);
        match split(op, forms) {
            Some((points, test)) if forms[value.0 as usize].is_some() && matches!(values.op(test), Op::Pieces(_) | Op::Constant(_)) => {
                stack.push(points);
            }
            _ => stack.extend(operands(op)),
        }
        match op {
            Op::Param(id, _) | Op::Fixpoint(id, _) => {
                let body = values.loop_of(*id);
                stack.extend(body.initial.iter().chain(&body.next));
            }
            Op::GuardResult(region) => {
                if let RegionKind::Guard { guard, result } = values.region(*region).kind {
                    stack.extend([guard, result]);
                }
            }
            _ => {}
        }
    }
    needed
}
