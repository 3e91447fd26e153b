//! Examines a segment after assumed steps: sets that are the same from many squares are computed once, and squares that are only counted are not
//! collected in sets.

use crate::analysis::invariant_values::InvariantValues;
use crate::analysis::point_values::forms;
use crate::emit::code::Code;
use crate::emit::sets::{Placement, Set};
use crate::emit::values::Writer;
use crate::emit::{images, points, segment};
use crate::ir::{Exit, Op, Segment, ValueId, Values};
use crate::squares::Relation;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// Sets of fewer words are quicker to count than steps.
const FEWEST_WORDS: usize = 3;

/// The squares of an exit, or their number.
pub(crate) enum ExitSquares {
    Set(Set),
    Count(Value),
}

/// Makes such sets.
pub(crate) fn make_invariants(code: &mut Code<'_, '_>, segment: &Segment, invariant: &InvariantValues) -> Vec<Set> {
    let (square, count) = (code.number(0), segment.values.len());
    let (searches, unions) = ((0..count).map(|_| None).collect(), vec![None; count]);
    let (made, needed, forms) = (vec![None; count], vec![true; count], forms(code.program, segment));
    let mut writer = Writer { segment, square, ahead: &[], made, needed, forms, searches, unions };
    for &value in &invariant.made {
        let made = writer.make(code, value);
        writer.made[value.0 as usize] = Some(made);
    }
    invariant.wanted.iter().map(|&value| writer.set(code, value)).collect()
}

/// Such sets after the step on a square.
pub(crate) fn update_invariants(
    code: &mut Code<'_, '_>,
    segment: &Segment,
    invariant: &InvariantValues,
    made: &[Set],
    square: Value,
) -> Vec<(ValueId, Set)> {
    let update = |(&value, set): (&ValueId, &Set)| {
        let set = match invariant.updates.get(&value) {
            Some(update) => {
                let row = images::row(code, segment.values.table(update.step), square);
                if update.adds { code.or(set, &row) } else { code.without(set, &row) }
            }
            None => set.clone(),
        };
        (value, set)
    };
    invariant.wanted.iter().zip(made).map(update).collect()
}

/// Emits a segment from a square under some assumed changes, where some sets are known: the squares of each exit or, of those that are counted,
/// how many there are.
pub(crate) fn look(
    code: &mut Code<'_, '_>,
    segment: &Segment,
    square: Value,
    ahead: &[Placement],
    known: &[(ValueId, Set)],
    counted: &[bool],
) -> Vec<ExitSquares> {
    let wanted = segment.exits.iter().map(|exit| exit.squares).collect();
    let writer = segment::evaluate(code, segment, wanted, square, ahead, known);
    let see = |(exit, counted): (&Exit, &bool)| match counted {
        true => ExitSquares::Count(writer.exit_count(code, exit)),
        false => ExitSquares::Set(writer.exit_squares(code, exit)),
    };
    segment.exits.iter().zip(counted).map(see).collect()
}

impl Writer<'_> {
    /// The number of squares of an exit.
    fn exit_count(&self, code: &mut Code<'_, '_>, exit: &Exit) -> Value {
        if code.set_words() >= FEWEST_WORDS && are_distinct(&self.segment.values, exit.squares) {
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
                let to = points::steps(code, self.segment.values.table(table), &[self.square])[0];
                let exists = points::any_exists(code, &[to]);
                code.builder.ins().uextend(types::I64, exists)
            }
            ref other => unreachable!("{other:?} is no step"),
        }
    }
}

/// Whether the squares of which a value is made, each a step from the current one, are never equal.
fn are_distinct(values: &Values, value: ValueId) -> bool {
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
