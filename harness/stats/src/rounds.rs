//! The independent observations of a match, in the order of the plan.
//!
//! The games of a *round* share a seed and an opening, and every participant takes every seat once: a pair of two games for two
//! players. Only rounds are independent. A round that repeats the games of an earlier one, as two deterministic agents do, is
//! not: all rounds with the same games are one *cluster*, and every test and interval is made of clusters.

use super::classes::Classes;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The rounds of one cell of a match. Scores are on the scale from 0 to 1.
///
/// A round takes 12 bytes: its key, which identifies repeated rounds, and the index of its outcome.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rounds {
    players: usize,
    keys: Vec<u64>,
    /// Per round, the place of its outcome.
    places: Vec<u32>,
    /// The distinct outcomes of rounds.
    outcomes: Vec<Outcome>,
    /// The places of outcomes, by their games and the bits of their sums.
    known: BTreeMap<(u32, Vec<u64>), u32>,
    /// Rounds that share a game with an earlier one although not all of their games are the same: the later and the earlier.
    links: BTreeSet<(u32, u32)>,
    /// Whether some of them came as counts, without their order.
    unordered: bool,
}

/// An outcome of a round.
#[derive(Clone, PartialEq, Debug)]
struct Outcome {
    /// Games with a result.
    games: u32,
    /// The score of every participant, summed over these games.
    sums: Vec<f64>,
}

/// Rounds with the same games.
#[derive(Clone, PartialEq, Debug)]
pub struct Cluster {
    /// Games in all its rounds.
    pub games: f64,
    /// The score of every participant, summed over these games; the candidate is the first.
    pub sums: Vec<f64>,
}

/// Rounds with the same result, counted.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// How many rounds they are.
    pub rounds: u64,
    /// Games with a result in each of them.
    pub games: u32,
    /// The hash of their games if these are all the same; 0 if no two are, or if unknown.
    pub key: u64,
    /// The score of every participant, summed over the games of one round.
    pub sums: Vec<f64>,
}

impl Rounds {
    /// No rounds yet, of games between `players` participants.
    pub fn new(players: usize) -> Self {
        Rounds { players, ..Rounds::default() }
    }

    /// Independent single games between two players.
    pub fn of_match(wins: u64, draws: u64, losses: u64) -> Self {
        let mut rounds = Rounds::new(2);
        for (count, score) in [(wins, 1.0), (draws, 0.5), (losses, 0.0)] {
            (0..count).for_each(|_| rounds.push(0, 1, &[score, 1.0 - score]));
        }
        rounds
    }

    /// Adds the games with a result of one round.
    ///
    /// `key` is a hash of the games that does not depend on their order; rounds with equal keys hold the same games, and 0 is equal to none. `scores`
    /// has the sum of every participant's scores over these games, the candidate's first. A round without such games keeps its place but does not
    /// count.
    ///
    /// # Panics
    /// If `scores` does not have one number per player.
    pub fn push(&mut self, key: u64, games: u32, scores: &[f64]) {
        assert_eq!(scores.len(), self.players, "one score per participant");
        let bits = scores.iter().map(|score| score.to_bits()).collect();
        let place = *self.known.entry((games, bits)).or_insert_with(|| {
            self.outcomes.push(Outcome { games, sums: scores.to_vec() });
            self.outcomes.len() as u32 - 1
        });
        self.keys.push(key);
        self.places.push(place);
    }

    /// The first `count` rounds in the order of the plan, or all if there are fewer.
    pub fn first(&self, count: usize) -> Rounds {
        let mut first = Rounds::new(self.players);
        self.each().take(count).for_each(|(key, outcome)| first.push(key, outcome.games, &outcome.sums));
        first.links = self.links.iter().take_while(|(later, _)| (*later as usize) < count).copied().collect();
        first
    }

    /// These rounds and `missing` more of one game each, in which the candidate has this score and another the rest.
    #[must_use]
    pub fn with_missing(&self, missing: u64, score: f64) -> Rounds {
        let rest = |player: usize| if player == 1 { 1.0 - score } else { 0.0 };
        let scores: Vec<f64> = (0..self.players).map(|player| if player == 0 { score } else { rest(player) }).collect();
        let mut rounds = self.clone();
        (0..missing).for_each(|_| rounds.push(0, 1, &scores));
        rounds
    }

    /// The rounds with a result, counted by what they hold: all that tests and intervals need of them. Without `keyed`, the keys
    /// are left out, which is right only if no two rounds have the same.
    pub fn tallies(&self, keyed: bool) -> Vec<Tally> {
        self.ordered_tallies(keyed).0
    }

    /// The same, and for every round in the order of the plan the place of its tally; `None` for a round without a result.
    pub fn ordered_tallies(&self, keyed: bool) -> (Vec<Tally>, Vec<Option<usize>>) {
        let mut tallies: Vec<Tally> = Vec::new();
        let mut places: BTreeMap<(u64, u32), usize> = BTreeMap::new();
        let mut order = vec![None; self.places.len()];
        for (i, (key, outcome)) in self.each().enumerate().filter(|(_, (_, outcome))| outcome.games > 0) {
            let key = if keyed { key } else { 0 };
            let place = *places.entry((key, self.places[i])).or_insert(tallies.len());
            match tallies.get_mut(place) {
                Some(tally) => tally.rounds += 1,
                None => tallies.push(Tally { rounds: 1, games: outcome.games, key, sums: outcome.sums.clone() }),
            }
            order[i] = Some(place);
        }
        let mut sorted: Vec<(usize, Tally)> = tallies.into_iter().enumerate().collect();
        sorted.sort_by(|(_, a), (_, b)| b.key.cmp(&a.key).then(b.games.cmp(&a.games)).then_with(|| b.sums[0].total_cmp(&a.sums[0])));
        let mut moved = vec![0; sorted.len()];
        sorted.iter().enumerate().for_each(|(new, (old, _))| moved[*old] = new);
        order.iter_mut().flatten().for_each(|place| *place = moved[*place]);
        (sorted.into_iter().map(|(_, tally)| tally).collect(), order)
    }

    /// The key of a round by its place in the plan, its games with a result, and the sums of their scores.
    pub fn at(&self, place: usize) -> Option<(u64, u32, &[f64])> {
        let outcome = &self.outcomes[*self.places.get(place)? as usize];
        Some((self.keys[place], outcome.games, &outcome.sums))
    }

    /// Replaces a round by its place in the plan; the rest is as in [`push`](Rounds::push).
    ///
    /// # Panics
    /// If there is no such round, or `scores` does not have one number per player.
    pub fn replace(&mut self, place: usize, key: u64, games: u32, scores: &[f64]) {
        self.push(key, games, scores);
        self.keys.swap_remove(place);
        self.places.swap_remove(place);
        if key == 0 {
            self.links.retain(|&(later, earlier)| later as usize != place && earlier as usize != place);
        }
    }

    /// Makes two rounds, by their places in the plan, repetitions of each other, and with them all that repeat either. A round of unknown games repeats none.
    ///
    /// # Panics
    /// If there is no such round.
    pub fn link(&mut self, first: usize, second: usize) {
        if first != second && self.keys[first] != 0 && self.keys[second] != 0 {
            self.links.insert((first.max(second) as u32, first.min(second) as u32));
        }
    }

    /// The links of rounds, each the later and the earlier, in the order of the later.
    pub fn links(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.links.iter().copied()
    }

    /// The earlier rounds that a round is linked with.
    pub fn earlier(&self, round: usize) -> impl Iterator<Item = u32> + '_ {
        let round = round as u32;
        self.links.range((round, 0)..=(round, u32::MAX)).map(|(_, earlier)| *earlier)
    }

    /// Adds the rounds of a tally, whose order is not known.
    ///
    /// # Panics
    /// If it does not have one sum per player.
    pub fn push_tally(&mut self, tally: &Tally) {
        self.unordered = true;
        (0..tally.rounds).for_each(|_| self.push(tally.key, tally.games, &tally.sums));
    }

    /// The key and the outcome of every round, in the order of the plan.
    fn each(&self) -> impl Iterator<Item = (u64, &Outcome)> {
        self.keys.iter().zip(&self.places).map(|(&key, &place)| (key, &self.outcomes[place as usize]))
    }

    /// A round by its number in the order of the plan: its key, its games with a result, and the candidate's scores in them.
    pub fn nth(&self, round: usize) -> Option<(u64, u32, f64)> {
        let outcome = &self.outcomes[*self.places.get(round)? as usize];
        Some((self.keys[round], outcome.games, outcome.sums[0]))
    }

    /// The keys of all rounds, in the order of the plan.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The same, where rounds that repeat each other, because their keys are equal or they are linked, have the key of the first of them.
    pub fn clustered_keys(&self) -> Cow<'_, [u64]> {
        if self.links.is_empty() {
            return Cow::Borrowed(&self.keys);
        }
        let mut classes = Classes::of(self.keys.len());
        let mut first: BTreeMap<u64, usize> = BTreeMap::new();
        for (round, &key) in self.keys.iter().enumerate().filter(|(_, key)| **key != 0) {
            classes.join(round, *first.entry(key).or_insert(round));
        }
        self.links.iter().for_each(|&(later, earlier)| classes.join(later as usize, earlier as usize));
        Cow::Owned((0..self.keys.len()).map(|round| self.keys[classes.find(round)]).collect())
    }

    /// Whether the rounds are known in the order of the plan.
    pub fn in_order(&self) -> bool {
        !self.unordered
    }

    /// Whether the participants' scores add up to one win per game in every round, so that an equal share of it is an even result.
    pub fn add_up(&self) -> bool {
        let adds_up = |outcome: &Outcome| (outcome.sums.iter().sum::<f64>() / f64::from(outcome.games.max(1)) - 1.0).abs() < 1e-3;
        self.outcomes.iter().all(|outcome| outcome.games == 0 || outcome.sums.len() < 2 || adds_up(outcome))
    }

    /// Whether every game is won by one player or drawn among all: the participants' scores differ by whole numbers.
    pub fn are_plain(&self) -> bool {
        let is_whole = |x: f64| (x - x.round()).abs() < 1e-3;
        self.outcomes.iter().all(|outcome| outcome.sums.iter().all(|sum| is_whole(sum - outcome.sums[0])))
    }

    /// The number of rounds with a result.
    pub fn len(&self) -> usize {
        self.each().filter(|(_, outcome)| outcome.games > 0).count()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Games with a result.
    pub fn games(&self) -> u64 {
        self.each().map(|(_, outcome)| u64::from(outcome.games)).sum()
    }

    /// The candidate's mean score per game; not a number if there is no game.
    pub fn mean(&self) -> f64 {
        self.candidate().map(|(_, sum)| sum).sum::<f64>() / self.games() as f64
    }

    /// Per round, in the order of the plan: games with a result and the sum of the candidate's scores in them.
    pub fn candidate(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.each().map(|(_, outcome)| (outcome.games, outcome.sums[0]))
    }

    /// The rounds with the same games put together. Their order depends only on their contents, so sums over them are the same to the last bit
    /// whatever the order of the rounds.
    pub fn clusters(&self) -> Vec<Cluster> {
        let mut places: BTreeMap<u64, usize> = BTreeMap::new();
        let mut clusters: Vec<Cluster> = Vec::with_capacity(self.len());
        let keys = self.clustered_keys();
        let each = keys.iter().zip(&self.places).map(|(&key, &place)| (key, &self.outcomes[place as usize]));
        for (key, Outcome { games, sums }) in each.filter(|(_, outcome)| outcome.games > 0) {
            let games = f64::from(*games);
            let place = if key == 0 { clusters.len() } else { *places.entry(key).or_insert(clusters.len()) };
            if let Some(cluster) = clusters.get_mut(place) {
                cluster.games += games;
                cluster.sums.iter_mut().zip(sums).for_each(|(sum, more)| *sum += more);
            } else {
                clusters.push(Cluster { games, sums: sums.clone() });
            }
        }
        let by_sums = |a: &Cluster, b: &Cluster| a.sums.iter().zip(&b.sums).map(|(x, y)| x.total_cmp(y)).find(|order| order.is_ne());
        clusters.sort_by(|a, b| a.games.total_cmp(&b.games).then_with(|| by_sums(a, b).unwrap_or(Ordering::Equal)));
        clusters
    }

    /// The standard error of the mean, by clusters (Cochran, "Sampling Techniques", 1977, section 6.4); where all scores are equal, that of games of
    /// which one half more was lost, or won.
    pub(super) fn standard_error(&self) -> f64 {
        let (clusters, mean, games) = (self.clusters(), self.mean(), self.games() as f64);
        let n = effective(&clusters);
        let squares: f64 = clusters.iter().map(|cluster| (cluster.sums[0] - mean * cluster.games).powi(2)).sum();
        if n > 1.0 && squares > 1e-12 * games {
            return (squares * n / (n - 1.0)).sqrt() / games;
        }
        let smoothed = (n * mean + 0.5) / (n + 1.0);
        (smoothed * (1.0 - smoothed) / n).sqrt()
    }

    /// The effective number of different rounds (Σg)² / Σg² (Kish, "Survey Sampling", 1965, section 11.7).
    pub(super) fn effective_len(&self) -> f64 {
        effective(&self.clusters())
    }

    /// The equivalent number of games without repetitions: the games of a round times the effective number of clusters (Σg)² / Σg² (Kish, "Survey
    /// Sampling", 1965, section 11.7).
    pub fn effective_games(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        effective(&self.clusters()) * self.games() as f64 / self.len() as f64
    }
}

/// The effective number of clusters by Kish's formula; 0 for none.
pub(super) fn effective(clusters: &[Cluster]) -> f64 {
    let squares: f64 = clusters.iter().map(|cluster| cluster.games * cluster.games).sum();
    if squares == 0.0 { 0.0 } else { clusters.iter().map(|cluster| cluster.games).sum::<f64>().powi(2) / squares }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_rounds_count_once() {
        let mut rounds = Rounds::new(2);
        (0..100).for_each(|_| rounds.push(7, 2, &[1.5, 0.5]));
        assert_eq!((rounds.len(), rounds.games(), rounds.mean()), (100, 200, 0.75));
        assert_eq!(rounds.clusters(), [Cluster { games: 200.0, sums: vec![150.0, 50.0] }]);
        assert_eq!(rounds.effective_games(), 2.0);
        // Kish 1965: weights 3 and 1 are worth 16 / 10 observations.
        let mut uneven = Rounds::new(2);
        [5, 6, 5, 5].into_iter().for_each(|key| uneven.push(key, 2, &[1.0, 1.0]));
        assert!((uneven.effective_games() - 2.0 * 1.6).abs() < 1e-12);
    }

    #[test]
    fn linked_rounds_are_one_cluster() {
        let mut rounds = Rounds::new(2);
        [5, 6, 7, 8, 5, 0].into_iter().for_each(|key| rounds.push(key, 2, &[1.5, 0.5]));
        [(1, 0), (2, 1), (5, 3), (4, 4)].into_iter().for_each(|(a, b)| rounds.link(a, b));
        assert_eq!(*rounds.clustered_keys(), [5, 5, 5, 8, 5, 0]);
        assert_eq!((rounds.clusters().len(), rounds.links().collect::<Vec<_>>()), (3, vec![(1, 0), (2, 1)]));
        // What is linked later was not known before.
        assert_eq!((rounds.first(2).clusters().len(), rounds.first(1).clusters().len(), rounds.earlier(2).next()), (1, 1, Some(1)));
        let mut chain = Rounds::new(2);
        (1..=6).for_each(|key| chain.push(key, 2, &[1.0, 1.0]));
        chain.link(4, 5);
        chain.link(5, 0);
        assert_eq!((chain.first(5).clusters().len(), chain.clusters().len()), (5, 4));
    }

    #[test]
    fn rounds_without_a_key_are_all_different() {
        let rounds = Rounds::of_match(3, 1, 2);
        assert_eq!((rounds.clusters().len(), rounds.effective_games()), (6, 6.0));
        assert!((rounds.mean() - 3.5 / 6.0).abs() < 1e-12);
        assert_eq!((rounds.first(4).mean(), rounds.first(4).len(), rounds.first(9)), (3.5 / 4.0, 4, rounds.clone()));
        assert!(Rounds::new(2).mean().is_nan() && Rounds::new(2).effective_games() == 0.0);
    }

    #[test]
    fn scores_add_up_to_one_win_a_game() {
        let rounds = |sums: &[f64]| {
            let mut rounds = Rounds::new(sums.len());
            rounds.push(1, 2, sums);
            rounds.push(2, 0, &vec![0.0; sums.len()]);
            rounds.add_up()
        };
        assert!(rounds(&[1.5, 0.5]) && rounds(&[2.0 / 3.0; 3]) && rounds(&[0.7]) && Rounds::new(2).add_up());
        assert!(!rounds(&[1.8, 1.8]) && !rounds(&[1.0, 0.9]));
    }

    #[test]
    fn tallies_hold_all_that_tests_need() {
        let mut rounds = Rounds::new(2);
        for (i, key) in [5, 6, 5, 9, 0, 0].into_iter().enumerate() {
            rounds.push(key, 2, &[[2.0, 0.0], [1.0, 1.0]][i % 2]);
        }
        rounds.push(7, 0, &[0.0, 0.0]);
        let mut again = Rounds::new(2);
        rounds.tallies(true).iter().for_each(|tally| again.push_tally(tally));
        assert_eq!((again.clusters(), again.len()), (rounds.clusters(), 6));
        assert!(rounds.in_order() && !again.in_order());
        assert_eq!(rounds.tallies(true).len(), 5);
        let counts: Vec<u64> = rounds.tallies(false).iter().map(|tally| tally.rounds).collect();
        assert_eq!(counts, [3, 3]);
    }

    #[test]
    fn a_round_without_a_result_is_left_out_and_half_of_one_weighs_half() {
        let mut rounds = Rounds::new(2);
        rounds.push(1, 0, &[0.0, 0.0]);
        rounds.push(2, 1, &[1.0, 0.0]);
        rounds.push(3, 2, &[0.5, 1.5]);
        assert_eq!((rounds.len(), rounds.games(), rounds.mean(), rounds.clusters().len()), (2, 3, 0.5, 2));
        assert_eq!(rounds.candidate().collect::<Vec<_>>(), [(0, 0.0), (1, 1.0), (2, 0.5)]);
    }
}
