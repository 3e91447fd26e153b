//! Effects of factors on ratings: what the levels of a factor are worth on average, and how that depends on another factor.

/// The effect of each level of a factor: the mean value of its items minus the mean of all. `levels[item]` is the item's level, below `count`. A
/// level without items has no number.
pub fn main_effects(values: &[f64], levels: &[usize], count: usize) -> Vec<f64> {
    let all = mean(values.iter().copied());
    (0..count).map(|level| mean(values.iter().zip(levels).filter(|(_, own)| **own == level).map(|(value, _)| *value)) - all).collect()
}

/// The interaction of two factors: by how much the mean value of the items with two levels exceeds what the main effects of both add up to.
/// `[level of a][level of b]`; no number where no item has both.
pub fn interactions(values: &[f64], a: (&[usize], usize), b: (&[usize], usize)) -> Vec<Vec<f64>> {
    let all = mean(values.iter().copied());
    let (of_a, of_b) = (main_effects(values, a.0, a.1), main_effects(values, b.0, b.1));
    let both = |x: usize, y: usize| {
        let own = values.iter().zip(a.0.iter().zip(b.0)).filter(|(_, (own_a, own_b))| **own_a == x && **own_b == y);
        mean(own.map(|(value, _)| *value)) - all - of_a[x] - of_b[y]
    };
    (0..a.1).map(|x| (0..b.1).map(|y| both(x, y)).collect()).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

/// The rank correlation of two lists (Spearman 1904), equal values sharing their mean rank; no number for fewer than three pairs or if one list is
/// constant.
pub fn rank_correlation(x: &[f64], y: &[f64]) -> f64 {
    if x.len() < 3 {
        return f64::NAN;
    }
    let (x, y) = (ranks(x), ranks(y));
    let middle = (x.len() as f64 - 1.0) / 2.0;
    let sum = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum::<f64>();
    sum(&x, &y) / (sum(&x, &x) * sum(&y, &y)).sqrt()
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |value: &f64| values.iter().filter(|other| *other < value).count() as f64;
    let equal = |value: &f64| values.iter().filter(|other| *other == value).count() as f64;
    values.iter().map(|value| below(value) + (equal(value) - 1.0) / 2.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two factors of 2 and 3 levels: 10 + (−1, 1) + (−3, 0, 3), and 2 more where both are highest.
    #[test]
    fn a_table_is_taken_apart_into_its_effects() {
        let a = [0, 0, 0, 1, 1, 1];
        let b = [0, 1, 2, 0, 1, 2];
        let plain = [6.0, 9.0, 12.0, 8.0, 11.0, 14.0];
        assert_eq!(main_effects(&plain, &a, 2), [-1.0, 1.0]);
        assert_eq!(main_effects(&plain, &b, 3), [-3.0, 0.0, 3.0]);
        assert!(interactions(&plain, (&a, 2), (&b, 3)).iter().flatten().all(|x| x.abs() < 1e-12));
        let bent = [6.0, 9.0, 12.0, 8.0, 11.0, 16.0];
        // By hand: the mean is 31/3, those of a 9 and 35/3, those of b 7, 10 and 14.
        let found = interactions(&bent, (&a, 2), (&b, 3));
        assert!((found[1][2] - (16.0 - 35.0 / 3.0 - 14.0 + 31.0 / 3.0)).abs() < 1e-12);
        assert!(found.iter().flatten().sum::<f64>().abs() < 1e-9);
        assert!(main_effects(&plain, &a, 3)[2].is_nan());
    }

    #[test]
    fn ranks_are_correlated_whatever_the_scale() {
        assert!((rank_correlation(&[1.0, 2.0, 30.0], &[5.0, 6.0, 7.0]) - 1.0).abs() < 1e-12);
        assert!((rank_correlation(&[1.0, 2.0, 3.0, 4.0], &[4.0, 3.0, 2.0, 1.0]) + 1.0).abs() < 1e-12);
        // Ranks 0, 1.5, 1.5, 3 and 0, 1, 2, 3: 4.5 / √(4.5 · 5).
        assert!((rank_correlation(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0]) - 4.5 / 22.5f64.sqrt()).abs() < 1e-12);
        assert!(rank_correlation(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]).is_nan() && rank_correlation(&[1.0, 2.0], &[1.0, 2.0]).is_nan());
    }
}
