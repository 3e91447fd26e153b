//! The number of games that a question needs.

use super::bounds;
use statrs::distribution::{ContinuousCDF, Normal};

/// A difference from an even result to be detected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Question {
    /// The difference of the mean score from an even result, on the scale from 0 to 1, above 0.
    pub difference: f64,
    /// The share of drawn games, below 1.
    pub draws: f64,
    /// The probability of finding a difference among equals.
    pub alpha: f64,
    /// The probability of finding the difference.
    pub power: f64,
}

/// Games of a test with a fixed number of them, and those that a sequential test takes on average.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampleSize {
    /// The two-sided test with a fixed number of games.
    pub fixed: f64,
    /// The sequential test of this difference against none (one-sided), between equals.
    pub sequential_equal: f64,
    /// The same if the difference exists.
    pub sequential_different: f64,
}

/// Games of a two-sided test with a fixed number of them that finds a difference of the mean with this probability, (z₁₋α⸝₂ + z_power)²
/// σ²/δ², where σ² is the variance of the mean score of a round of `size` games.
pub fn games_needed(variance: f64, size: u32, difference: f64, alpha: f64, power: f64) -> f64 {
    let z = |p: f64| Normal::standard().inverse_cdf(p);
    f64::from(size) * (z(1.0 - alpha / 2.0) + z(power)).powi(2) * variance / (difference * difference)
}

/// Games for a question between two players whose scores vary as those of equals do, (1 − draws)/4.
///
/// Fixed size: (z₁₋α⸝₂ + z_power)² σ²/δ². Sequential: Wald's approximation of the expected size ("Sequential Analysis", 1947, section 3.5).
pub fn needed(question: Question) -> SampleSize {
    let Question { difference, draws, alpha, power } = question;
    let variance = (1.0 - draws) / 4.0;
    let fixed = games_needed(variance, 1, difference, alpha, power);
    let (low, high) = bounds(alpha, 1.0 - power);
    // The mean step of the log-likelihood ratio under either hypothesis.
    let step = difference * difference / (2.0 * variance);
    let sequential_equal = ((1.0 - alpha) * low + alpha * high) / -step;
    let sequential_different = ((1.0 - power) * low + power * high) / step;
    SampleSize { fixed, sequential_equal, sequential_different }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_points_take_785_games() {
        // (1.95996 + 0.84162)² · 0.25 / 0.05² = 784.9; draws in half of the games halve it.
        let question = Question { difference: 0.05, draws: 0.0, alpha: 0.05, power: 0.8 };
        assert!((needed(question).fixed - 784.89).abs() < 0.01);
        assert!((needed(Question { draws: 0.5, ..question }).fixed - 392.44).abs() < 0.01);
        // Wald: α = β = 5 %, bounds ±2.944, step 0.005: 0.9 · 2.944 / 0.005 = 530 games, whichever is true.
        let both = needed(Question { power: 0.95, ..question });
        assert!((both.sequential_equal - 530.0).abs() < 0.1 && (both.sequential_different - 530.0).abs() < 0.1, "{both:?}");
    }
}
