//! Resampling the observations of a meeting.

use super::meetings::{Meeting, add};
use crate::Cluster;
use std::collections::HashMap;
use treebench_games::Rng;

/// With fewer observations than this, games are drawn by the model.
const FEW: usize = 5;

/// The observations of a meeting, to be drawn many times. Of a million rounds few differ, so that a draw only counts which it was.
pub(super) struct Urn<'m> {
    meeting: &'m Meeting,
    /// The observations that differ.
    kinds: Vec<&'m Cluster>,
    /// Which of them every observation is.
    of: Vec<u32>,
    /// How often each player wins, where resampling knows no spread.
    shares: Option<Vec<f64>>,
}

impl<'m> Urn<'m> {
    /// The urn of a meeting between players of these log strengths.
    pub(super) fn new(meeting: &'m Meeting, logs: &[f64]) -> Urn<'m> {
        let clusters = &meeting.clusters;
        let mut numbers: HashMap<Vec<u64>, u32> = HashMap::new();
        let mut kinds = Vec::new();
        let mut kind = |cluster: &'m Cluster| {
            let bits = std::iter::once(cluster.games).chain(cluster.sums.iter().copied()).map(f64::to_bits).collect();
            *numbers.entry(bits).or_insert_with(|| {
                kinds.push(cluster);
                kinds.len() as u32 - 1
            })
        };
        let of = clusters.iter().map(&mut kind).collect();
        let mean = |cluster: &Cluster| cluster.sums.iter().map(|sum| sum / cluster.games).collect::<Vec<_>>();
        let alike = kinds.windows(2).all(|pair| mean(pair[0]) == mean(pair[1]));
        let shares = (clusters.len() < FEW || alike).then(|| shares(meeting, logs));
        Urn { meeting, kinds, of, shares }
    }

    /// Draws the observations again and adds their results to a table of points.
    pub(super) fn draw(&self, points: &mut [Vec<f64>], rng: &mut Rng) {
        let count = self.of.len();
        if let Some(shares) = &self.shares {
            let mut drawn = Cluster { games: 0.0, sums: vec![0.0; shares.len()] };
            self.meeting.clusters.iter().for_each(|cluster| draw_winners(&mut drawn, shares, cluster.games, rng));
            add(points, self.meeting, &drawn);
            return;
        }
        let mut times = vec![0u32; self.kinds.len()];
        for _ in 1..count {
            times[self.of[rng.below(count)] as usize] += 1;
        }
        let worth = count as f64 / (count - 1) as f64;
        for (cluster, times) in self.kinds.iter().zip(times).filter(|(_, times)| *times > 0) {
            let scale = worth * f64::from(times);
            let sums = cluster.sums.iter().map(|sum| sum * scale).collect();
            add(points, self.meeting, &Cluster { games: cluster.games * scale, sums });
        }
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
    let (games, rounds) = (meeting.clusters.iter().map(|cluster| cluster.games).sum::<f64>(), meeting.clusters.len() as f64);
    let own = |place: usize| meeting.clusters.iter().map(|cluster| cluster.sums[place]).sum::<f64>() / games;
    let average = (0..meeting.players.len()).map(own).sum::<f64>() / seats;
    let weight = (FEW - 1) as f64;
    let share = |(place, &player): (usize, &usize)| {
        let model = meeting.players.iter().map(|&other| advantage(player, other)).sum::<f64>() / seats;
        (1.0 / seats + (weight * model + rounds * (own(place) - average)) / (weight + rounds)).max(0.0)
    };
    meeting.players.iter().enumerate().map(share).collect()
}

/// Adds an observation of as many games, whose winners are drawn by these shares. Games that repeat each other are one: what counts is a round.
fn draw_winners(drawn: &mut Cluster, shares: &[f64], games: f64, rng: &mut Rng) {
    let seats = shares.len();
    let independent = (games as usize).clamp(1, seats);
    let whole: f64 = shares.iter().sum();
    for _ in 0..independent {
        let mut rest = rng.unit() * whole;
        let winner = shares.iter().position(|share| {
            rest -= share;
            rest < 0.0
        });
        drawn.sums[winner.unwrap_or(seats - 1)] += games / independent as f64;
    }
    drawn.games += games;
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
            let Cluster { games, sums } = &meeting.clusters[rng.below(50)];
            let scaled = sums.iter().map(|sum| sum * 50.0 / 49.0).collect();
            add(&mut plain, &meeting, &Cluster { games: games * 50.0 / 49.0, sums: scaled });
        }
        assert!((found[0][1] - plain[0][1]).abs() < 1e-9 && (found[1][0] - plain[1][0]).abs() < 1e-9, "{found:?} {plain:?}");
    }
}
