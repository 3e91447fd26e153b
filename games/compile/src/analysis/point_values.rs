//! The values of a segment that are kept as numbers of a few squares instead of whole sets (see `emit::points`).

use crate::ir::{Op, RegionKind, Segment, ValueId, Values};
use crate::passes::Pass;
use crate::program::Program;

/// Sets of fewer words are quicker than numbers.
const FEWEST_WORDS: usize = 2;

/// No more squares than this are kept as numbers, and no more than half the words of a set.
const MOST_POINTS: usize = 8;

/// How many numbers each value takes that is kept as numbers of squares, by the numbers of the values.
pub(crate) type Forms = Vec<Option<usize>>;

/// The forms of a segment's values.
pub(crate) fn forms(program: &Program, segment: &Segment) -> Forms {
    let words = program.layout.set_words;
    if words < FEWEST_WORDS || !program.passes.has(Pass::KeepPoints) {
        return vec![None; segment.values.len()];
    }
    let mut forms = possible(&segment.values, words);
    keep_wanted(segment, &mut forms);
    forms
}

/// The values that can be kept as numbers.
fn possible(values: &Values, words: usize) -> Forms {
    let mut forms: Forms = vec![None; values.len()];
    let most = (words / 2).clamp(1, MOST_POINTS);
    for (i, op) in values.ops().iter().enumerate() {
        let of = |value: ValueId| forms[value.0 as usize];
        forms[i] = match *op {
            Op::Constant(ref set) => (set.len() <= 1).then_some(set.len()),
            Op::Row(table) => values.table(table).is_function().then_some(1),
            Op::And(a, b) => of(a).into_iter().chain(of(b)).min(),
            Op::Or(a, b) => of(a).zip(of(b)).map(|(a, b)| a + b).filter(|&sum| sum <= most),
            Op::Without(a, _) | Op::If(_, a) | Op::Try(_, a) => of(a),
            Op::Image(table, a) => of(a).filter(|_| values.table(table).is_function()),
            Op::GuardResult(region) => of(values.guarded(region)),
            _ => None,
        };
    }
    forms
}

/// Makes whole sets of the values that are used as such only: a table's row costs less than the set of a number.
fn keep_wanted(segment: &Segment, forms: &mut [Option<usize>]) {
    let values = &segment.values;
    let mut wanted = vec![false; forms.len()];
    for exit in &segment.exits {
        wanted[exit.squares.0 as usize] = is_point(forms, exit.squares);
    }
    for (i, op) in values.ops().iter().enumerate().rev() {
        if !wanted[i] && !matches!(op, Op::Try(..)) {
            forms[i] = None;
        }
        let mut want = |value: ValueId| wanted[value.0 as usize] = true;
        match *op {
            Op::Image(_, a) | Op::Some(a) | Op::Try(_, a) | Op::Ray { origin: a, .. } => want(a),
            Op::If(_, a) if forms[i].is_some() => want(a),
            Op::And(a, b) | Op::Or(a, b) | Op::Without(a, b) if forms[i].is_some() => {
                want(a);
                want(b);
            }
            Op::GuardResult(region) => {
                if let RegionKind::Guard { guard, result } = values.region(region).kind {
                    want(guard);
                    if forms[i].is_some() {
                        want(result);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a set that leaves the segment is given by the number of its only square.
pub(crate) fn is_point(forms: &[Option<usize>], set: ValueId) -> bool {
    forms[set.0 as usize] == Some(1)
}

/// For an intersection or a difference made of numbers: the operand whose squares are taken one by one, and the one that tells which.
pub(crate) fn split(op: &Op, forms: &[Option<usize>]) -> Option<(ValueId, ValueId)> {
    let of = |value: ValueId| forms[value.0 as usize];
    match *op {
        Op::And(a, b) if of(a).is_some_and(|n| of(b).is_none_or(|m| n <= m)) => Some((a, b)),
        Op::And(a, b) if of(b).is_some() => Some((b, a)),
        Op::Without(a, b) if of(a).is_some() => Some((a, b)),
        _ => None,
    }
}
