//! Nash averaging: scores against the opponents that matter.

/// The evaluation of strategies against the maximum-entropy equilibrium.
#[derive(Clone, PartialEq, Debug)]
pub struct NashAverage {
    /// The probability of each strategy in the equilibrium; the sum is 1.
    pub weights: Vec<f64>,
    /// The mean advantage of each strategy against the equilibrium: at most 0, and 0 for all strategies in it.
    pub advantages: Vec<f64>,
}

/// Nash averaging (Balduzzi et al. 2018, "Re-evaluating evaluation"): the equilibrium of the symmetric zero-sum game "choose a strategy" that has
/// the greatest entropy, so that copies of a strategy share its weight and change nothing else. `advantage[i][j]` is what i gains against j, for
/// example its score less ½; the matrix is antisymmetric.
///
/// `None` if the matrix is empty, has numbers that are not finite, or is so close to degenerate that the search does not converge.
pub fn nash_average(advantage: &[Vec<f64>]) -> Option<NashAverage> {
    let most = advantage.iter().flatten().map(|x| x.abs()).fold(0.0, f64::max);
    if advantage.is_empty() || !most.is_finite() {
        return None;
    }
    // The equilibrium does not depend on the scale.
    let scaled: Vec<Vec<f64>> = advantage.iter().map(|row| row.iter().map(|x| if most > 0.0 { x / most } else { 0.0 }).collect()).collect();
    let rough = logit(&scaled)?;
    let weights = exact(&scaled, &rough)?;
    let advantages = times(advantage, &weights);
    Some(NashAverage { weights, advantages })
}

/// The logit equilibrium x = softmax(A x / τ) for a small temperature τ, followed from τ = 1 down by Newton's method. For every τ there is one: it
/// is the saddle point of the game with entropy added for both sides, and tends to the equilibrium of greatest entropy.
fn logit(scaled: &[Vec<f64>]) -> Option<Vec<f64>> {
    const COLDEST: f64 = 1e-4;
    let n = scaled.len();
    let mut logs = vec![0.0; n];
    let mut temperature = 1.0;
    while temperature > COLDEST {
        temperature = (temperature / 2.0f64).max(COLDEST);
        let rest = |logs: &[f64]| -> Vec<f64> {
            times(scaled, &softmax(logs)).iter().zip(logs).map(|(gain, log)| log - gain / temperature).collect()
        };
        let size = |rest: &[f64]| rest.iter().map(|x| x * x).sum::<f64>();
        let mut now = rest(&logs);
        for _ in 0..100 {
            if size(&now) < 1e-20 * n as f64 {
                break;
            }
            let shares = softmax(&logs);
            let gains = times(scaled, &shares);
            // I − A (diag x − x xᵀ) / τ is never singular, since A is antisymmetric.
            let slopes = (0..n).map(|i| {
                let of = |j: usize| shares[j] * (scaled[i][j] - gains[i]) / temperature;
                (0..n).map(|j| f64::from(u8::from(i == j)) - of(j)).collect()
            });
            let step = linear(slopes.collect(), now.clone())?;
            let mut length = 1.0;
            loop {
                let moved: Vec<f64> = logs.iter().zip(&step).map(|(log, d)| log - length * d).collect();
                let then = rest(&moved);
                if size(&then) < size(&now) || length < 1e-9 {
                    (logs, now) = (moved, then);
                    break;
                }
                length /= 2.0;
            }
        }
    }
    Some(softmax(&logs))
}

/// The equilibrium of greatest entropy to nearly full precision. The strategies in it are those whose weight exceeds what they lose against it;
/// no strategy gains against it, and those in it lose nothing. A strategy outside that would gain is made to lose nothing, too. `None` if that
/// leads to no equilibrium near the rough one.
fn exact(scaled: &[Vec<f64>], rough: &[f64]) -> Option<Vec<f64>> {
    const NO_GAIN: f64 = 1e-10;
    let losses = times(scaled, rough);
    let support: Vec<usize> = (0..rough.len()).filter(|&i| rough[i] > -losses[i]).collect();
    let mut even = support.clone();
    loop {
        let table: Vec<Vec<f64>> = even.iter().map(|&r| support.iter().map(|&i| scaled[r][i]).collect()).collect();
        let mut weights = vec![0.0; rough.len()];
        support.iter().zip(greatest_entropy(&table)?).for_each(|(&i, share)| weights[i] = share);
        let gains = times(scaled, &weights);
        let most = (0..gains.len()).filter(|i| !even.contains(i)).max_by(|&a, &b| gains[a].total_cmp(&gains[b]));
        match most.filter(|&i| gains[i] > NO_GAIN) {
            Some(gaining) => even.push(gaining),
            None => {
                let near = weights.iter().zip(rough).all(|(new, old)| (new - old).abs() < 0.05);
                return (near && gains.into_iter().all(|gain| gain < NO_GAIN)).then_some(weights);
            }
        }
    }
}

/// The shares x of greatest entropy with B x = 0: xᵢ ∝ e^(−(Bᵀ ν)ᵢ) with the ν that minimises ln Σ e^(−(Bᵀ ν)ᵢ), by Newton's method.
fn greatest_entropy(table: &[Vec<f64>]) -> Option<Vec<f64>> {
    let (rows, columns) = (table.len(), table[0].len());
    let logs =
        |multipliers: &[f64]| -> Vec<f64> { (0..columns).map(|i| -(0..rows).map(|r| multipliers[r] * table[r][i]).sum::<f64>()).collect() };
    let value = |multipliers: &[f64]| logs(multipliers).iter().map(|x| x.exp()).sum::<f64>().ln();
    let mut multipliers = vec![0.0; rows];
    for _ in 0..100 {
        let shares = softmax(&logs(&multipliers));
        let sums = times(table, &shares);
        if sums.iter().all(|x| x.abs() < 1e-15) {
            break;
        }
        let curvature = |a: usize, b: usize| {
            let mixed: f64 = (0..columns).map(|i| shares[i] * table[a][i] * table[b][i]).sum();
            // Directions without curvature leave the shares alone.
            mixed - sums[a] * sums[b] + if a == b { 1e-13 } else { 0.0 }
        };
        let step = linear((0..rows).map(|a| (0..rows).map(|b| curvature(a, b)).collect()).collect(), sums)?;
        let moved = |length: f64| -> Vec<f64> { multipliers.iter().zip(&step).map(|(x, d)| x + length * d).collect() };
        let (old, mut length) = (value(&multipliers), 1.0);
        while value(&moved(length)) > old && length > 1e-6 {
            length /= 2.0;
        }
        multipliers = moved(length);
    }
    Some(softmax(&logs(&multipliers)))
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, x)| a * x).sum()).collect()
}

fn softmax(logs: &[f64]) -> Vec<f64> {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = logs.iter().map(|log| (log - most).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

/// Solves a linear system by elimination with pivots; `None` if it is singular.
fn linear(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let head = matrix[column][column];
        if head == 0.0 || !head.is_finite() {
            return None;
        }
        for row in column + 1..n {
            let factor = matrix[row][column] / head;
            let (above, below) = matrix.split_at_mut(row);
            below[0][column..].iter_mut().zip(&above[column][column..]).for_each(|(x, y)| *x -= factor * y);
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(rows: &[&[f64]]) -> NashAverage {
        nash_average(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).unwrap()
    }

    fn close(found: &[f64], expected: &[f64], precision: f64) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < precision, "{found} {expected}");
        }
    }

    /// Rock, paper, scissors with unequal stakes: the weight of each is what the other two play for.
    #[test]
    fn weighted_rock_paper_scissors_is_solved_by_hand() {
        let found = weights(&[&[0.0, 0.3, -0.8], &[-0.3, 0.0, 0.4], &[0.8, -0.4, 0.0]]);
        close(&found.weights, &[4.0 / 15.0, 8.0 / 15.0, 3.0 / 15.0], 1e-12);
        close(&found.advantages, &[0.0; 3], 1e-12);
    }

    #[test]
    fn copies_share_the_weight_and_dominated_strategies_have_none() {
        let rows: [&[f64]; 5] = [
            &[0.0, 0.0, 0.3, -0.8, 0.5],
            &[0.0, 0.0, 0.3, -0.8, 0.5],
            &[-0.3, -0.3, 0.0, 0.4, 0.5],
            &[0.8, 0.8, -0.4, 0.0, 0.5],
            &[-0.5, -0.5, -0.5, -0.5, 0.0],
        ];
        let found = weights(&rows);
        close(&found.weights, &[2.0 / 15.0, 2.0 / 15.0, 8.0 / 15.0, 3.0 / 15.0, 0.0], 1e-12);
        close(&found.advantages, &[0.0, 0.0, 0.0, 0.0, -0.5], 1e-12);
        close(&weights(&[&[0.0, 0.1, 0.2], &[-0.1, 0.0, 0.3], &[-0.2, -0.3, 0.0]]).weights, &[1.0, 0.0, 0.0], 1e-12);
        close(&weights(&[&[0.0; 4] as &[f64]; 4]).weights, &[0.25; 4], 1e-12);
        assert_eq!(nash_average(&[]), None);
    }

    /// Computed once by `open_spiel.python.algorithms.nash_averaging` (PyPI open-spiel 2.0.2), whose solver leaves errors of about 10⁻⁸.
    #[test]
    fn equals_openspiel() {
        let found = weights(&[
            &[0.0, -0.04, 0.12, -0.09, -0.05, -0.16, 0.23],
            &[0.04, 0.0, 0.31, 0.13, -0.05, 0.03, -0.23],
            &[-0.12, -0.31, 0.0, 0.05, 0.01, -0.26, 0.22],
            &[0.09, -0.13, -0.05, 0.0, 0.29, 0.35, 0.14],
            &[0.05, 0.05, -0.01, -0.29, 0.0, 0.13, 0.06],
            &[0.16, -0.03, 0.26, -0.35, -0.13, 0.0, -0.33],
            &[-0.23, 0.23, -0.22, -0.14, -0.06, 0.33, 0.0],
        ]);
        let expected = [0.30209545298, 0.39755528807, 0.0, 0.14784634510, 0.02095458806, 0.0, 0.13154831841];
        close(&found.weights, &expected, 2e-8);
        close(&found.advantages, &[0.0, 0.0, -0.1229511, 0.0, 0.0, -0.0614726, 0.0], 1e-7);
    }

    /// Random games of up to 12 strategies whose advantages are multiples of 1/4 or 1/100: many of the former have several equilibria.
    #[test]
    fn random_games_are_solved() {
        let mut rng = treebench_games::Rng::from_seed(5);
        for steps in [4, 100] {
            for _ in 0..150 {
                let n = 1 + rng.below(12);
                let mut game = vec![vec![0.0; n]; n];
                for (i, j) in (0..n).flat_map(|i| (0..i).map(move |j| (i, j))) {
                    let gain = (rng.below(2 * steps + 1) as f64 - steps as f64) / steps as f64;
                    (game[i][j], game[j][i]) = (gain, -gain);
                }
                let found = nash_average(&game).unwrap_or_else(|| panic!("no equilibrium of {game:?}"));
                assert!((found.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{game:?}");
                assert!(found.advantages.iter().all(|gain| *gain < 1e-9), "{game:?}");
            }
        }
    }
}
