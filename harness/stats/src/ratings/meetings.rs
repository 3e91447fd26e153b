//! The results of a tournament in one game, as far as ratings need them.

use super::connections::groups;
use crate::{Cluster, Rounds};

/// The games between the same players, in which they took all seats in turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// The players, by number; as many as the game has seats.
    pub players: Vec<usize>,
    /// The independent observations: rounds of games, repeated ones put together. Sums are in the order of `players`.
    pub clusters: Vec<Cluster>,
}

impl Meeting {
    /// The meeting with these rounds.
    pub fn new(players: Vec<usize>, rounds: &Rounds) -> Meeting {
        Meeting { players, clusters: rounds.clusters() }
    }

    /// The places of two players; `None` if one of them is not there.
    fn places(&self, i: usize, j: usize) -> Option<(usize, usize)> {
        let place = |player| self.players.iter().position(|&other| other == player);
        Some((place(i)?, place(j)?))
    }
}

/// The points of the player with index `a` against the one with index `b`, in games: ½ for each game and half the difference of their scores. Between
/// two players whose scores add up to 1 this is the score. Among more, a winner who takes all scores 1 against each of the others, who score ½
/// against each other.
pub(super) fn points_against(cluster: &Cluster, a: usize, b: usize) -> f64 {
    (cluster.games + cluster.sums[a] - cluster.sums[b]) / 2.0
}

/// `points[i][j]`: what i scored against j in all games.
pub fn points(players: usize, meetings: &[Meeting]) -> Vec<Vec<f64>> {
    let mut points = vec![vec![0.0; players]; players];
    meetings.iter().for_each(|meeting| meeting.clusters.iter().for_each(|cluster| add(&mut points, meeting, cluster)));
    points
}

/// Adds the results of a cluster of a meeting.
pub(super) fn add(points: &mut [Vec<f64>], meeting: &Meeting, cluster: &Cluster) {
    for (a, &i) in meeting.players.iter().enumerate() {
        for (b, &j) in meeting.players.iter().enumerate().filter(|&(b, _)| b != a) {
            points[i][j] += points_against(cluster, a, b);
        }
    }
}

/// The connected groups of players that met, by number; a player without games is a group.
pub fn circles(points: &[Vec<f64>]) -> Vec<Vec<usize>> {
    let players = points.len();
    let pairs = (0..players).flat_map(|i| (0..i).map(move |j| (i, j)));
    groups(players, pairs.filter(|&(i, j)| points[i][j] + points[j][i] > 0.0))
}

/// The rounds between two players, from the point of view of the first.
pub fn between(meetings: &[Meeting], i: usize, j: usize) -> Rounds {
    let mut rounds = Rounds::new(2);
    for (meeting, (a, b)) in meetings.iter().filter_map(|meeting| Some((meeting, meeting.places(i, j)?))) {
        for cluster in &meeting.clusters {
            let own = points_against(cluster, a, b);
            rounds.push(0, cluster.games as u32, &[own, cluster.games - own]);
        }
    }
    rounds
}

/// The points of several games, each game counted once: the score of i against j is the mean of their scores in the games in which they met, in
/// as many games as they played in all.
pub fn pooled(games: &[Vec<Vec<f64>>]) -> Vec<Vec<f64>> {
    let n = games.first().map_or(0, Vec::len);
    let mut pooled = vec![vec![0.0; n]; n];
    for (i, j) in (0..n).flat_map(|i| (0..i).map(move |j| (i, j))) {
        let (mut sum, mut met, mut total) = (0.0, 0.0, 0.0);
        for points in games {
            let played = points[i][j] + points[j][i];
            if played > 0.0 {
                (sum, met, total) = (sum + points[i][j] / played, met + 1.0, total + played);
            }
        }
        if met > 0.0 {
            (pooled[i][j], pooled[j][i]) = (total * sum / met, total * (1.0 - sum / met));
        }
    }
    pooled
}

/// `scores[i][j]`: the mean score of i against j; not a number if they did not meet.
pub fn scores(points: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = points.len();
    (0..n).map(|i| (0..n).map(|j| points[i][j] / (points[i][j] + points[j][i])).collect()).collect()
}

/// The same with what the model expects where two players did not meet, and ½ against oneself.
pub fn expected_scores(points: &[Vec<f64>], log_strengths: &[f64]) -> Vec<Vec<f64>> {
    let expected = |i: usize, j: usize, score: f64| match score {
        _ if i == j => 0.5,
        score if score.is_nan() => 1.0 / (1.0 + (log_strengths[j] - log_strengths[i]).exp()),
        score => score,
    };
    let rows = scores(points).into_iter().enumerate();
    rows.map(|(i, row)| row.into_iter().enumerate().map(|(j, score)| expected(i, j, score)).collect()).collect()
}

/// The pairs that did not meet.
pub fn unmet(points: &[Vec<f64>]) -> Vec<(usize, usize)> {
    let pairs = (0..points.len()).flat_map(|i| (i + 1..points.len()).map(move |j| (i, j)));
    pairs.filter(|&(i, j)| points[i][j] + points[j][i] == 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(players: usize, list: &[(u32, &[f64])]) -> Rounds {
        let mut rounds = Rounds::new(players);
        list.iter().for_each(|(games, sums)| rounds.push(0, *games, sums));
        rounds
    }

    #[test]
    fn two_players_score_what_they_score() {
        let meeting = Meeting::new(vec![2, 0], &rounds(2, &[(2, &[1.5, 0.5]), (2, &[2.0, 0.0])]));
        let points = points(3, std::slice::from_ref(&meeting));
        assert_eq!((points[2][0], points[0][2], points[1][0]), (3.5, 0.5, 0.0));
        assert_eq!(between(&[meeting], 0, 2).mean(), 0.125);
    }

    /// Three games of three: player 5 wins two, player 3 one.
    #[test]
    fn among_three_the_winner_beats_both() {
        let meeting = Meeting::new(vec![5, 3, 4], &rounds(3, &[(3, &[2.0, 1.0, 0.0])]));
        let points = points(6, &[meeting]);
        assert_eq!((points[5][3], points[3][5]), (2.0, 1.0));
        assert_eq!((points[5][4], points[4][5], points[3][4], points[4][3]), (2.5, 0.5, 2.0, 1.0));
    }

    #[test]
    fn those_who_met_over_others_are_one_circle() {
        let mut points = vec![vec![0.0; 5]; 5];
        (points[0][3], points[4][3], points[1][2]) = (1.0, 0.5, 2.0);
        assert_eq!(circles(&points), [vec![0, 3, 4], vec![1, 2]]);
        points[1][2] = 0.0;
        assert_eq!(circles(&points), [vec![0, 3, 4], vec![1], vec![2]]);
    }

    #[test]
    fn every_game_counts_once() {
        let first = vec![vec![0.0, 9.0], vec![1.0, 0.0]];
        let second = vec![vec![0.0, 1.0], vec![1.0, 0.0]];
        let found = pooled(&[first.clone(), second, vec![vec![0.0; 2]; 2]]);
        assert!((found[0][1] - 12.0 * 0.7).abs() < 1e-12 && (found[1][0] - 12.0 * 0.3).abs() < 1e-12, "{found:?}");
        assert_eq!(scores(&first)[0][1], 0.9);
        assert!(scores(&first)[0][0].is_nan());
    }

    /// a beats b, and b beats c: who lost all is not even with who won all.
    #[test]
    fn pairs_that_did_not_meet_are_expected_to_score_by_the_model() {
        let points = [[0.0, 10.0, 0.0], [0.0, 0.0, 10.0], [0.0, 0.0, 0.0]].map(|row| row.to_vec()).to_vec();
        let ratings = crate::bradley_terry(&points);
        let found = expected_scores(&points, &ratings.log_strengths);
        assert_eq!(unmet(&points), [(0, 2)]);
        assert!(found[0][2] > 0.95 && (found[0][2] + found[2][0] - 1.0).abs() < 1e-12 && found[0][1] == 1.0 && found[1][1] == 0.5);
        let advantages: Vec<Vec<f64>> = found.iter().map(|row| row.iter().map(|score| score - 0.5).collect()).collect();
        assert!(crate::nash_average(&advantages).unwrap().weights[2] < 1e-9);
    }
}
