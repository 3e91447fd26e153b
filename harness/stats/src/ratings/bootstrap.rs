//! The uncertainty of ratings: the bootstrap over rounds.

use super::alpha_rank::{AlphaRank, alpha_rank};
use super::blocks::Blocks;
use super::bradley_terry::{BradleyTerry, refit};
use super::meetings::{Meeting, expected_scores, pooled};
use super::urn::Urn;
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
/// are pooled as in [`pooled`]; `added` may have points of each game that every sample holds, too. `ratings` are those of the results themselves. The same seed
/// gives the same samples.
///
/// Meetings whose observations come from the same seeds or hold the same games ([`units`](crate::units)) are resampled together: a draw of a seed
/// is one for all of them. Where winners are drawn instead, their spread is enlarged as if all that is shared were the same. Samples of few observations are
/// spread by as much as Student's t is wider than the normal distribution.
///
/// Rounds that repeat each other are one observation. A meeting of c observations draws c − 1 of them, each worth c/(c − 1) (Rao and Wu 1988), since
/// otherwise few observations would seem too certain. Where there are fewer than five, or all are alike, resampling knows no spread: the winners of
/// their games are then drawn (a parametric bootstrap), by the fitted model and by the results of the meeting itself, the model weighing as much as
/// four observations. Without the model one round would seem certain; without the results, a hundred rounds won in one of several games would be
/// drawn as if that game were like the others, and the samples would lie to one side of the ratings.
pub fn bootstrap(
    games: &[Vec<Meeting>],
    added: &[Vec<Vec<f64>>],
    ratings: &BradleyTerry,
    samples: usize,
    with_alpha: bool,
    seed: u64,
) -> Bootstrap {
    let n = ratings.log_strengths.len();
    let urns: Vec<Vec<Urn<'_>>> =
        games.iter().map(|meetings| meetings.iter().map(|meeting| Urn::new(meeting, &ratings.log_strengths)).collect()).collect();
    let blocks = Blocks::of(games, n);
    let spread = blocks.spread(&urns, n);
    let mut found = Bootstrap::default();
    for sample in 0..samples {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut rng = Rng::new(key, sample as u64);
        let drawn = blocks.draw(&mut rng);
        let points = |(game, urns): (usize, &Vec<Urn<'_>>)| {
            let mut points = added.get(game).cloned().unwrap_or_else(|| vec![vec![0.0; n]; n]);
            for (urn, block) in urns.iter().zip(&blocks.of[game]) {
                match block {
                    Some(block) => urn.draw_with(&drawn[*block], blocks.overlap.round() as usize, &mut points, &mut rng),
                    None => urn.draw(&mut points, &mut rng),
                }
            }
            points
        };
        let pooled = pooled(&urns.iter().enumerate().map(points).collect::<Vec<_>>());
        let mut log_strengths = refit(&pooled, ratings);
        let own = ratings.log_strengths.iter().zip(&spread);
        log_strengths.iter_mut().zip(own).for_each(|(log, (own, spread))| *log = own + spread * (*log - own));
        if with_alpha {
            found.alpha.push(alpha_rank(&expected_scores(&pooled, &log_strengths), AlphaRank::default()));
        }
        found.log_strengths.push(log_strengths);
    }
    found
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
    use crate::{Rounds, bradley_terry, points};

    fn meeting(players: [usize; 2], results: &[f64]) -> Meeting {
        let mut rounds = Rounds::new(2);
        results.iter().for_each(|&own| rounds.push(0, 2, &[own, 2.0 - own]));
        Meeting::new(players.to_vec(), &rounds)
    }

    fn of(meetings: Vec<Meeting>, players: usize) -> (BradleyTerry, Bootstrap) {
        let ratings = bradley_terry(&points(players, &meetings));
        let found = bootstrap(&[meetings], &[], &ratings, 400, false, 1);
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

    /// Ten rounds: Student's t with nine degrees of freedom instead of the normal distribution.
    #[test]
    fn few_rounds_have_wider_intervals() {
        let scores = [1.0, 0.5, 0.5, 0.0, 1.0, 0.5, 0.5, 0.0, 1.0, 0.0];
        let (_, found) = of(vec![meeting([0, 1], &scores.map(|score| 2.0 * score))], 2);
        let (low, high) = found.interval(0);
        // The scores have the mean ½ and s² = 3/18; the log strength changes by 1/(2 · ½ · ½) = 2 for each point of the score.
        let half = 2.262 * (3.0f64 / 18.0 / 10.0).sqrt() * 2.0;
        assert!(((high - low) / 2.0 - half).abs() < 0.1 * half, "{low} {high} {half}");
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

    /// Many players with two rounds for each pair: the intervals lie around the ratings, and are as wide as the spread of ratings over tournaments.
    #[test]
    fn sparse_tournaments_have_honest_intervals() {
        let truth: Vec<f64> = (0..8).map(|i| 0.4 * f64::from(i)).collect();
        let mut rng = Rng::from_seed(4);
        let (mut inside, mut all, mut above) = (0, 0, 0);
        for seed in 0..12 {
            let mut meetings = Vec::new();
            for (i, j) in (0..8).flat_map(|i| (i + 1..8).map(move |j| (i, j))) {
                let p = 1.0 / (1.0 + (truth[j] - truth[i]).exp());
                let mut win = || f64::from(u8::from(rng.unit() < p));
                let results: Vec<f64> = (0..2).map(|_| win() + win()).collect();
                meetings.push(meeting([i, j], &results));
            }
            let ratings = bradley_terry(&points(8, &meetings));
            let found = bootstrap(&[meetings], &[], &ratings, 100, false, seed);
            for (player, strength) in truth.iter().enumerate() {
                let (low, high) = found.interval(player);
                let centred = strength - 0.4 * 3.5;
                all += 1;
                inside += i32::from(low <= centred && centred <= high);
                above += i32::from(ratings.log_strengths[player] >= high) + i32::from(ratings.log_strengths[player] <= low);
            }
        }
        assert!(inside * 100 >= all * 85, "{inside} of {all} intervals hold the truth");
        assert_eq!(above, 0, "ratings lie inside their own intervals");
    }

    /// Three players of whom one wins often: samples lie on both sides of the ratings, also where winners are drawn.
    #[test]
    fn samples_among_three_lie_around_the_ratings() {
        for count in [3usize, 20] {
            let mut rounds = Rounds::new(3);
            (0..count).for_each(|i| rounds.push(0, 3, [&[2.0, 1.0, 0.0], &[3.0, 0.0, 0.0], &[1.0, 1.5, 0.5]][i % 3]));
            let meetings = vec![Meeting::new(vec![0, 1, 2], &rounds)];
            let ratings = bradley_terry(&points(3, &meetings));
            let found = bootstrap(&[meetings], &[], &ratings, 1000, false, 1);
            for player in 0..3 {
                let below = found.log_strengths.iter().filter(|sample| sample[player] < ratings.log_strengths[player]).count();
                assert!((300..=700).contains(&below), "player {player} after {count} rounds: {below} of 1000 samples below");
            }
        }
    }

    /// A player who wins all of 20 rounds in one of two games, and half in the other, is not taken for equal in the first.
    #[test]
    fn a_game_that_one_player_always_wins_stays_so() {
        let even: Vec<f64> = (0..20).map(|i| f64::from(i % 3)).collect();
        let games = [vec![meeting([0, 1], &[2.0; 20])], vec![meeting([0, 1], &even)]];
        let pooled = pooled(&games.each_ref().map(|meetings| points(2, meetings)));
        let ratings = bradley_terry(&pooled);
        let found = bootstrap(&games, &[], &ratings, 400, false, 1);
        let mean = found.log_strengths.iter().map(|sample| sample[0]).sum::<f64>() / 400.0;
        let (low, high) = found.interval(0);
        assert!((mean - ratings.log_strengths[0]).abs() < (high - low) / 8.0, "{mean} {low} {high} {:?}", ratings.log_strengths);
    }

    #[test]
    fn the_seed_decides() {
        let results = [2.0, 1.0, 0.5, 1.5, 2.0, 0.0];
        let (ratings, found) = of(vec![meeting([0, 1], &results)], 2);
        assert_eq!(bootstrap(&[vec![meeting([0, 1], &results)]], &[], &ratings, 400, false, 1), found);
        assert_ne!(bootstrap(&[vec![meeting([0, 1], &results)]], &[], &ratings, 400, false, 2), found);
    }
}
