//! The ratio of two sums over the same games.

/// Sums of two numbers per game, and of their squares and products.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ratio {
    /// Games.
    pub count: u64,
    /// The sum of the upper numbers.
    pub top: f64,
    /// The sum of the lower numbers.
    pub bottom: f64,
    /// The sum of the squares of the upper numbers.
    pub top_squares: f64,
    /// The sum of the squares of the lower numbers.
    pub bottom_squares: f64,
    /// The sum of the products.
    pub products: f64,
}

impl Ratio {
    /// Adds a game.
    pub fn push(&mut self, top: f64, bottom: f64) {
        self.count += 1;
        self.top += top;
        self.bottom += bottom;
        self.top_squares += top * top;
        self.bottom_squares += bottom * bottom;
        self.products += top * bottom;
    }

    /// Adds the games of another.
    pub fn merge(&mut self, other: &Ratio) {
        self.count += other.count;
        self.top += other.top;
        self.bottom += other.bottom;
        self.top_squares += other.top_squares;
        self.bottom_squares += other.bottom_squares;
        self.products += other.products;
    }

    /// The ratio of the sums; not a number if the lower one is 0.
    pub fn value(&self) -> f64 {
        if self.bottom == 0.0 { f64::NAN } else { self.top / self.bottom }
    }

    /// Its standard error, from the residuals top − ratio · bottom of the games (Cochran, "Sampling Techniques", 1977, eq. 2.46);
    /// not a number for less than two games.
    pub fn standard_error(&self) -> f64 {
        if self.count < 2 {
            return f64::NAN;
        }
        let (ratio, n) = (self.value(), self.count as f64);
        let residuals = self.top_squares - 2.0 * ratio * self.products + ratio * ratio * self.bottom_squares;
        (residuals.max(0.0) * n / (n - 1.0)).sqrt() / self.bottom
    }
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    #[test]
    fn the_error_is_that_of_the_residuals() {
        let games = [(6.0, 2.0), (9.0, 3.0), (10.0, 5.0)];
        let mut ratio = Ratio::default();
        games.iter().for_each(|&(top, bottom)| ratio.push(top, bottom));
        assert_eq!(ratio.value(), 2.5);
        // Residuals 1, 1.5 and −2.5 have the squares 9.5 in sum; s² = 9.5 / 2, and the error is √(3 s²) / 10.
        assert!((ratio.standard_error() - (3.0f64 * 4.75).sqrt() / 10.0).abs() < 1e-12);
        let mut halves = [Ratio::default(); 2];
        games.iter().enumerate().for_each(|(i, &(top, bottom))| halves[i % 2].push(top, bottom));
        halves[0].merge(&{ halves[1] });
        assert_eq!(halves[0], ratio);
    }

    #[test]
    fn a_constant_ratio_is_certain() {
        let mut ratio = Ratio::default();
        (1..20).for_each(|n| ratio.push(3.0 * f64::from(n), f64::from(n)));
        assert!(ratio.standard_error() < 1e-6);
        assert!(Ratio::default().value().is_nan() && Ratio::default().standard_error().is_nan());
    }
}
