//! Looking at a segment after assumed steps: sets that are the same from many squares are made once, and squares that are only counted are not
//! made to sets.

use super::code::Code;
use super::needs::needed;
use super::operation::Writer;
use super::sets::{Put, Set};
use crate::board::Piece;
use crate::ir::op::operands;
use crate::ir::{Exit, Op, Segment, ValueId, Values};
use crate::passes::Pass;
use crate::squares::Relation;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use std::collections::BTreeSet;

/// Sets of fewer words are quicker to count than steps.
const FEWEST_WORDS: usize = 3;

/// Sets that are made once for many squares.
pub(super) struct Fixed {
    /// Those that are used for each square.
    pub(super) wanted: Vec<ValueId>,
    /// These, and those of which they are made.
    made: Vec<ValueId>,
}

/// What is looked at of an exit.
pub(super) enum Seen {
    Squares(Set),
    Count(Value),
}

impl Code<'_, '_> {
    /// The sets of a segment that are the same from all squares, under any changes of an old piece into a new one as these, if that saves images of
    /// the whole board.
    pub(super) fn fixed(&self, segment: &Segment, changes: &[(Piece, Piece)]) -> Option<Fixed> {
        let (values, forms) = (&segment.values, self.forms(segment));
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
        let gains = self.program.passes.has(Pass::HoistInvariants)
            && numbers().any(|value| is_fixed(&value) && matches!(values.op(value), Op::Image(..)));
        (gains && !wanted.is_empty()).then(|| Fixed { wanted, made: numbers().filter(is_fixed).collect() })
    }

    /// Makes such sets.
    pub(super) fn make_fixed(&mut self, segment: &Segment, fixed: &Fixed) -> Vec<Set> {
        let (square, count) = (self.number(0), segment.values.len());
        let (searches, unions) = ((0..count).map(|_| None).collect(), vec![None; count]);
        let (made, needed, forms) = (vec![None; count], vec![true; count], self.forms(segment));
        let mut writer = Writer { segment, square, ahead: &[], made, needed, forms, searches, unions };
        for &value in &fixed.made {
            let made = writer.make(self, value);
            writer.made[value.0 as usize] = Some(made);
        }
        fixed.wanted.iter().map(|&value| writer.set(self, value)).collect()
    }

    /// Emits a segment from a square under some assumed changes, where some sets are known: the squares of each exit or, of those that are counted,
    /// how many there are.
    pub(super) fn look(
        &mut self,
        segment: &Segment,
        square: Value,
        ahead: &[Put],
        known: &[(ValueId, Set)],
        counted: &[bool],
    ) -> Vec<Seen> {
        let wanted = segment.exits.iter().map(|exit| exit.squares).collect();
        let writer = self.written(segment, wanted, square, ahead, known);
        let see = |(exit, counted): (&Exit, &bool)| match counted {
            true => Seen::Count(writer.exit_count(self, exit)),
            false => Seen::Squares(writer.exit_squares(self, exit)),
        };
        segment.exits.iter().zip(counted).map(see).collect()
    }
}

impl Writer<'_> {
    /// The number of squares of an exit.
    fn exit_count(&self, code: &mut Code<'_, '_>, exit: &Exit) -> Value {
        if code.set_words() >= FEWEST_WORDS && differ(&self.segment.values, exit.squares) {
            return self.count_of(code, exit.squares);
        }
        let squares = self.exit_squares(code, exit);
        code.count(&squares)
    }

    /// The number of squares of a value that is made of different steps.
    fn count_of(&self, code: &mut Code<'_, '_>, value: ValueId) -> Value {
        match *self.segment.values.op(value) {
            Op::Or(a, b) => {
                let (a, b) = (self.count_of(code, a), self.count_of(code, b));
                code.builder.ins().iadd(a, b)
            }
            Op::If(condition, of) => {
                let (count, none) = (self.count_of(code, of), code.number(0));
                code.builder.ins().select(self.one(condition), count, none)
            }
            Op::Row(table) => {
                let to = code.steps(self.segment.values.table(table), &[self.square])[0];
                let exists = code.some_of(&[to]);
                code.builder.ins().uextend(types::I64, exists)
            }
            ref other => unreachable!("{other:?} is no step"),
        }
    }
}

/// Whether the squares of which a value is made, each a step from the current one, are never equal.
fn differ(values: &Values, value: ValueId) -> bool {
    let mut steps: Vec<&Relation> = Vec::new();
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        match *values.op(value) {
            Op::Or(a, b) => waiting.extend([a, b]),
            Op::If(_, of) => waiting.push(of),
            Op::Row(table) if values.table(table).is_function() => steps.push(values.table(table)),
            _ => return false,
        }
    }
    let apart = |a: &Relation, b: &Relation| a.rows().iter().zip(b.rows()).all(|(a, b)| a.intersection(b).is_empty());
    steps.iter().enumerate().all(|(n, a)| steps[..n].iter().all(|b| apart(a, b)))
}
