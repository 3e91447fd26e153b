//! Bounds of ratings under games without a result: with all of these lost, and won.

use super::board::{Board, FEWER_SAMPLES, MANY};
use super::view::{View, WholeTournament, elo};
use crate::kinds::r#match::failures_lose;
use crate::report::plural;
use treebench_stats::{
    AlphaRank, Bootstrap, BradleyTerry, Extreme, Meeting, Results, alpha_rank, bootstrap, expected_scores, extremes, nash_average,
};

/// With fewer different rounds than this, nothing is said of who is stronger: six won ones are the fewest that decide between two players.
const LEAST_ROUNDS: usize = 6;

/// A figure with all games without a result lost, and won.
pub(super) type Ends = [f64; 2];

/// The possible figures of a player in the standings if all games had a result.
pub(super) struct PlayerEnds {
    /// The place in the list.
    pub(super) rank: [usize; 2],
    /// The share of α-rank, and the weight and the advantage of Nash averaging; `None` with too many players to compute them.
    pub(super) shares: Option<[Ends; 3]>,
}

/// The results that minimise and maximise a linear statistic; `None` if all games have a result.
fn ends(boards: &[Board], ratings: &BradleyTerry, coefficients: &[f64]) -> Option<[Extreme; 2]> {
    let results: Vec<Results<'_>> = boards.iter().map(|board| Results { points: &board.points, missing: &board.missing }).collect();
    boards.iter().any(Board::has_missing).then(|| extremes(&results, ratings, coefficients))
}

/// The coefficients of a statistic that adds up multiples of log strengths.
fn coefficients(players: usize, of: &impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let unit = |player: usize| (0..players).map(|other| f64::from(u8::from(other == player))).collect::<Vec<f64>>();
    let all: Vec<f64> = (0..players).map(|player| of(&unit(player))).collect();
    // Only differences of strengths are known.
    let mean = all.iter().sum::<f64>() / players.max(1) as f64;
    all.into_iter().map(|coefficient| coefficient - mean).collect()
}

/// A linear statistic of log strengths with its 95 % interval. The interval covers the statistic and the intervals with all games without a result
/// counted against it, or for it.
pub(super) fn interval(boards: &[Board], ratings: &BradleyTerry, samples: &Bootstrap, of: impl Fn(&[f64]) -> f64) -> (f64, f64, f64) {
    let value = of(&ratings.log_strengths);
    let (low, high) = samples.interval_of(&of);
    let ends = ends(boards, ratings, &coefficients(ratings.log_strengths.len(), &of));
    let [least, most] = ends.map_or([value; 2], |ends| ends.map(|end| of(&end.ratings.log_strengths)));
    (value, low.min(value) + (least.min(value) - value), high.max(value) + (most.max(value) - value))
}

/// A player's rating on the Elo scale with that interval.
pub(super) fn rating(boards: &[Board], ratings: &BradleyTerry, samples: &Bootstrap, player: usize) -> (f64, f64, f64) {
    interval(boards, ratings, samples, |logs| elo(logs[player]))
}

impl WholeTournament {
    /// Whether games have no result.
    pub(super) fn has_missing(&self) -> bool {
        self.boards.iter().any(Board::has_missing)
    }

    /// Games of a player without a result.
    fn missing(&self, player: usize) -> u64 {
        self.boards.iter().map(|board| board.missing_of(player)).sum()
    }

    /// Whether a player has a rating: games, at least ones without a result.
    pub(super) fn is_rated(&self, player: usize) -> bool {
        self.games(player) > 0.0 || self.missing(player) > 0
    }

    /// The results that minimise a player's lead over another; `None` if all games have one.
    fn worst(&self, player: usize, other: usize) -> Option<Extreme> {
        let of = |logs: &[f64]| logs[player] - logs[other];
        ends(&self.boards, &self.ratings, &coefficients(self.order.len(), &of)).map(|[worst, _]| worst)
    }

    /// A lower bound on the likelihood that a player is stronger than another: with all games without a result against it. `None` with games without
    /// a result and too many players to compute it, and with fewer than six different rounds of either: a bootstrap of rounds that are all alike leaves no
    /// doubt.
    ///
    /// If results may have decided how many games there are, a bootstrap takes the luck that ended them for strength; the likelihood is then that of
    /// [`Order`], which holds at every look.
    pub(super) fn superiority(&self, player: usize, other: usize) -> Option<f64> {
        if self.rounds(player).min(self.rounds(other)) < LEAST_ROUNDS || self.has_missing() && self.order.len() > MANY {
            return None;
        }
        let worst = self.worst(player, other);
        if self.anytime {
            return Some(match &worst {
                Some(worst) => self.order_after(&worst.points).likelihood(player, other),
                None => self.posterior().likelihood(player, other),
            });
        }
        let Some(worst) = worst else { return Some(self.samples.superiority(player, other)) };
        let meetings: Vec<Vec<Meeting>> = self.boards.iter().map(|board| board.meetings.clone()).collect();
        Some(bootstrap(&meetings, &worst.added, &worst.ratings, FEWER_SAMPLES, false, self.seed).superiority(player, other))
    }

    /// Who could be above the first player of the list if the games without a result had one. Among very many players, only those next to it and those who
    /// lack results are looked at.
    pub(super) fn overtaker(&self) -> Option<usize> {
        let (&first, others) = self.order.split_first()?;
        let could = |&other: &usize| {
            self.is_rated(other)
                && self.worst(first, other).is_some_and(|end| end.ratings.log_strengths[first] <= end.ratings.log_strengths[other])
        };
        let is_near = |(place, other): &(usize, &usize)| *place < MANY || self.missing(**other) > 0;
        others.iter().enumerate().filter(is_near).map(|(_, other)| other).copied().find(could)
    }

    /// The possible figures of a player through games without a result; `None` if all games have one, or the player has no games.
    pub(super) fn player_ends(&self, player: usize) -> Option<PlayerEnds> {
        let plays = |player: usize| self.is_rated(player);
        let ends = ends(&self.boards, &self.ratings, &coefficients(self.order.len(), &|logs: &[f64]| logs[player]))?;
        let above = |logs: &[f64]| (0..logs.len()).filter(|&other| other != player && plays(other) && logs[other] >= logs[player]).count();
        let shares = |end: &Extreme| {
            let scores = expected_scores(&end.points, &end.ratings.log_strengths);
            let advantages: Vec<Vec<f64>> = scores.iter().map(|row| row.iter().map(|score| score - 0.5).collect()).collect();
            let nash = nash_average(&advantages);
            let of_nash = nash.map_or([f64::NAN; 2], |nash| [nash.weights[player], nash.advantages[player]]);
            [alpha_rank(&scores, AlphaRank::default())[player], of_nash[0], of_nash[1]]
        };
        let shares = (self.order.len() <= MANY).then(|| {
            let [least, most] = [shares(&ends[0]), shares(&ends[1])];
            [0, 1, 2].map(|figure| [least[figure], most[figure]])
        });
        plays(player).then(|| PlayerEnds { rank: [&ends[1], &ends[0]].map(|end| 1 + above(&end.ratings.log_strengths)), shares })
    }

    /// The effects of failures on a player, in a few words each.
    pub(super) fn failures(&self, view: &View<'_>, player: usize, ends: Option<&PlayerEnds>) -> Vec<String> {
        let cells = self.boards.iter().flat_map(|board| &board.cells).map(|&index| (&view.experiment.cells[index], &view.cells[index]));
        let lost: u64 = cells
            .filter(|(cell, _)| failures_lose(cell))
            .filter_map(|(cell, summary)| {
                let place = cell.participants.iter().position(|participant| view.is(player, &participant.name))?;
                summary.failures.get(place)
            })
            .sum();
        let rank = ends.map(|ends| match ends.rank {
            [best, worst] if best < worst => format!("rank {best} to {worst}"),
            [best, _] => format!("rank {best} in any case"),
        });
        let missing = self.missing(player);
        let missing = (missing > 0).then(|| format!("{} without a result", plural(missing, "game")));
        let without = missing.into_iter().chain(rank).collect::<Vec<_>>().join(": ");
        let lost = (lost > 0).then(|| format!("{} lost by failure", plural(lost, "game")));
        lost.into_iter().chain((!without.is_empty()).then_some(without)).collect()
    }
}
