//! Holm's step-down correction: which of many findings still stand.

/// For every p-value whether it is rejected at level `alpha` when the whole family is judged together (Holm 1979).
pub fn holm(p_values: &[f64], alpha: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut rejected = vec![false; p_values.len()];
    for (rank, &index) in order.iter().enumerate() {
        if p_values[index] > alpha / (p_values.len() - rank) as f64 {
            break;
        }
        rejected[index] = true;
    }
    rejected
}

#[cfg(test)]
mod tests {
    use super::holm;

    #[test]
    fn steps_down_as_in_the_textbook() {
        // 0.01 ≤ 0.05/4, 0.013 ≤ 0.05/3, 0.03 > 0.05/2: the last two stay, although 0.04 ≤ 0.05.
        assert_eq!(holm(&[0.03, 0.01, 0.04, 0.013], 0.05), [false, true, false, true]);
        assert_eq!(holm(&[], 0.05), [false; 0]);
    }
}
