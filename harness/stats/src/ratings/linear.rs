//! Systems of linear equations of ratings: dense ones by factors, sparse ones by conjugate gradients.

/// A bound on the steps of conjugate gradients.
const GRADIENT_STEPS: usize = 500;
/// A residual that is rounding alone, in units of the log-likelihood.
const ROUNDING: f64 = 1e-22;

/// The lower triangle L with L·Lᵀ = a positive definite matrix.
pub(super) fn cholesky(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for i in 0..matrix.len() {
        let (above, row) = matrix.split_at_mut(i);
        let row = &mut row[0];
        for (j, other) in above.iter().enumerate() {
            row[j] = (row[j] - product(&row[..j], other)) / other[j];
        }
        row[i] = (row[i] - product(&row[..i], row)).max(f64::MIN_POSITIVE).sqrt();
    }
    matrix
}

/// The sum of the products of the numbers at the same places, as far as the first list goes. A plain loop, since ratings of a hundred players spend
/// their time here, and the harness is compiled with few optimisations: with iterators it takes three times as long.
fn product(a: &[f64], b: &[f64]) -> f64 {
    let (mut sum, mut k) = (0.0, 0);
    while k < a.len() && k < b.len() {
        sum += a[k] * b[k];
        k += 1;
    }
    sum
}

/// Solves L·Lᵀ x = right.
pub(super) fn solve(factor: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let mut x = right.to_vec();
    for i in 0..n {
        let known: f64 = (0..i).map(|k| factor[i][k] * x[k]).sum();
        x[i] = (x[i] - known) / factor[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| factor[k][i] * x[k]).sum();
        x[i] = (x[i] - known) / factor[i][i];
    }
    x
}

/// Solves product(x) = right by conjugate gradients, preconditioned by the diagonal.
pub(super) fn conjugate_gradients(product: impl Fn(&[f64]) -> Vec<f64>, right: &[f64], diagonal: &[f64]) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let scaled = |r: &[f64]| r.iter().zip(diagonal).map(|(r, d)| if *d > 0.0 { r / d } else { 0.0 }).collect::<Vec<f64>>();
    let mut x = vec![0.0; right.len()];
    let mut rest = right.to_vec();
    let mut direction = scaled(&rest);
    let mut size = dot(&rest, &direction);
    // Rounding leaves a part of the right side that no solution has where only differences of strengths are known.
    let enough = (1e-20 * size).max(ROUNDING);
    for _ in 0..GRADIENT_STEPS {
        if size <= enough {
            break;
        }
        let image = product(&direction);
        let curvature = dot(&direction, &image);
        if curvature <= 0.0 {
            break;
        }
        let length = size / curvature;
        x.iter_mut().zip(&direction).for_each(|(x, d)| *x += length * d);
        rest.iter_mut().zip(&image).for_each(|(r, i)| *r -= length * i);
        let next = scaled(&rest);
        let grown = dot(&rest, &next);
        let share = grown / size;
        direction.iter_mut().zip(&next).for_each(|(d, n)| *d = n + share * *d);
        size = grown;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_is_solved_alike_both_ways() {
        let matrix = [[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]];
        // The solution is 1, 2, 3.
        let right = [6.0, 10.0, 8.0];
        let dense = solve(&cholesky(matrix.iter().map(|row| row.to_vec()).collect()), &right);
        let product = |v: &[f64]| matrix.iter().map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum()).collect();
        let sparse = conjugate_gradients(product, &right, &[4.0, 3.0, 2.0]);
        assert!(
            dense.iter().chain(&sparse).zip([1.0, 2.0, 3.0, 1.0, 2.0, 3.0]).all(|(x, right)| (x - right).abs() < 1e-9),
            "{dense:?} {sparse:?}"
        );
    }

    /// Where only differences are known, rounding makes the last system unsolvable; it then ends at once.
    #[test]
    fn what_rounding_leaves_is_not_searched_for() {
        let calls = std::cell::Cell::new(0);
        // Everybody against the neighbours, a hundred games each.
        let n = 300;
        let product = |v: &[f64]| {
            calls.set(calls.get() + 1);
            (0..n).map(|i| 100.0 * (2.0 * v[i] - v[(i + 1) % n] - v[(i + n - 1) % n])).collect()
        };
        let noise: Vec<f64> = (0..n).map(|i| 1e-13 * (1.0 + (i * i % 7) as f64)).collect();
        let step = conjugate_gradients(product, &noise, &vec![200.0; n]);
        assert!(calls.get() == 0 && step.iter().all(|step| *step == 0.0), "{} products", calls.get());
    }
}
