//! The results of a tournament in one game, as far as ratings need them.

use super::connections::groups;
use crate::{Rounds, Sharing, units};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The games between the same players, in which they took all seats in turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Meeting {
    /// The players, by number; as many as the game has seats.
    pub players: Vec<usize>,
    /// The independent observations. Their order depends only on their contents.
    pub observations: Vec<Observation>,
}

/// A round of games, or rounds that repeat each other: these count once.
#[derive(Clone, PartialEq, Debug)]
pub struct Observation {
    /// Games of all its rounds.
    games: f64,
    /// What every player scored in these, in the order of the players.
    sums: Vec<f64>,
    /// How many rounds they are.
    rounds: f64,
    /// Observations with the same number, also of other meetings, come from the same seed or hold the same games. `None` if nothing is shared.
    pub(super) unit: Option<usize>,
}

impl Observation {
    /// The games of a round on average, and what every player scored in them: what counts of rounds that repeat each other.
    pub(super) fn once(&self) -> (f64, Vec<f64>) {
        (self.games / self.rounds, self.sums.iter().map(|sum| sum / self.rounds).collect())
    }
}

impl Meeting {
    /// The meeting with these rounds, which share nothing with those of other meetings.
    pub fn new(players: Vec<usize>, rounds: &Rounds) -> Meeting {
        let [units] = &units(&[(rounds, Sharing::Nothing)])[..] else { unreachable!("one cell") };
        let mut meeting = Meeting::linked(players, rounds, units);
        meeting.observations.iter_mut().for_each(|own| own.unit = None);
        meeting
    }

    /// The meeting with these rounds, of which each belongs to a unit of all meetings ([`units`]).
    pub fn linked(players: Vec<usize>, rounds: &Rounds, units: &[usize]) -> Meeting {
        let mut found: BTreeMap<(u64, usize), Observation> = BTreeMap::new();
        for (round, (&key, &unit)) in rounds.clustered_keys().iter().zip(units).enumerate() {
            let Some((_, games, sums)) = rounds.at(round).filter(|(_, games, _)| *games > 0) else { continue };
            let none = || Observation { games: 0.0, sums: vec![0.0; sums.len()], rounds: 0.0, unit: Some(unit) };
            let own = found.entry((key, if key == 0 { round } else { 0 })).or_insert_with(none);
            own.games += f64::from(games);
            own.sums.iter_mut().zip(sums).for_each(|(sum, more)| *sum += more);
            own.rounds += 1.0;
        }
        let mut observations: Vec<Observation> = found.into_values().collect();
        let by_sums =
            |a: &Observation, b: &Observation| a.sums.iter().zip(&b.sums).map(|(x, y)| x.total_cmp(y)).find(|order| order.is_ne());
        observations.sort_by(|a, b| a.games.total_cmp(&b.games).then_with(|| by_sums(a, b).unwrap_or(Ordering::Equal)));
        Meeting { players, observations }
    }

    /// The units of its observations.
    pub(super) fn units(&self) -> impl Iterator<Item = usize> + '_ {
        self.observations.iter().filter_map(|own| own.unit)
    }

    /// Games with a result, repeated ones included.
    pub fn games(&self) -> f64 {
        self.observations.iter().map(|own| own.games).sum()
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
pub(super) fn points_against(games: f64, sums: &[f64], a: usize, b: usize) -> f64 {
    (games + sums[a] - sums[b]) / 2.0
}

/// `points[i][j]`: what i scored against j in all games, of which repeated ones count once.
pub fn points(players: usize, meetings: &[Meeting]) -> Vec<Vec<f64>> {
    let mut points = vec![vec![0.0; players]; players];
    let each = meetings.iter().flat_map(|meeting| meeting.observations.iter().map(move |own| (meeting, own)));
    each.for_each(|(meeting, own)| add(&mut points, meeting, &own.once()));
    points
}

/// Adds a number of games of a meeting, with what its players scored in them.
pub(super) fn add(points: &mut [Vec<f64>], meeting: &Meeting, (games, sums): &(f64, Vec<f64>)) {
    for (a, &i) in meeting.players.iter().enumerate() {
        for (b, &j) in meeting.players.iter().enumerate().filter(|&(b, _)| b != a) {
            points[i][j] += points_against(*games, sums, a, b);
        }
    }
}

/// How many meetings of a player share an observation, on average over its results (the design effect of a sum over clusters: Kish, "Survey Sampling", 1965,
/// section 5.4); of the player with the most, and 1 if nothing is shared. So many times as much as independent results, results may seem to say.
pub fn overlap<'m>(players: usize, meetings: impl Iterator<Item = &'m Meeting>) -> f64 {
    let mut counts: Vec<BTreeMap<Option<usize>, f64>> = vec![BTreeMap::new(); players];
    for (meeting, &player) in meetings.flat_map(|meeting| meeting.players.iter().map(move |player| (meeting, player))) {
        meeting.observations.iter().for_each(|own| *counts[player].entry(own.unit).or_default() += 1.0);
    }
    let mean = |units: &BTreeMap<Option<usize>, f64>| {
        let (sum, squares) = units
            .iter()
            .fold((0.0, 0.0), |(sum, squares), (unit, count)| (sum + count, squares + if unit.is_some() { count * count } else { *count }));
        if sum > 0.0 { squares / sum } else { 1.0 }
    };
    counts.iter().map(mean).fold(1.0, f64::max)
}

/// The different observations of a player.
pub fn observed<'m>(meetings: impl Iterator<Item = &'m Meeting>, player: usize) -> usize {
    let (mut units, mut alone) = (BTreeSet::new(), 0);
    for own in meetings.filter(|meeting| meeting.players.contains(&player)).flat_map(|meeting| &meeting.observations) {
        match own.unit {
            Some(unit) => _ = units.insert(unit),
            None => alone += 1,
        }
    }
    units.len() + alone
}

/// The connected groups of players that met, by number; a player without games is a group.
pub fn circles(points: &[Vec<f64>]) -> Vec<Vec<usize>> {
    let players = points.len();
    let pairs = (0..players).flat_map(|i| (0..i).map(move |j| (i, j)));
    groups(players, pairs.filter(|&(i, j)| points[i][j] + points[j][i] > 0.0))
}

/// The rounds between two players, from the point of view of the first, and the unit of each. Rounds of a unit are one.
pub fn between(meetings: &[Meeting], i: usize, j: usize) -> (Rounds, Vec<Option<u64>>) {
    let mut found: Vec<(Option<usize>, f64, f64)> = Vec::new();
    let mut places: BTreeMap<usize, usize> = BTreeMap::new();
    for (meeting, (a, b)) in meetings.iter().filter_map(|meeting| Some((meeting, meeting.places(i, j)?))) {
        for own in &meeting.observations {
            let place = own.unit.map_or(found.len(), |unit| *places.entry(unit).or_insert(found.len()));
            let (games, sum) = (own.games, points_against(own.games, &own.sums, a, b));
            match found.get_mut(place) {
                Some((_, all, sums)) => (*all, *sums) = (*all + games, *sums + sum),
                None => found.push((own.unit, games, sum)),
            }
        }
    }
    let mut rounds = Rounds::new(2);
    found.iter().for_each(|(_, games, sum)| rounds.push(0, *games as u32, &[*sum, games - sum]));
    (rounds, found.iter().map(|(unit, ..)| unit.map(|unit| unit as u64)).collect())
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
        assert_eq!(between(&[meeting], 0, 2).0.mean(), 0.125);
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
