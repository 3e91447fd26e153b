//! The best of several, corrected for selection.
//!
//! The highest of many mean scores is high partly by luck: of 24 equal variants the best lies above an even result "significantly" in half
//! of all experiments. A candidate is called the best if it is better than every rival (an intersection–union test), and since the highest is
//! chosen by the same games, each comparison is two-sided (Gutmann and Maymin 1987, "Is the selected population the best?"). Otherwise the answer is a
//! subset of those that may be the best (Gupta 1965, "On some multiple decision (selection and ranking) rules").

use super::{Contrast, Series};

/// The result of comparing candidates with the highest score.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// Those with the highest score, in the order given; several are a tie.
    pub top: Vec<usize>,
    /// Those that may be the best at the given level, the highest score first.
    pub possible: Vec<usize>,
    /// The p-value of the highest not being the best: the largest of the two-sided p-values against its rivals.
    pub p: f64,
}

/// Scores closer than this are equal; they differ by rounding only.
const EQUAL: f64 = 1e-9;

/// Compares candidates that met the same opponents in the same games; each is an average over its cells. `None` if there is none, or one has no
/// games.
///
/// Among equals one alone is called the best with a probability of at most `alpha`, and the truly best one of k is ruled out with at most that
/// probability: this requires the highest to lie above it at the one-sided level α/(k − 1), and at least α/2.
pub fn best(candidates: &[Vec<Series<'_>>], alpha: f64) -> Option<Best> {
    let values = candidates.iter().map(|cells| Some(Contrast::of(cells)?.value())).collect::<Option<Vec<f64>>>()?;
    best_of(&values, |first, other| less(&candidates[first], &candidates[other]).map_or(1.0, |gap| gap.p_above(0.0)), alpha)
}

/// The same from the values of candidates and the one-sided p-value of one of them not lying above another.
pub fn best_of(values: &[f64], p_above: impl Fn(usize, usize) -> f64, alpha: f64) -> Option<Best> {
    let k = values.len();
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let top: Vec<usize> = (0..k).filter(|&i| values[i] >= highest - EQUAL).collect();
    let first = *top.first()?;
    // How surely the highest lies above each of the others.
    let above = |i: usize| if top.contains(&i) { 1.0 } else { p_above(first, i) };
    let levels: Vec<f64> = (0..k).map(above).collect();
    let bound = alpha / (k.saturating_sub(1).max(2)) as f64;
    let p = (0..k).filter(|&i| i != first).map(|i| (2.0 * levels[i]).min(1.0)).fold(0.0, f64::max);
    let mut possible: Vec<usize> = (0..k).filter(|&i| i == first || p > alpha && levels[i] > bound).collect();
    possible.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    Some(Best { top, possible, p })
}

/// The difference of two averages.
fn less(ours: &[Series<'_>], theirs: &[Series<'_>]) -> Option<Contrast> {
    let negative = theirs.iter().map(|series| Series { weight: -series.weight, ..*series });
    Contrast::of(&ours.iter().copied().chain(negative).collect::<Vec<_>>())
}

/// The p-value of the most significant of `k` findings (Bonferroni). For independent findings it is too large by at most 2.5 % at
/// 0.05.
pub fn chosen_p(p: f64, k: usize) -> f64 {
    (p * k as f64).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rounds, Sharing};

    fn found(cells: &[Rounds]) -> Option<Best> {
        let series: Vec<Vec<Series<'_>>> =
            cells.iter().map(|rounds| vec![Series { weight: 1.0, rounds, sharing: Sharing::Nothing }]).collect();
        best(&series, 0.05)
    }

    fn scores(wins: &[u64], games: u64) -> Vec<Rounds> {
        wins.iter().map(|&wins| Rounds::of_match(wins, 0, games - wins)).collect()
    }

    #[test]
    fn one_far_above_the_others_is_the_best() {
        let cells = scores(&[200, 280, 180], 400);
        let found = found(&cells).unwrap();
        assert_eq!((found.top, found.possible), (vec![1], vec![1]));
        // The next is the hardest rival.
        let pair = [(1.0, &cells[1]), (-1.0, &cells[0])].map(|(weight, rounds)| Series { weight, rounds, sharing: Sharing::Nothing });
        assert!((found.p - 2.0 * Contrast::of(&pair).unwrap().p_above(0.0)).abs() < 1e-15 && found.p < 1e-6);
    }

    #[test]
    fn no_claim_is_made_among_near_equals() {
        let found = found(&scores(&[55, 50, 20, 56], 100)).unwrap();
        assert_eq!((found.top, found.possible), (vec![3], vec![3, 0, 1]));
        assert!(found.p > 0.05);
    }

    #[test]
    fn ties_are_ties() {
        let tied = found(&scores(&[20, 2, 20], 20)).unwrap();
        assert_eq!((tied.top, tied.possible), (vec![0, 2], vec![0, 2]));
        assert_eq!(tied.p, 1.0);
        assert_eq!((found(&[]), found(&[Rounds::new(2)])), (None, None));
        assert_eq!(found(&scores(&[4], 10)).unwrap().p, 0.0);
    }

    #[test]
    fn the_best_p_of_many_is_multiplied() {
        assert_eq!((chosen_p(0.01, 3), chosen_p(0.5, 3)), (0.03, 1.0));
    }
}
