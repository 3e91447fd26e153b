//! Streaming mean and variance.

/// Count, sum and sum of squared deviations of a stream of numbers (Welford 1962); two streams merge (Chan et al. 1979).
///
/// The mean is the sum over the count, so that it is the same to the last bit when the sum was saved and read back.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Moments {
    /// Adds a number.
    pub fn push(&mut self, x: f64) {
        let delta = if self.count == 0 { 0.0 } else { x - self.mean() };
        self.count += 1;
        self.sum += x;
        self.squares += delta * (x - self.mean());
    }

    /// Adds another stream.
    pub fn merge(&mut self, other: &Moments) {
        if self.count > 0 && other.count > 0 {
            let (n, m) = (self.count as f64, other.count as f64);
            let delta = other.mean() - self.mean();
            self.squares += delta * delta * n * m / (n + m);
        }
        self.squares += other.squares;
        self.sum += other.sum;
        self.count += other.count;
    }

    /// The moments of a match: wins count 1, draws ½, losses 0.
    pub fn of_match(wins: u64, draws: u64, losses: u64) -> Moments {
        let count = wins + draws + losses;
        if count == 0 {
            return Moments::default();
        }
        let sum = wins as f64 + draws as f64 / 2.0;
        let mean = sum / count as f64;
        let square = |x: f64| (x - mean) * (x - mean);
        let squares = wins as f64 * square(1.0) + draws as f64 * square(0.5) + losses as f64 * square(0.0);
        Moments { count, sum, squares }
    }

    /// Moments that were stored as count, mean and sample variance.
    pub fn from_parts(count: u64, mean: f64, variance: f64) -> Moments {
        Moments { count, sum: mean * count as f64, squares: variance * count.saturating_sub(1) as f64 }
    }

    /// Moments of `count` numbers with this sum and sum of squares.
    pub fn from_sums(count: u64, sum: f64, squares: f64) -> Moments {
        if count == 0 {
            return Moments::default();
        }
        let deviations = squares - sum * (sum / count as f64);
        // What is left of equal numbers is rounding.
        Moments { count, sum, squares: if deviations < 1e-12 * squares { 0.0 } else { deviations } }
    }

    /// Count, sum and sum of squares, to nine decimals, for storage. [`from_sums`](Moments::from_sums) reads them back.
    pub fn sums(&self) -> [f64; 3] {
        let rounded = |x: f64| (x * 1e9).round() / 1e9;
        [self.count as f64, rounded(self.sum()), rounded(self.sum_of_squares())]
    }

    /// The moments with these [`sums`](Moments::sums); `None` if no numbers have them.
    pub fn from_stored([count, sum, squares]: [f64; 3]) -> Option<Moments> {
        let whole = count >= 0.0 && count.fract() == 0.0 && count < 9e15;
        let sound = whole && sum.is_finite() && squares.is_finite() && (count > 0.0 || sum == 0.0 && squares == 0.0);
        // The sum of squares is at least that of equal numbers (Cauchy and Schwarz), but for rounding.
        let fits = sound && squares * count + 1e-6 * (1.0 + count) >= sum * sum * (1.0 - 1e-9);
        let moments = fits.then(|| Moments::from_sums(count as u64, sum, squares))?;
        // Deviations this small are those of sums that were rounded.
        let rounding = 2e-9 * (1.0 + if count > 0.0 { moments.mean().abs() } else { 0.0 });
        Some(if moments.squares < rounding { Moments { squares: 0.0, ..moments } } else { moments })
    }

    /// The sum of the numbers.
    pub fn sum(&self) -> f64 {
        self.sum
    }

    /// The sum of their squares.
    pub fn sum_of_squares(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.squares + self.sum * self.mean() }
    }

    /// How many numbers there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; not a number if there were none.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { f64::NAN } else { self.sum / self.count as f64 }
    }

    /// The sample variance (divisor n − 1); 0 for a single number, not a number for none.
    pub fn variance(&self) -> f64 {
        match self.count {
            0 => f64::NAN,
            1 => 0.0,
            n => self.squares / (n - 1) as f64,
        }
    }

    /// The standard error of the mean; not a number if there were none.
    pub fn standard_error(&self) -> f64 {
        (self.variance() / self.count as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::Moments;

    #[test]
    fn agrees_with_a_textbook_sample() {
        // NIST/SEMATECH handbook style example by hand: 2, 4, 4, 4, 5, 5, 7, 9 has mean 5 and Σ(x−5)² = 32.
        let mut moments = Moments::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|x| moments.push(x));
        assert_eq!((moments.count(), moments.mean()), (8, 5.0));
        assert!((moments.variance() - 32.0 / 7.0).abs() < 1e-12);
    }

    #[test]
    fn sums_give_the_moments_back() {
        let mut moments = Moments::default();
        (1..40).for_each(|i| moments.push(1.0 / f64::from(i)));
        let back = Moments::from_stored(moments.sums()).unwrap();
        assert!((back.mean() - moments.mean()).abs() < 1e-9 && (back.variance() - moments.variance()).abs() < 1e-9);
        // Sums of halves are exact: so is the mean that is read back.
        let mut halves = Moments::default();
        (0..331u32).for_each(|i| halves.push(f64::from(i * i % 3) / 2.0));
        assert_eq!(Moments::from_stored(halves.sums()).unwrap().mean().to_bits(), halves.mean().to_bits());
        let mut thirds = Moments::default();
        (0..100).for_each(|_| thirds.push(1.0 / 3.0));
        assert_eq!(Moments::from_stored(thirds.sums()).unwrap().variance(), 0.0);
        assert_eq!(Moments::from_stored([0.0; 3]), Some(Moments::default()));
        for spoilt in [[1.5, 0.0, 0.0], [-1.0, 0.0, 0.0], [2.0, f64::NAN, 0.0], [2.0, 1.0, -1.0], [0.0, 1.0, 0.0], [4.0, 4.0, 3.0]] {
            assert_eq!(Moments::from_stored(spoilt), None, "{spoilt:?}");
        }
    }

    #[test]
    fn merging_equals_pushing_and_counting() {
        let scores: Vec<f64> = (0..50).map(|i| [1.0, 0.5, 0.0][i * i % 3]).collect();
        let fill = |part: &[f64]| {
            let mut moments = Moments::default();
            part.iter().for_each(|&x| moments.push(x));
            moments
        };
        let whole = fill(&scores);
        let mut merged = fill(&scores[..17]);
        merged.merge(&fill(&scores[17..]));
        merged.merge(&Moments::default());
        let count = |s: f64| scores.iter().filter(|&&x| x == s).count() as u64;
        for other in [merged, Moments::of_match(count(1.0), count(0.5), count(0.0))] {
            assert_eq!(other.count(), whole.count());
            assert!((other.mean() - whole.mean()).abs() < 1e-12 && (other.variance() - whole.variance()).abs() < 1e-12);
        }
    }
}
