//! Sets of a segment that are the same from all squares after assumed steps, computed once for all of them; and images of pieces that differ only by
//! the image of one step's square, which is added or removed for each.

use super::needed_values::needed;
use super::point_values::forms;
use crate::board::Piece;
use crate::ir::op::TableId;
use crate::ir::op::operands;
use crate::ir::{Op, Segment, ValueId, Values};
use crate::passes::Pass;
use crate::program::Program;
use std::collections::{BTreeMap, BTreeSet};

/// An image takes longer to make again than to update if it takes more shifts than this.
const MOST_SHIFTS: usize = 4;

/// How an image differs after a step on a square: by what leads there.
#[derive(Clone, Copy)]
pub(crate) struct Update {
    pub(crate) step: TableId,
    /// Whether the images of the square are added.
    pub(crate) adds: bool,
}

/// Sets that are made once for many squares.
pub(crate) struct InvariantValues {
    /// Those that are used for each square.
    pub(crate) wanted: Vec<ValueId>,
    /// Those of them that are updated for each square.
    pub(crate) updates: BTreeMap<ValueId, Update>,
    /// These, and those of which they are made.
    pub(crate) made: Vec<ValueId>,
}

/// How the image of some pieces differs after a step that changes these, if that can be told from the square of the step.
fn update(values: &Values, op: &Op, changes: &[(Piece, Piece)]) -> Option<Update> {
    let (&Op::Image(step, from), &[(old, new)]) = (op, changes) else { return None };
    let Op::Pieces(pieces) = values.op(from) else { return None };
    let adds = pieces.contains(&new);
    let relation = values.table(step);
    // What is taken away must not be reached from other squares as well.
    let known = adds || relation.inverse().is_function();
    (adds != pieces.contains(&old) && known && relation.shift_count() > MOST_SHIFTS).then_some(Update { step, adds })
}

/// The sets of a segment that are the same from all squares, under any changes of an old piece into a new one as these, if that saves images of
/// the whole board.
pub(crate) fn invariant_values(program: &Program, segment: &Segment, changes: &[(Piece, Piece)]) -> Option<InvariantValues> {
    let (values, forms) = (&segment.values, forms(program, segment));
    let exits: Vec<ValueId> = segment.exits.iter().map(|exit| exit.squares).collect();
    let needed = needed(segment, &exits, &forms, |_| None);
    let mut fixed = vec![false; values.len()];
    let mut updates = BTreeMap::new();
    for (i, op) in values.ops().iter().enumerate() {
        if let Some(update) = update(values, op, changes).filter(|_| needed[i] && forms[i].is_none()) {
            updates.insert(ValueId(i as u32), update);
        }
        fixed[i] = match op {
            Op::Constant(_) => true,
            Op::Pieces(pieces) => changes.iter().all(|(old, new)| pieces.contains(old) == pieces.contains(new)),
            Op::And(..) | Op::Or(..) | Op::Without(..) | Op::Image(..) => operands(op).iter().all(|value| fixed[value.0 as usize]),
            _ => false,
        } && forms[i].is_none();
    }
    let numbers = || (0..values.len() as u32).map(ValueId).filter(|value| needed[value.0 as usize]);
    let is_fixed = |value: &ValueId| fixed[value.0 as usize];
    let is_other = |value: &ValueId| !is_fixed(value) && !updates.contains_key(value);
    let others = numbers().filter(is_other).flat_map(|value| operands(values.op(value)));
    let is_made = |value: &ValueId| matches!(values.op(*value), Op::And(..) | Op::Or(..) | Op::Without(..) | Op::Image(..));
    let used = others.chain(exits.iter().copied()).filter(|value| is_fixed(value) && is_made(value));
    let wanted: Vec<ValueId> = used.chain(updates.keys().copied()).collect::<BTreeSet<_>>().into_iter().collect();
    let is_image = |value: ValueId| is_fixed(&value) && matches!(values.op(value), Op::Image(..));
    let gains = program.passes.has(Pass::HoistInvariants) && (!updates.is_empty() || numbers().any(is_image));
    let sources: BTreeSet<ValueId> = updates.keys().flat_map(|&value| operands(values.op(value)).into_iter().chain([value])).collect();
    let made = numbers().filter(|value| is_fixed(value) || sources.contains(value)).collect();
    (gains && !wanted.is_empty()).then_some(InvariantValues { wanted, updates, made })
}
