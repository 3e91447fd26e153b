//! Which of several is the best, corrected for choosing among them.
//!
//! The highest of many mean scores is high partly by luck: of 24 equal variants the best lies above an even result "significantly" in half
//! of all experiments. The answer is Gupta's subset (Gupta 1965, "On some multiple decision (selection and ranking) rules"; the
//! constrained form of Hsu's multiple comparisons with the best, 1984): all candidates that may be the best; only if there is one is it called the best.

use super::Contrast;

/// What a comparison of all with all says about the best.
#[derive(Clone, PartialEq, Debug)]
pub struct Best {
    /// Those with the highest score, in the order given; several are a tie.
    pub top: Vec<usize>,
    /// Those that may be the best at the level asked for, the highest score first.
    pub possible: Vec<usize>,
    /// The least level at which one alone would be left.
    pub p: f64,
}

/// Scores closer than this are equal; they differ by rounding only.
const EQUAL: f64 = 1e-9;

/// Compares scores that were reached against the same opponents in the same games, one sum of estimates each; `None` if there is none.
///
/// A candidate is ruled out if one of the others lies above it at the one-sided level `alpha`/k, with k candidates in all. Then the truly best
/// one is ruled out, or one alone is called the best among equals, with a probability of at most `alpha`.
pub fn best(scores: &[Contrast], alpha: f64) -> Option<Best> {
    let k = scores.len();
    let values: Vec<f64> = scores.iter().map(Contrast::value).collect();
    let highest = values.iter().copied().filter(|value| !value.is_nan()).fold(f64::NEG_INFINITY, f64::max);
    let top: Vec<usize> = (0..k).filter(|&i| values[i] >= highest - EQUAL).collect();
    let first = *top.first()?;
    // The smallest level at which some other candidate rules this one out.
    let out = |i: usize| {
        let others = (0..k).filter(|&j| values[j] > values[i] + EQUAL);
        let least = others.map(|j| scores[j].clone().minus(&scores[i]).p_above(0.0)).fold(1.0, f64::min);
        (least * k as f64).min(1.0)
    };
    let levels: Vec<f64> = (0..k).map(out).collect();
    let mut possible: Vec<usize> = (0..k).filter(|&i| levels[i] > alpha && !values[i].is_nan()).collect();
    possible.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let p = (0..k).filter(|&i| i != first).map(|i| levels[i]).fold(0.0, f64::max);
    Some(Best { top, possible, p })
}

/// The p-value of the most significant of `k` findings (Bonferroni). For independent findings it is too large by at most 2.5 % at
/// 0.05.
pub fn chosen_p(p: f64, k: usize) -> f64 {
    (p * k as f64).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Estimate;

    fn single(mean: f64, size: f64) -> Contrast {
        Contrast::average(&[Estimate { mean, size }])
    }

    #[test]
    fn one_far_above_the_others_is_the_best() {
        let found = best(&[single(0.5, 400.0), single(0.7, 400.0), single(0.45, 400.0)], 0.05).unwrap();
        assert_eq!((found.top, found.possible), (vec![1], vec![1]));
        // Against the next: Newcombe's interval at the level p/3.
        let next = Contrast::difference(Estimate { mean: 0.7, size: 400.0 }, Estimate { mean: 0.5, size: 400.0 }).p_above(0.0);
        assert!((found.p - 3.0 * next).abs() < 1e-15 && found.p < 1e-6);
    }

    #[test]
    fn no_claim_is_made_among_near_equals() {
        let found = best(&[single(0.55, 100.0), single(0.5, 100.0), single(0.2, 100.0), single(0.56, 100.0)], 0.05).unwrap();
        assert_eq!((found.top, found.possible), (vec![3], vec![3, 0, 1]));
        assert!(found.p > 0.05);
    }

    #[test]
    fn ties_are_ties() {
        let found = best(&[single(1.0, 20.0), single(0.1, 20.0), single(1.0, 20.0)], 0.05).unwrap();
        assert_eq!((found.top, found.possible), (vec![0, 2], vec![0, 2]));
        assert_eq!(found.p, 1.0);
        assert_eq!(best(&[], 0.05), None);
        assert_eq!(best(&[single(f64::NAN, 0.0)], 0.05), None);
        assert_eq!(best(&[single(0.4, 10.0)], 0.05).unwrap().p, 0.0);
    }

    #[test]
    fn the_best_p_of_many_is_multiplied() {
        assert_eq!((chosen_p(0.01, 3), chosen_p(0.5, 3)), (0.03, 1.0));
    }
}
