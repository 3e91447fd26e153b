//! The verdict of the confirmation: whether a point is better than the default on rounds that the search did not use.

use super::tuning::TuneObjective;
use treebench_stats::{Change, Contrast, PairedShares, Rounds, Series, Sharing};

/// The rounds of a point and of the default in one game against one opponent, with the same seeds.
pub(super) struct Pair<'r> {
    /// The game, as a number.
    pub(super) game: usize,
    /// Games of a round.
    pub(super) size: u32,
    pub(super) point: &'r Rounds,
    pub(super) default: &'r Rounds,
}

/// The result of a confirmation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Confirmation {
    /// The difference per game, point minus default, over all games, with its interval and the two-sided p of no difference, round by round.
    pub(super) change: Change,
    /// The one-sided p of the objective's claim, that the point is better.
    pub(super) p_better: f64,
}

/// Compares a point with the default; the interval is that of this `level`. Under the worst game as the objective, `worst` is the game in which the default was worst in the search, whose
/// results are independent of these: the point is better if it is above the default's score there in every game.
pub(super) fn compare(objective: TuneObjective, worst: usize, pairs: &[Pair<'_>], level: f64) -> Confirmation {
    let mut paired = PairedShares::default();
    for pair in pairs {
        let rounds = pair.point.candidate().zip(pair.default.candidate());
        let keys = pair.point.keys().iter().zip(pair.default.keys());
        for (((games, point), (others, default)), (a, b)) in rounds.zip(keys) {
            // Only a round that repeats both points' games is a repetition.
            let key = if *a == 0 || *b == 0 { 0 } else { (a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b).rotate_left(17) | 1 };
            paired.push(key, pair.size, default, point);
            // A failure counts as 0 here, whoever failed, which may favour either.
            paired.miss(u64::from((2 * pair.size).saturating_sub(games + others)));
        }
    }
    let change = paired.change_at(level);
    let p_better = match objective {
        TuneObjective::Mean | TuneObjective::PerGame if change.value > 0.0 => change.p / 2.0,
        TuneObjective::Mean | TuneObjective::PerGame => 1.0,
        TuneObjective::Worst => worst_p(worst, pairs),
    };
    Confirmation { change, p_better }
}

/// The p-value of "in no game below the default's score in its worst one": every game must show it (intersection-union test).
fn worst_p<'r>(worst: usize, pairs: &[Pair<'r>]) -> f64 {
    // The same seeds are played by the point and by the default, opponent by opponent.
    let average = |game: usize, sign: f64, of: fn(&Pair<'r>) -> &'r Rounds| {
        let cells: Vec<(usize, &Pair<'r>)> = pairs.iter().enumerate().filter(|(_, pair)| pair.game == game).collect();
        let weight = sign / cells.len() as f64;
        cells.into_iter().map(move |(place, pair)| (weight, place as u64, of(pair))).collect::<Vec<_>>()
    };
    let mut games: Vec<usize> = pairs.iter().map(|pair| pair.game).collect();
    games.dedup();
    let each = games.into_iter().map(|game| {
        let both = [average(game, 1.0, |pair| pair.point), average(worst, -1.0, |pair| pair.default)].concat();
        let series: Vec<Series<'_>> =
            both.into_iter().map(|(weight, place, rounds)| Series { weight, rounds, sharing: Sharing::Rounds(place) }).collect();
        Contrast::of(&series).map_or(1.0, |difference| difference.p_above(0.0))
    });
    each.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::Rng;
    use treebench_stats::{LEVEL, ONE_SIDED};

    fn rounds(p: f64, count: usize, rng: &mut Rng) -> Rounds {
        let mut rounds = Rounds::new(2);
        for _ in 0..count {
            let sum = (0..2).filter(|_| rng.unit() < p).count() as f64;
            rounds.push(0, 2, &[sum, 2.0 - sum]);
        }
        rounds
    }

    fn claimed(objective: TuneObjective, scores: &[(f64, f64)], count: usize, rng: &mut Rng) -> bool {
        claimed_at(0, objective, scores, count, rng)
    }

    fn claimed_at(worst: usize, objective: TuneObjective, scores: &[(f64, f64)], count: usize, rng: &mut Rng) -> bool {
        let played: Vec<(Rounds, Rounds)> =
            scores.iter().map(|&(point, default)| (rounds(point, count, rng), rounds(default, count, rng))).collect();
        let pairs = played.iter().enumerate().map(|(game, (point, default))| Pair { game, size: 2, point, default });
        compare(objective, worst, &pairs.collect::<Vec<_>>(), LEVEL).p_better <= ONE_SIDED
    }

    /// Claims about equals: one game or three, few rounds or many, near an even result or far from it.
    fn equals(seed: u64, all: u32) {
        let mut rng = Rng::from_seed(seed);
        let shapes: [(&[(f64, f64)], usize); 4] = [
            (&[(0.5, 0.5)], 20),
            (&[(0.5, 0.5), (0.5, 0.5)], 50),
            (&[(0.9, 0.9), (0.6, 0.6), (0.3, 0.3)], 12),
            (&[(0.97, 0.97), (0.5, 0.5)], 100),
        ];
        for objective in [TuneObjective::Mean, TuneObjective::Worst] {
            for (scores, rounds) in shapes {
                let worst = scores.iter().enumerate().min_by(|a, b| a.1.1.total_cmp(&b.1.1)).map_or(0, |(game, _)| game);
                let wrong = (0..all).filter(|_| claimed_at(worst, objective, scores, rounds, &mut rng)).count() as f64;
                let most = f64::from(all) * ONE_SIDED + 3.0 * (f64::from(all) * ONE_SIDED).sqrt();
                assert!(wrong <= most, "{objective:?}, {scores:?}: {wrong} of {all} claims about equals");
            }
        }
    }

    #[test]
    fn equals_are_rarely_called_better() {
        equals(5, 120);
    }

    #[test]
    #[ignore = "minutes"]
    fn equals_are_rarely_called_better_in_many_trials() {
        equals(6, 8000);
    }

    #[test]
    fn real_gains_are_found() {
        let mut rng = Rng::from_seed(4);
        let mut count = |objective, scores: &[(f64, f64)]| (0..200).filter(|_| claimed(objective, scores, 50, &mut rng)).count();
        // A difference of 0.15 with a standard error of 0.05: found in 85 %, 170 of 200 with a standard error of 5.
        let found = count(TuneObjective::Mean, &[(0.7, 0.5), (0.6, 0.5)]);
        assert!((150..=190).contains(&found), "{found}");
        // Better on average, but not in the worst game; and better there.
        assert!(count(TuneObjective::Worst, &[(0.3, 0.3), (0.9, 0.5)]) <= 12);
        assert!(count(TuneObjective::Worst, &[(0.6, 0.3), (0.6, 0.5)]) >= 180);
    }
}
