//! Sets of a segment that are the same from all squares after assumed steps, and are made once for all of them.

use super::needed_values::needed;
use super::point_values::forms;
use crate::board::Piece;
use crate::ir::op::operands;
use crate::ir::{Op, Segment, ValueId};
use crate::passes::Pass;
use crate::program::Program;
use std::collections::BTreeSet;

/// Sets that are made once for many squares.
pub(crate) struct InvariantValues {
    /// Those that are used for each square.
    pub(crate) wanted: Vec<ValueId>,
    /// These, and those of which they are made.
    pub(crate) made: Vec<ValueId>,
}

/// The sets of a segment that are the same from all squares, under any changes of an old piece into a new one as these, if that saves images of
/// the whole board.
pub(crate) fn invariant_values(program: &Program, segment: &Segment, changes: &[(Piece, Piece)]) -> Option<InvariantValues> {
    let (values, forms) = (&segment.values, forms(program, segment));
    let exits: Vec<ValueId> = segment.exits.iter().map(|exit| exit.squares).collect();
    let needed = needed(segment, &exits, &forms, |_| None);
    let mut fixed = vec![false; values.len()];
    for (i, op) in values.ops().iter().enumerate() {
        fixed[i] = match op {
            Op::Constant(_) => true,
            Op::Pieces(pieces) => changes.iter().all(|(old, new)| pieces.contains(old) == pieces.contains(new)),
            Op::And(..) | Op::Or(..) | Op::Without(..) | Op::Image(..) => operands(op).iter().all(|value| fixed[value.0 as usize]),
            _ => false,
        } && forms[i].is_none();
    }
    let numbers = || (0..values.len() as u32).map(ValueId).filter(|value| needed[value.0 as usize]);
    let is_fixed = |value: &ValueId| fixed[value.0 as usize];
    let others = numbers().filter(|value| !is_fixed(value)).flat_map(|value| operands(values.op(value)));
    let is_made = |value: &ValueId| matches!(values.op(*value), Op::And(..) | Op::Or(..) | Op::Without(..) | Op::Image(..));
    let used = others.chain(exits.iter().copied()).filter(|value| is_fixed(value) && is_made(value));
    let wanted: Vec<ValueId> = used.collect::<BTreeSet<_>>().into_iter().collect();
    let gains =
        program.passes.has(Pass::HoistInvariants) && numbers().any(|value| is_fixed(&value) && matches!(values.op(value), Op::Image(..)));
    (gains && !wanted.is_empty()).then(|| InvariantValues { wanted, made: numbers().filter(is_fixed).collect() })
}
