//! Scores of two players as differences of rating.

use super::Moments;
use super::normal::normal_cdf;
use statrs::function::beta::beta_reg;

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

/// The number of rounds from which on the Beta distribution is practically normal.
const MANY: f64 = 10_000.0;

/// The likelihood of superiority: the probability that the true mean score is above ½, with a uniform prior on mean scores.
///
/// A round with the score x counts as x of a round won and 1 − x of one lost, and the posterior is the Beta distribution with one of each more.
/// Rounds that vary less than won and lost ones, such as draws, count for more; one extra won and one extra lost round keep a few rounds from seeming
/// too certain.
pub fn superiority(rounds: &Moments) -> f64 {
    let n = rounds.count() as f64;
    if n == 0.0 {
        return 0.5;
    }
    let mean = rounds.mean();
    let centre = (n * mean + 1.0) / (n + 2.0);
    let squares = rounds.variance() * (n - 1.0) + n * (mean - centre).powi(2) + centre.powi(2) + (1.0 - centre).powi(2);
    let size = n * (centre * (1.0 - centre) * (n + 2.0) / squares).max(1.0);
    let (won, lost) = (size * mean + 1.0, size * (1.0 - mean) + 1.0);
    if size > MANY {
        let posterior = won / (won + lost);
        return normal_cdf((posterior - 0.5) / (posterior * (1.0 - posterior) / (won + lost + 1.0)).sqrt());
    }
    beta_reg(lost, won, 0.5)
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
        assert!((superiority(&pairs) - normal_cdf(t)).abs() < 0.01 && superiority(&pairs) > 0.95);
        assert!(normalised_elo(&Moments::of_match(10, 0, 0), 1, (0.9, 1.0)).is_none());
    }

    /// By hand: of n won games the posterior is that of the largest of n + 1 uniform numbers.
    #[test]
    fn few_games_say_little_of_superiority() {
        for won in [0, 1, 5, 10] {
            let expected = 1.0 - 0.5f64.powi(won as i32 + 1);
            let found = superiority(&Moments::of_match(won, 0, 0));
            assert!((found - expected).abs() < 1e-9, "{won}: {found}");
            assert!((superiority(&Moments::of_match(0, 0, won)) + found - 1.0).abs() < 1e-9);
        }
        assert!((superiority(&Moments::of_match(10, 0, 2)) - 0.988_770).abs() < 1e-5, "the Beta distribution of 11 and 3");
        assert!((superiority(&Moments::of_match(0, 50, 0)) - 0.5).abs() < 1e-9);
        // Draws make the same lead surer, and many rounds are normal.
        assert!((superiority(&Moments::of_match(500, 9000, 400)) - normal_cdf(100.0 / 900f64.sqrt())).abs() < 1e-3);
        let [few, many] = [4_999, 5_001].map(|won| superiority(&Moments::of_match(won, 0, 4_900)));
        assert!((few - many).abs() < 1e-2, "{few} {many}");
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
