//! How sure ratings are: the bootstrap over rounds.

use super::alpha_rank::{AlphaRank, alpha_rank};
use super::bradley_terry::{BradleyTerry, refit};
use super::meetings::{Meeting, add, pooled, scores};
use crate::stats::Cluster;
use treebench_games::Rng;

/// Ratings of resampled results.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Bootstrap {
    /// For each sample, the logarithms of all strengths.
    pub log_strengths: Vec<Vec<f64>>,
    /// For each sample, the shares of α-rank; empty if they were not asked for.
    pub alpha: Vec<Vec<f64>>,
}

/// Resamples the rounds of every meeting with replacement (Efron 1979) and rates the players again. `games` has the meetings of each game, which
/// are pooled as in [`pooled`]; `ratings` are those of the results themselves. The same seed gives the same samples.
///
/// Rounds that repeat each other are one observation. A meeting of c observations draws c − 1 of them, each worth c/(c − 1) (Rao and Wu 1988), for
/// otherwise few observations would seem too certain. Where all observations are alike, resampling knows no spread: each one drawn is then
/// replaced by a round won or lost by either side with probability 1/(c + 2), Laplace's rule of succession.
pub fn bootstrap(games: &[Vec<Meeting>], ratings: &BradleyTerry, samples: usize, with_alpha: bool, seed: u64) -> Bootstrap {
    let n = ratings.log_strengths.len();
    let mut found = Bootstrap::default();
    for sample in 0..samples {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = Rng::new(key, sample as u64);
        let points = |meetings: &Vec<Meeting>| {
            let mut points = vec![vec![0.0; n]; n];
            meetings.iter().for_each(|meeting| resample(meeting, &mut points, &mut rng));
            points
        };
        let pooled = pooled(&games.iter().map(points).collect::<Vec<_>>());
        if with_alpha {
            found.alpha.push(alpha_rank(&known(&scores(&pooled)), AlphaRank::default()));
        }
        found.log_strengths.push(refit(&pooled, ratings));
    }
    found
}

/// Adds a resampled meeting to a table of points.
fn resample(meeting: &Meeting, points: &mut [Vec<f64>], rng: &mut Rng) {
    let clusters = &meeting.clusters;
    let count = clusters.len();
    let Some(first) = clusters.first() else { return };
    let mean = |cluster: &Cluster| cluster.sums.iter().map(|sum| sum / cluster.games).collect::<Vec<_>>();
    let alike = count < 2 || clusters.iter().all(|cluster| mean(cluster) == mean(first));
    let draws = if alike { count } else { count - 1 };
    for _ in 0..draws {
        let drawn = &clusters[rng.below(count)];
        let scale = count as f64 / draws as f64;
        let mut sums: Vec<f64> = drawn.sums.iter().map(|sum| sum * scale).collect();
        if alike && rng.below(count + 2) == 0 {
            sums = vec![0.0; sums.len()];
            sums[rng.below(meeting.players.len())] = drawn.games * scale;
        }
        add(points, meeting, &Cluster { games: drawn.games * scale, sums });
    }
}

/// Scores with an even result where two players did not meet.
pub fn known(scores: &[Vec<f64>]) -> Vec<Vec<f64>> {
    scores.iter().map(|row| row.iter().map(|&score| if score.is_nan() { 0.5 } else { score }).collect()).collect()
}

impl Bootstrap {
    /// The 95 % interval of a player's log strength: the percentiles of the samples.
    pub fn interval(&self, player: usize) -> (f64, f64) {
        percentiles(self.log_strengths.iter().map(|sample| sample[player]))
    }

    /// The 95 % interval of a number that is computed from the log strengths of all players.
    pub fn interval_of(&self, of: impl Fn(&[f64]) -> f64) -> (f64, f64) {
        percentiles(self.log_strengths.iter().map(|sample| of(sample)))
    }

    /// The same of its share of α-rank; not numbers if it was not asked for.
    pub fn alpha_interval(&self, player: usize) -> (f64, f64) {
        percentiles(self.alpha.iter().map(|sample| sample[player]))
    }

    /// The likelihood that one player is stronger than another: the share of samples in which it is, equals counted half.
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        let points = self.log_strengths.iter().map(|sample| match sample[player].total_cmp(&sample[other]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        });
        points.sum::<f64>() / self.log_strengths.len() as f64
    }
}

/// The 2.5 % and the 97.5 % point of a sample.
pub(super) fn percentiles(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = share * (sorted.len() as f64 - 1.0);
        let (low, high) = (sorted.get(place as usize)?, sorted.get(place.ceil() as usize)?);
        Some(low + (high - low) * place.fract())
    };
    (at(0.025).unwrap_or(f64::NAN), at(0.975).unwrap_or(f64::NAN))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Rounds, bradley_terry, points};

    fn meeting(players: [usize; 2], results: &[f64]) -> Meeting {
        let mut rounds = Rounds::new(2);
        results.iter().for_each(|&own| rounds.push(0, 2, &[own, 2.0 - own]));
        Meeting::new(players.to_vec(), &rounds)
    }

    fn of(meetings: Vec<Meeting>, players: usize) -> (BradleyTerry, Bootstrap) {
        let ratings = bradley_terry(&points(players, &meetings));
        let found = bootstrap(&[meetings], &ratings, 400, false, 1);
        (ratings, found)
    }

    /// Two players: the log strength is half the logit of the score, whose standard error is known.
    #[test]
    fn the_spread_is_that_of_the_score() {
        let results: Vec<f64> = (0..200).map(|i| if i % 5 < 3 { 2.0 } else { 0.0 }).collect();
        let (ratings, found) = of(vec![meeting([0, 1], &results)], 2);
        assert!((ratings.log_strengths[0] - 1.5f64.ln() / 2.0).abs() < 1e-9);
        let (low, high) = found.interval(0);
        // 1.96 · √(x(1 − x)/200) / (x(1 − x)) / 2 on either side.
        let half = 1.96 * (0.24f64 / 200.0).sqrt() / 0.24 / 2.0;
        assert!(((high - low) / 2.0 - half).abs() < 0.15 * half, "{low} {high} {half}");
        assert!(found.superiority(0, 1) > 0.95 && (found.superiority(0, 1) + found.superiority(1, 0) - 1.0).abs() < 1e-12);
    }

    /// Means of few rounds spread as they should: of 5 of variance s², by s²/5.
    #[test]
    fn few_rounds_are_not_too_certain() {
        let five = meeting([0, 1], &[2.0, 1.0, 0.0, 1.5, 0.5]);
        let mut rng = Rng::from_seed(3);
        let mut values = crate::stats::Moments::default();
        for _ in 0..4000 {
            let mut points = vec![vec![0.0; 2]; 2];
            resample(&five, &mut points, &mut rng);
            assert!((points[0][1] + points[1][0] - 10.0).abs() < 1e-9, "as many games as were played");
            values.push(points[0][1] / 10.0);
        }
        // Scores per game 1, ½, 0, ¾, ¼ have s² = 0.15625.
        assert!((values.variance() / (0.15625 / 5.0) - 1.0).abs() < 0.1, "{}", values.variance());
    }

    #[test]
    fn rounds_that_are_all_alike_leave_a_doubt() {
        let (ratings, found) = of(vec![meeting([0, 1], &[2.0; 5]), meeting([1, 2], &[1.0; 5])], 3);
        assert!(ratings.with_virtual_draws);
        for player in 0..3 {
            let (low, high) = found.interval(player);
            assert!(low < high && low.is_finite() && high.is_finite(), "{player}: {low} {high}");
        }
        let twins = of(vec![meeting([0, 1], &[1.0])], 2).1;
        assert!(twins.interval(0).0 < -0.5 && twins.interval(0).1 > 0.5, "one round says little");
    }

    #[test]
    fn the_seed_decides() {
        let results = [2.0, 1.0, 0.5, 1.5, 2.0, 0.0];
        let (ratings, found) = of(vec![meeting([0, 1], &results)], 2);
        assert_eq!(bootstrap(&[vec![meeting([0, 1], &results)]], &ratings, 400, false, 1), found);
        assert_ne!(bootstrap(&[vec![meeting([0, 1], &results)]], &ratings, 400, false, 2), found);
    }
}
