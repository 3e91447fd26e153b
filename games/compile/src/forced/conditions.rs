//! Conditions on a square, and the proof that one excludes or implies another in every state.

use crate::automaton::{Automaton, Label, NodeId};
use crate::board::Piece;
use crate::number::{Arithmetic, Comparator, Comparison};
use std::collections::HashMap;

/// A test at a place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Test<'a> {
    /// One of these pieces is on the square.
    On(&'a [Piece]),
    /// The comparison holds.
    Compare(&'a Comparison),
    /// The pattern that starts at this node can, or cannot, be walked.
    Pattern { negated: bool, start: NodeId, end: NodeId },
}

/// Whether two tests at the same square cannot both hold. Charges its cost to the effort.
pub(super) fn exclude(automaton: &Automaton, a: Test<'_>, b: Test<'_>, effort: &mut u64) -> bool {
    *effort = effort.saturating_sub(1);
    match (a, b) {
        (Test::On(a), Test::On(b)) => a.iter().all(|piece| b.binary_search(piece).is_err()),
        (Test::Compare(a), Test::Compare(b)) => are_apart(a, b),
        (Test::Pattern { negated, start, .. }, Test::Pattern { negated: other, start: other_start, .. }) => {
            negated != other && are_same(automaton, start, other_start, effort)
        }
        _ => false,
    }
}

/// Whether one test implies another at the same square. Charges its cost to the effort.
pub(super) fn implies(automaton: &Automaton, said: Test<'_>, wanted: Test<'_>, effort: &mut u64) -> bool {
    *effort = effort.saturating_sub(1);
    match (said, wanted) {
        (Test::On(said), Test::On(wanted)) => said.iter().all(|piece| wanted.binary_search(piece).is_ok()),
        (Test::Compare(said), Test::Compare(wanted)) => said == wanted,
        (Test::Pattern { negated, start, .. }, Test::Pattern { negated: other, start: other_start, .. }) => {
            negated == other && are_same(automaton, start, other_start, effort)
        }
        _ => false,
    }
}

/// Whether two comparisons cannot both hold.
fn are_apart(a: &Comparison, b: &Comparison) -> bool {
    let turned = turn(b);
    for b in [b, &turned] {
        if a.left == b.left && a.right == b.right {
            return outcomes(a.comparator) & outcomes(b.comparator) == 0;
        }
    }
    match (range(a), range(b)) {
        (Some((a, low, high)), Some((b, other_low, other_high))) => a == b && (high < other_low || other_high < low),
        _ => false,
    }
}

/// The same comparison, read from the right.
fn turn(comparison: &Comparison) -> Comparison {
    Comparison { left: comparison.right.clone(), comparator: comparison.comparator.mirrored(), right: comparison.left.clone() }
}

/// For which outcomes a comparison holds: 1 if the left value is less, 2 if they are equal, 4 if it is greater.
fn outcomes(comparator: Comparator) -> u8 {
    match comparator {
        Comparator::Equal => 2,
        Comparator::Unequal => 5,
        Comparator::Less => 1,
        Comparator::LessEqual => 3,
        Comparator::Greater => 4,
        Comparator::GreaterEqual => 6,
    }
}

/// A comparison with a number, as an interval: this value is from the first to the second number.
fn range(comparison: &Comparison) -> Option<(Arithmetic, i64, i64)> {
    let turned = turn(comparison);
    let comparison = if matches!(comparison.left, Arithmetic::Number(_)) { &turned } else { comparison };
    let Arithmetic::Number(number) = comparison.right else { return None };
    let (low, high) = match comparison.comparator {
        Comparator::Equal => (number, number),
        Comparator::Unequal => return None,
        Comparator::Less => (i64::MIN, number.checked_sub(1)?),
        Comparator::LessEqual => (i64::MIN, number),
        Comparator::Greater => (number.checked_add(1)?, i64::MAX),
        Comparator::GreaterEqual => (number, i64::MAX),
    };
    Some((comparison.left.clone(), low, high))
}

/// Whether two patterns have the same body: the graphs are walked side by side and must agree edge by edge.
fn are_same(automaton: &Automaton, a: NodeId, b: NodeId, effort: &mut u64) -> bool {
    let mut pairs = HashMap::from([(a, b)]);
    let mut open = vec![(a, b)];
    while let Some((a, b)) = open.pop() {
        if *effort == 0 || automaton.out[a as usize].len() != automaton.out[b as usize].len() {
            return false;
        }
        *effort -= 1;
        for (a, b) in automaton.leaving(a).zip(automaton.leaving(b)) {
            let mut ends = vec![(a.to, b.to)];
            match (&a.label, &b.label) {
                (&Label::Pattern { negated, start, end }, &Label::Pattern { negated: other, start: other_start, end: other_end }) => {
                    if negated != other {
                        return false;
                    }
                    ends.extend([(start, other_start), (end, other_end)]);
                }
                (a, b) if a == b => {}
                _ => return false,
            }
            for (a, b) in ends {
                match pairs.get(&a) {
                    Some(&known) if known == b => {}
                    Some(_) => return false,
                    None => {
                        pairs.insert(a, b);
                        open.push((a, b));
                    }
                }
            }
        }
    }
    true
}
