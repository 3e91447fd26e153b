//! The standard normal distribution function.

use std::f64::consts::SQRT_2;

/// The probability of a value below `x`, to the last digits also far out in the lower tail. That of `statrs` is off by some 10⁻¹⁰ where
/// x lies between -1.06 and -0.71, because a constant of its error function lacks digits.
pub(super) fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::normal_cdf;

    #[test]
    fn agrees_with_tables() {
        // Abramowitz and Stegun 1964, table 26.1, P(x) to 15 digits, and table 26.2 for the tail: Q(5), Q(10).
        for (x, expected) in [(0.0, 0.5), (0.5, 0.691_462_461_274_013), (1.0, 0.841_344_746_068_543), (2.0, 0.977_249_868_051_821)] {
            assert!((normal_cdf(x) - expected).abs() < 1e-15 && (normal_cdf(-x) - (1.0 - expected)).abs() < 1e-15, "{x}");
        }
        for (x, expected) in [(-5.0, 2.866_515_7e-7), (-10.0, 7.619_853e-24)] {
            assert!((normal_cdf(x) / expected - 1.0).abs() < 1e-7, "{x}");
        }
    }
}
