//! Steps that are impossible because their conditions on numbers contradict each other.

use crate::ir::{Op, RegionKind, ValueId, Values};
use crate::number::Comparator;

/// The maximum number of values looked at for a proof.
const MOST_LOOKED_AT: usize = 1000;

/// Whether a set is proved never to have a square.
pub(crate) fn is_never(values: &Values, set: ValueId) -> bool {
    Contradiction { values, known: Vec::new(), left: MOST_LOOKED_AT }.is_in(set)
}

/// Searches for contradictions in the conditions for a set to be nonempty.
struct Contradiction<'v> {
    values: &'v Values,
    /// Comparisons of numbers that hold.
    known: Vec<(ValueId, Comparator, i64)>,
    /// How many values may still be looked at.
    left: usize,
}

impl Contradiction<'_> {
    /// Whether a set is proved never to have a square.
    fn is_in(&mut self, set: ValueId) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        match *self.values.op(set) {
            Op::Constant(ref set) => set.is_empty(),
            Op::If(condition, of) => {
                let before = self.known.len();
                add_comparisons(self.values, condition, &mut self.known);
                let never = contradict(&self.known) || self.is_in(of);
                self.known.truncate(before);
                never
            }
            Op::Or(a, b) => self.is_in(a) && self.is_in(b),
            Op::And(a, b) => self.is_in(a) || self.is_in(b),
            Op::Without(a, _) | Op::Image(_, a) => self.is_in(a),
            Op::GuardResult(region) => match self.values.region(region).kind {
                RegionKind::Guard { guard, result } => self.is_in(guard) || self.is_in(result),
                RegionKind::Whole | RegionKind::Loop(_) => false,
            },
            Op::Fixpoint(id, _) => {
                let body = self.values.loop_of(id);
                body.initial.iter().chain(&body.next).all(|&part| self.is_in(part))
            }
            // Seen only in a loop that begins with nothing.
            Op::Param(..) => true,
            _ => false,
        }
    }
}

/// Adds the comparisons with constants that hold wherever a condition does.
fn add_comparisons(values: &Values, condition: ValueId, known: &mut Vec<(ValueId, Comparator, i64)>) {
    match *values.op(condition) {
        Op::Both(a, b) => {
            add_comparisons(values, a, known);
            add_comparisons(values, b, known);
        }
        Op::Compare(number, relation, with) => {
            if let Op::Number(with) = *values.op(with) {
                known.push((number, relation, with));
            }
        }
        _ => {}
    }
}

/// Whether no number satisfies all that is known of one.
fn contradict(known: &[(ValueId, Comparator, i64)]) -> bool {
    known.iter().any(|&(number, _, _)| {
        let of_it = || known.iter().filter(|(other, _, _)| *other == number);
        // If any number does, then one of those compared with, or next to it.
        !of_it()
            .flat_map(|&(_, _, with)| [with.saturating_sub(1), with, with.saturating_add(1)])
            .any(|candidate| of_it().all(|&(_, relation, with)| relation.holds(candidate, with)))
    })
}
