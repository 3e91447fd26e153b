//! Resampling the observations of a meeting.

use super::meetings::{Meeting, Observation, add};
use std::collections::HashMap;
use treebench_games::Rng;

/// With fewer observations than this, games are drawn by the model.
pub(super) const FEW: usize = 5;

/// The observations of a meeting, to be drawn many times. Of a million rounds few differ, so that a draw only counts which it was.
pub(super) struct Urn<'m> {
    pub(super) meeting: &'m Meeting,
    /// The observations that differ: games and sums of a round.
    kinds: Vec<(f64, Vec<f64>)>,
    /// Which of them every observation is.
    of: Vec<u32>,
    /// How often each player wins, where resampling knows no spread.
    shares: Option<Vec<f64>>,
}

/// A bootstrap sample of meetings that share observations: how often each was drawn, by its unit, and what a draw is worth.
pub(super) struct JointSample {
    pub(super) times: HashMap<usize, u32>,
    pub(super) worth: f64,
}

impl<'m> Urn<'m> {
    /// The urn of a meeting between players of these log strengths.
    pub(super) fn new(meeting: &'m Meeting, logs: &[f64]) -> Urn<'m> {
        let mut numbers: HashMap<Vec<u64>, u32> = HashMap::new();
        let mut kinds: Vec<(f64, Vec<f64>)> = Vec::new();
        let mut kind = |(games, sums): (f64, Vec<f64>)| {
            let bits = std::iter::once(games).chain(sums.iter().copied()).map(f64::to_bits).collect();
            *numbers.entry(bits).or_insert_with(|| {
                kinds.push((games, sums));
                kinds.len() as u32 - 1
            })
        };
        let of = meeting.observations.iter().map(|own| kind(own.once())).collect();
        let mean = |(games, sums): &(f64, Vec<f64>)| sums.iter().map(|sum| sum / games).collect::<Vec<_>>();
        let alike = kinds.windows(2).all(|pair| mean(&pair[0]) == mean(&pair[1]));
        let shares = (meeting.observations.len() < FEW || alike).then(|| shares(meeting, logs));
        Urn { meeting, kinds, of, shares }
    }

    /// Whether winners are drawn instead of observations.
    pub(super) fn by_model(&self) -> bool {
        self.shares.is_some()
    }

    /// Draws the observations again and adds their results to a table of points.
    pub(super) fn draw(&self, points: &mut [Vec<f64>], rng: &mut Rng) {
        let count = self.of.len();
        if let Some(shares) = &self.shares {
            return self.draw_games(shares, 1, points, rng);
        }
        let mut times = vec![0u32; self.kinds.len()];
        for _ in 1..count {
            times[self.of[rng.below(count)] as usize] += 1;
        }
        self.add_drawn(&times, count as f64 / (count - 1) as f64, points);
    }

    /// Adds the observations as they were drawn together with those of other meetings. Where winners are drawn, every game decides as many observations as a
    /// player's meetings have in common, `overlap`.
    pub(super) fn draw_with(&self, drawn: &JointSample, overlap: usize, points: &mut [Vec<f64>], rng: &mut Rng) {
        if let Some(shares) = &self.shares {
            return self.draw_games(shares, overlap, points, rng);
        }
        let mut times = vec![0u32; self.kinds.len()];
        for (observation, &kind) in self.meeting.observations.iter().zip(&self.of) {
            times[kind as usize] += observation.unit.and_then(|unit| drawn.times.get(&unit)).copied().unwrap_or(0);
        }
        self.add_drawn(&times, drawn.worth, points);
    }

    fn add_drawn(&self, times: &[u32], worth: f64, points: &mut [Vec<f64>]) {
        for ((games, sums), &times) in self.kinds.iter().zip(times).filter(|(_, times)| **times > 0) {
            let scale = worth * f64::from(times);
            add(points, self.meeting, &(games * scale, sums.iter().map(|sum| sum * scale).collect()));
        }
    }

    /// Draws the winners of games, of which every one decides as many observations as there are in a chunk.
    fn draw_games(&self, shares: &[f64], chunk: usize, points: &mut [Vec<f64>], rng: &mut Rng) {
        let mut drawn = (0.0, vec![0.0; shares.len()]);
        for observations in self.of.chunks(chunk) {
            let all: f64 = observations.iter().map(|&kind| self.kinds[kind as usize].0).sum();
            let each = all / observations.len() as f64;
            draw_winners(&mut drawn, shares, each, all, rng);
        }
        add(points, self.meeting, &drawn);
    }
}

/// How often each player of a meeting wins, where winners are drawn: by the model with the weight of [`FEW`] − 1 observations, and by the meeting's own.
///
/// What counts of shares is their differences, by which players score against each other (see [`points_against`](super::meetings::points_against)). In
/// the model, i scores σᵢⱼ = 1 / (1 + e^(lⱼ − lᵢ)) against j, which two players do with the shares σ; among n players, the shares
/// 1/n + Σⱼ (2σᵢⱼ − 1)/n come close to it.
fn shares(meeting: &Meeting, logs: &[f64]) -> Vec<f64> {
    let seats = meeting.players.len() as f64;
    let advantage = |i: usize, j: usize| ((logs[i] - logs[j]) / 2.0).tanh();
    let once: Vec<(f64, Vec<f64>)> = meeting.observations.iter().map(Observation::once).collect();
    let (games, rounds) = (once.iter().map(|(games, _)| games).sum::<f64>(), once.len() as f64);
    let own = |place: usize| once.iter().map(|(_, sums)| sums[place]).sum::<f64>() / games;
    let average = (0..meeting.players.len()).map(own).sum::<f64>() / seats;
    let weight = (FEW - 1) as f64;
    let share = |(place, &player): (usize, &usize)| {
        let model = meeting.players.iter().map(|&other| advantage(player, other)).sum::<f64>() / seats;
        (1.0 / seats + (weight * model + rounds * (own(place) - average)) / (weight + rounds)).max(0.0)
    };
    meeting.players.iter().enumerate().map(share).collect()
}

/// Adds `all` games, whose winners are drawn by these shares: as many independent ones as an observation has games, `own`. Games that repeat each other are
/// one: what counts is a round.
fn draw_winners((games, sums): &mut (f64, Vec<f64>), shares: &[f64], own: f64, all: f64, rng: &mut Rng) {
    let seats = shares.len();
    let independent = (own as usize).clamp(1, seats);
    let whole: f64 = shares.iter().sum();
    for _ in 0..independent {
        let mut rest = rng.unit() * whole;
        let winner = shares.iter().position(|share| {
            rest -= share;
            rest < 0.0
        });
        sums[winner.unwrap_or(seats - 1)] += all / independent as f64;
    }
    *games += all;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moments, Rounds};

    fn meeting(results: &[f64]) -> Meeting {
        let mut rounds = Rounds::new(2);
        results.iter().for_each(|&own| rounds.push(0, 2, &[own, 2.0 - own]));
        Meeting::new(vec![0, 1], &rounds)
    }

    /// Means of few rounds spread as they should: of 5 of variance s², by s²/5.
    #[test]
    fn few_rounds_are_not_too_certain() {
        let five = meeting(&[2.0, 1.0, 0.0, 1.5, 0.5]);
        let (urn, mut rng) = (Urn::new(&five, &[0.0, 0.0]), Rng::from_seed(3));
        let mut values = Moments::default();
        for _ in 0..4000 {
            let mut points = vec![vec![0.0; 2]; 2];
            urn.draw(&mut points, &mut rng);
            assert!((points[0][1] + points[1][0] - 10.0).abs() < 1e-9, "as many games as were played");
            values.push(points[0][1] / 10.0);
        }
        // Scores per game 1, ½, 0, ¾, ¼ have s² = 0.15625.
        assert!((values.variance() / (0.15625 / 5.0) - 1.0).abs() < 0.1, "{}", values.variance());
    }

    /// Counting kinds comes to the same as adding one observation after the other.
    #[test]
    fn drawing_kinds_is_drawing_observations() {
        let results: Vec<f64> = (0..50).map(|i| f64::from(i * i % 5) / 2.0).collect();
        let meeting = meeting(&results);
        let urn = Urn::new(&meeting, &[0.0, 0.0]);
        assert!(urn.kinds.len() < 5);
        let (mut found, mut plain) = (vec![vec![0.0; 2]; 2], vec![vec![0.0; 2]; 2]);
        urn.draw(&mut found, &mut Rng::from_seed(9));
        let mut rng = Rng::from_seed(9);
        for _ in 1..50 {
            let (games, sums) = meeting.observations[rng.below(50)].once();
            add(&mut plain, &meeting, &(games * 50.0 / 49.0, sums.iter().map(|sum| sum * 50.0 / 49.0).collect()));
        }
        assert!((found[0][1] - plain[0][1]).abs() < 1e-9 && (found[1][0] - plain[1][0]).abs() < 1e-9, "{found:?} {plain:?}");
    }
}
