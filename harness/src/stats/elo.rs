//! Scores as differences of rating.

/// A difference of rating and the ends of its interval, in Elo points; infinite at scores of 0 and 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Turns a score in (0, 1) and the ends of its interval into Elo points: 400·log₁₀(x/(1−x)) (Elo 1978, logistic form).
pub fn elo(score: f64, (low, high): (f64, f64)) -> Elo {
    let points = |x: f64| 400.0 * (x / (1.0 - x)).log10();
    Elo { value: points(score), low: points(low), high: points(high) }
}

#[cfg(test)]
mod tests {
    use super::elo;

    #[test]
    fn knows_the_usual_marks() {
        let rating = elo(0.75, (0.5, 1.0));
        assert!((rating.value - 190.848).abs() < 1e-3);
        assert_eq!((rating.low, rating.high), (0.0, f64::INFINITY));
        assert_eq!(elo(0.0, (0.0, 0.5)).value, f64::NEG_INFINITY);
    }
}
