//! Scores of two players as differences of rating.

use super::Moments;
use super::normal::normal_cdf;

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

/// The same in normalised Elo, which is the distance from an even score in standard deviations of a single game, on the scale of Elo (Van den Bergh
/// 2020, "Normalized Elo"). `rounds` are the mean scores of rounds of `size` games. `None` if they do not vary.
pub fn normalised_elo(rounds: &Moments, size: u32, (low, high): (f64, f64)) -> Option<Elo> {
    let deviation = rounds.variance().sqrt() * f64::from(size).sqrt();
    let points = |score: f64| (score - 0.5) / deviation * 800.0 / 10f64.ln();
    (deviation > 0.0).then(|| Elo { value: points(rounds.mean()), low: points(low), high: points(high) })
}

/// The likelihood of superiority: the probability that the true mean score is above ½ if nothing else is known of it. Where scores do not vary, one round
/// more is taken to be half won.
pub fn superiority(rounds: &Moments) -> f64 {
    let n = rounds.count() as f64;
    let smoothed = (n * rounds.mean() + 0.5) / (n + 1.0);
    let variance = if rounds.variance() > 0.0 { rounds.variance() } else { smoothed * (1.0 - smoothed) };
    normal_cdf((rounds.mean() - 0.5) / (variance / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand from the definition: s is the standard deviation of a pair's mean, 800/ln 10 = 347.4356.
    #[test]
    fn normalised_elo_and_superiority_are_those_of_pairs() {
        let mut pairs = Moments::default();
        for (score, count) in [(0.0, 10), (0.25, 20), (0.5, 40), (0.75, 35), (1.0, 15)] {
            (0..count).for_each(|_| pairs.push(score));
        }
        let s = pairs.variance().sqrt();
        let found = normalised_elo(&pairs, 2, (0.5, 0.6)).unwrap();
        assert!((found.value - (66.25 / 120.0 - 0.5) / (s * 2f64.sqrt()) * 347.435_585).abs() < 1e-4, "{found:?}");
        assert!(found.low == 0.0 && found.high > found.value);
        let t = (66.25 / 120.0 - 0.5) / (s / 120f64.sqrt());
        assert!((superiority(&pairs) - normal_cdf(t)).abs() < 1e-12 && superiority(&pairs) > 0.95);
        let all = Moments::of_match(10, 0, 0);
        assert!(normalised_elo(&all, 1, (0.9, 1.0)).is_none() && superiority(&all) > 0.99 && superiority(&all) < 1.0);
    }

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
