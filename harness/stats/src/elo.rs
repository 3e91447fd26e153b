//! Scores of two players as differences of rating.

/// A difference of rating and the ends of its interval, in Elo points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Scores closer to 0, ½ or 1 than this differ from them by rounding only.
const ROUNDING: f64 = 1e-9;

/// Turns a score between two players and the ends of its interval into Elo points: 400·log₁₀(x/(1−x)) (Elo 1978, logistic form).
///
/// `None` if the score is 0 or 1, which no finite difference of rating gives, or if one of the numbers is not in [0, 1]. An end of the interval
/// at 0 or 1 becomes infinite.
pub fn elo(score: f64, (low, high): (f64, f64)) -> Option<Elo> {
    let points = |x: f64| match x {
        x if x < ROUNDING => f64::NEG_INFINITY,
        x if x > 1.0 - ROUNDING => f64::INFINITY,
        x if (x - 0.5).abs() < ROUNDING => 0.0,
        x => 400.0 * (x / (1.0 - x)).log10(),
    };
    let sound = [score, low, high].iter().all(|x| (0.0..=1.0).contains(x)) && points(score).is_finite();
    sound.then(|| Elo { value: points(score), low: points(low), high: points(high) })
}

#[cfg(test)]
mod tests {
    use super::elo;

    #[test]
    fn knows_the_usual_marks() {
        let rating = elo(0.75, (0.5, 1.0)).unwrap();
        assert!((rating.value - 190.848).abs() < 1e-3);
        assert_eq!((rating.low, rating.high), (0.0, f64::INFINITY));
        assert_eq!(elo(0.5 + 1e-16, (0.4, 0.6)).unwrap().value, 0.0);
    }

    #[test]
    fn clean_sweeps_have_none() {
        assert_eq!(elo(1.0, (0.9, 1.0)), None);
        assert_eq!(elo(1e-16, (0.0, 0.1)), None);
        assert_eq!(elo(f64::NAN, (0.0, 1.0)), None);
    }
}
