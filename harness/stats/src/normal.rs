//! The standard normal distribution and that of sums of its squares.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};
use std::f64::consts::SQRT_2;

/// The level of a single verdict.
pub const LEVEL: f64 = 0.05;

/// The probability of a value below `x`, to the last digits also far out in the lower tail. That of `statrs` is off by some 10⁻¹⁰ where
/// x lies between -1.06 and -0.71, because a constant of its error function lacks digits.
pub(super) fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The value below which a share `p` lies.
pub fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// The probability that the sum of `freedom` squares of standard normal values is larger than `sum`; not a number without any.
pub fn chi_squared_tail(sum: f64, freedom: f64) -> f64 {
    ChiSquared::new(freedom).map_or(f64::NAN, |distribution| distribution.sf(sum))
}

#[cfg(test)]
mod tests {
    use super::{chi_squared_tail, normal_cdf, normal_quantile};

    #[test]
    fn a_single_square_has_the_tails_of_the_normal() {
        for x in [0.1, 1.0, 1.959_963_984_540_054, 5.0] {
            assert!((chi_squared_tail(x * x, 1.0) / (2.0 * normal_cdf(-x)) - 1.0).abs() < 1e-6, "{x}");
        }
        // Abramowitz and Stegun 1964, table 26.8: the upper 5 % of 10 squares begin at 18.307.
        assert!((chi_squared_tail(18.307, 10.0) - 0.05).abs() < 1e-5);
    }

    #[test]
    fn the_quantile_is_the_inverse() {
        for x in [-30.0, -5.0, -1.0, 0.0, 0.5, 2.0] {
            assert!((normal_quantile(normal_cdf(x)) - x).abs() < 1e-6, "{x}");
        }
    }

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
