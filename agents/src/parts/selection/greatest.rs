//! The child with the greatest score.

use crate::search::Node;
use treebench_games::{Params, Rng};

/// Which of several children of equal score is selected.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The one visited first, which is random because unvisited children are drawn at random.
    First,
    /// A random one (split-moves paper, appendix 4.1; Ludii).
    Random,
}

/// With so few children the plainest loop is the fastest.
pub(super) const FEW: usize = 8;
/// Number of independent comparisons.
const LANES: usize = 4;

/// The scores of children, each asked for once, in order. A type of its own, whose function is always inlined, where a closure is too long for that.
pub(super) trait Scores {
    /// The score of the k-th child.
    fn of(&mut self, k: usize, child: &Node) -> f64;
}

impl<F: FnMut(usize, &Node) -> f64> Scores for F {
    #[inline(always)]
    fn of(&mut self, k: usize, child: &Node) -> f64 {
        self(k, child)
    }
}

/// The first of the children with the greatest score, and that score; −∞ without children.
///
/// Of many children several running maxima are kept, because with a
/// single one every comparison would wait for the one before.
#[inline(always)]
pub(super) fn greatest(children: &[Node], mut scores: impl Scores) -> (usize, f64) {
    if children.len() <= FEW {
        return greatest_of_few(children, scores);
    }
    let mut best = [(0, f64::NEG_INFINITY); LANES];
    let (rows, rest) = children.as_chunks::<LANES>();
    for (row, children) in rows.iter().enumerate() {
        for (lane, child) in children.iter().enumerate() {
            keep_greater(&mut best[lane], row * LANES + lane, scores.of(row * LANES + lane, child));
        }
    }
    for (lane, child) in rest.iter().enumerate() {
        keep_greater(&mut best[lane], rows.len() * LANES + lane, scores.of(rows.len() * LANES + lane, child));
    }
    let [first, others @ ..] = best;
    others.into_iter().fold(first, |a, b| if b.1 > a.1 || b.1 == a.1 && b.0 < a.0 { b } else { a })
}

/// The same of [few](FEW) children.
#[inline(always)]
pub(super) fn greatest_of_few(children: &[Node], mut scores: impl Scores) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (k, child) in children.iter().enumerate() {
        keep_greater(&mut best, k, scores.of(k, child));
    }
    best
}

/// Keeps the greater of two scores with its number; of equal ones, the first.
#[inline(always)]
pub(super) fn keep_greater(best: &mut (usize, f64), k: usize, score: f64) {
    if score > best.1 {
        *best = (k, score);
    }
}

/// A uniformly drawn one of the children with the greatest score, that score, and how many have it; −∞ and 0 without children.
#[inline]
pub(super) fn any_greatest(children: &[Node], rng: &mut Rng, mut scores: impl Scores) -> (usize, f64, usize) {
    let (mut best, mut greatest, mut equal) = (0, f64::NEG_INFINITY, 0);
    for (k, child) in children.iter().enumerate() {
        let score = scores.of(k, child);
        if score < greatest || score == f64::NEG_INFINITY {
            continue;
        }
        equal = if score > greatest { 1 } else { equal + 1 };
        if equal == 1 || rng.below(equal) == 0 {
            best = k;
        }
        greatest = score;
    }
    (best, greatest, equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_children_the_first_is_taken_wherever_it_is() {
        let mut rng = treebench_games::Rng::from_seed(31);
        // The last is no number, and never the greatest.
        let values = [0.0, 1.0, -1.0, 2.5, f64::NEG_INFINITY, f64::NAN];
        for _ in 0..5000 {
            let mut children = vec![Node::default(); rng.below(40)];
            let kinds = 1 + rng.below(values.len());
            children.iter_mut().for_each(|child| child.value = values[rng.below(kinds)]);
            let expected = (0..children.len())
                .fold((0, f64::NEG_INFINITY), |best, k| if children[k].value > best.1 { (k, children[k].value) } else { best });
            let mut asked = Vec::new();
            let found = greatest(&children, |k: usize, child: &Node| {
                asked.push(k);
                child.value
            });
            assert_eq!(found, expected);
            // Scores may be drawn at random, so that every child is asked once, in order.
            assert!(asked.into_iter().eq(0..children.len()));
        }
    }
}
