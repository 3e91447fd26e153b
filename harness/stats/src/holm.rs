//! Holm's correction for many tests judged together.

/// The p-values adjusted so that each may be compared with the level itself: rejecting those up to α makes any false rejection among
/// all of them as unlikely as α, even if the tests depend on each other (Holm 1979; Wright 1992 for the adjusted values).
pub fn holm_adjusted(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        largest = largest.max(p_values[index] * (p_values.len() - rank) as f64);
        adjusted[index] = largest.min(1.0);
    }
    adjusted
}

/// For every p-value whether it is rejected at level `alpha` when the whole family is judged together (Holm 1979).
pub fn holm(p_values: &[f64], alpha: f64) -> Vec<bool> {
    holm_adjusted(p_values).into_iter().map(|p| p <= alpha).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_down_as_in_the_textbook() {
        // 0.01 ≤ 0.05/4, 0.013 ≤ 0.05/3, 0.03 > 0.05/2: the last two stay, although 0.04 ≤ 0.05.
        assert_eq!(holm(&[0.03, 0.01, 0.04, 0.013], 0.05), [false, true, false, true]);
        assert_eq!(holm(&[], 0.05), [false; 0]);
    }

    #[test]
    fn adjusted_values_are_those_of_p_adjust() {
        // R: p.adjust(c(0.03, 0.01, 0.04, 0.013), "holm").
        let expected = [0.06, 0.04, 0.06, 0.04];
        for (found, expected) in holm_adjusted(&[0.03, 0.01, 0.04, 0.013]).into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        assert_eq!(holm_adjusted(&[0.9, 0.8]), [1.0, 1.0]);
    }
}
