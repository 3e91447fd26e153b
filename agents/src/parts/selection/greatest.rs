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

/// The first of the children with the greatest score, and that score; −∞ without children. Each is asked for its score once, in order.
///
/// Of many children several running maxima are kept, because with a
/// single one every comparison would wait for the one before.
#[inline(always)]
pub(super) fn greatest(children: &[Node], mut score: impl FnMut(usize, &Node) -> f64) -> (usize, f64) {
    if children.len() <= FEW {
        return greatest_of_few(children, score);
    }
    let mut best = [(0, f64::NEG_INFINITY); LANES];
    let mut compare = |lane: usize, k: usize, child: &Node| {
        let score = score(k, child);
        if score > best[lane].1 {
            best[lane] = (k, score);
        }
    };
    let (rows, rest) = children.as_chunks::<LANES>();
    for (row, children) in rows.iter().enumerate() {
        for (lane, child) in children.iter().enumerate() {
            compare(lane, row * LANES + lane, child);
        }
    }
    for (lane, child) in rest.iter().enumerate() {
        compare(lane, rows.len() * LANES + lane, child);
    }
    let [first, others @ ..] = best;
    others.into_iter().fold(first, |a, b| if b.1 > a.1 || b.1 == a.1 && b.0 < a.0 { b } else { a })
}

/// The same of [few](FEW) children.
#[inline(always)]
pub(super) fn greatest_of_few(children: &[Node], mut score: impl FnMut(usize, &Node) -> f64) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (k, child) in children.iter().enumerate() {
        let score = score(k, child);
        if score > best.1 {
            best = (k, score);
        }
    }
    best
}

/// A uniformly drawn one of the children with the greatest score, that score, and how many have it; −∞ and 0 without children.
#[inline]
pub(super) fn any_greatest(children: &[Node], rng: &mut Rng, mut score: impl FnMut(usize, &Node) -> f64) -> (usize, f64, usize) {
    let (mut best, mut greatest, mut equal) = (0, f64::NEG_INFINITY, 0);
    for (k, child) in children.iter().enumerate() {
        let score = score(k, child);
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
            let found = greatest(&children, |k, child| {
                asked.push(k);
                child.value
            });
            assert_eq!(found, expected);
            // Scores may be drawn at random, so that every child is asked once, in order.
            assert!(asked.into_iter().eq(0..children.len()));
        }
    }
}
