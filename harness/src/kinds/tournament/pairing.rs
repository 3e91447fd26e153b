//! Chooses the pairs of a batch from the results so far.

use super::table::{Pairing, Prior};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use treebench_stats::Order;

/// The results of a tournament so far.
pub(super) struct Table {
    /// The points of each player against each other; repeated games count once.
    pub(super) points: Vec<Vec<f64>>,
    /// How many pairs of a player may share their seeds: so many times as much as independent games, games may seem to say.
    pub(super) overlap: f64,
    /// The pairs that can meet.
    pairs: BTreeMap<(usize, usize), Pair>,
}

/// A pair that can meet.
#[derive(Clone, Copy, Default)]
struct Pair {
    /// Games in which it meets.
    games: usize,
    met: bool,
    /// Whether more games between the two are no evidence: all are played, or they repeat.
    exhausted: bool,
}

/// The pairs of a batch.
pub(super) struct Batch {
    pub(super) pairs: Vec<(usize, usize)>,
    /// Whether they play all games of their cells instead of one round in each.
    pub(super) whole_cells: bool,
}

/// Chooses pairs.
pub(super) trait PairingSystem: Send {
    /// The pairs of the next batch, each player at most once; empty to end the tournament.
    fn next(&mut self, table: &Table) -> Batch;

    /// The maximum number of pairs in the remaining batches.
    fn most_pairs(&self, table: &Table) -> u64;

    /// Games that a pair plays in a cell when it is chosen; `tasks` are all those of the cell.
    fn games(&self, tasks: u32) -> u64;
}

/// The rule of a tournament with `players` players.
///
/// # Panics
/// If all games are played, which leaves nothing to choose.
pub(super) fn pairing(rule: Pairing, players: usize) -> Box<dyn PairingSystem> {
    match rule {
        Pairing::All => unreachable!("a tournament in which all games are played has no schedule"),
        Pairing::Swiss { rounds } => Box::new(Swiss { left: u64::from(rounds), byes: BTreeSet::new() }),
        Pairing::Adaptive { rounds, sure, prior } => {
            let order = if prior == Prior::Wide { Order::wide(players) } else { Order::unknown(players) };
            Box::new(AdaptivePairing { sure, prior, left: rounds.map_or(u64::MAX, u64::from), order })
        }
    }
}

impl Table {
    pub(super) fn new(players: usize, pairs: impl Iterator<Item = ((usize, usize), usize)>) -> Table {
        let pairs = pairs.map(|(pair, games)| (pair, Pair { games, ..Pair::default() })).collect();
        Table { points: vec![vec![0.0; players]; players], overlap: 1.0, pairs }
    }

    /// Adds a round: the points of the lower-numbered player of the pair, and the number of games.
    pub(super) fn add(&mut self, (i, j): (usize, usize), score: f64, games: f64) {
        self.points[i][j] += score;
        self.points[j][i] += games - score;
    }

    /// Marks the pair as having played in a batch.
    pub(super) fn played(&mut self, pair: (usize, usize), exhausted: bool) {
        if let Some(pair) = self.pairs.get_mut(&pair) {
            (pair.met, pair.exhausted) = (true, exhausted);
        }
    }

    fn players(&self) -> usize {
        self.points.len()
    }

    /// The points of independent games that say as much.
    fn evidence(&self) -> Vec<Vec<f64>> {
        self.points.iter().map(|row| row.iter().map(|points| points / self.overlap).collect()).collect()
    }

    /// Takes the games of all pairs to share their seeds.
    pub(super) fn share_seeds(&mut self) {
        let pairs = |player: usize| self.pairs.keys().filter(|(i, j)| *i == player || *j == player).count();
        self.overlap = (0..self.players()).map(pairs).max().unwrap_or(1).max(1) as f64;
    }
}

/// Chooses pairs to reduce uncertainty about the ranking: those for which a round in every game has the greatest expected reduction of the entropy of
/// their order ([`Order::gain`]). Pairs whose order is sure enough are skipped.
pub(super) struct AdaptivePairing {
    /// The likelihood from which an order is sure.
    pub(super) sure: f64,
    pub(super) prior: Prior,
    /// Remaining batches.
    pub(super) left: u64,
    pub(super) order: Order,
}

/// Games that a pair plays in a game when it is chosen.
const ROUND: f64 = 2.0;

impl PairingSystem for AdaptivePairing {
    fn next(&mut self, table: &Table) -> Batch {
        let mut batch = Batch { pairs: Vec::new(), whole_cells: false };
        if self.left == 0 {
            return batch;
        }
        self.left -= 1;
        self.order = Order::after(&table.evidence(), &self.order);
        let mut gains: Vec<(f64, (usize, usize))> = Vec::new();
        for (&(i, j), pair) in table.pairs.iter().filter(|(_, pair)| !pair.exhausted) {
            let likelihood = if self.prior == Prior::Wide { self.order.leaning(i, j) } else { self.order.likelihood(i, j) };
            if likelihood.max(1.0 - likelihood) < self.sure {
                gains.push((self.order.gain(i, j, ROUND * pair.games as f64), (i, j)));
            }
        }
        gains.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut busy = vec![false; table.players()];
        for (_, (i, j)) in gains {
            if !busy[i] && !busy[j] {
                (busy[i], busy[j]) = (true, true);
                batch.pairs.push((i, j));
            }
        }
        batch
    }

    fn most_pairs(&self, table: &Table) -> u64 {
        self.left.saturating_mul(table.players() as u64 / 2)
    }

    fn games(&self, _tasks: u32) -> u64 {
        ROUND as u64
    }
}

/// The Swiss system: each round pairs players of like scores who have not met. With an odd number of players one has a bye, which counts as a win:
/// the lowest first, and no player twice.
pub(super) struct Swiss {
    /// Remaining rounds.
    pub(super) left: u64,
    /// Players who had a bye.
    pub(super) byes: BTreeSet<usize>,
}

/// The maximum number of attempts to pair all players before the rest is paired greedily.
const MOST_ATTEMPTS: u32 = 20_000;

impl PairingSystem for Swiss {
    fn next(&mut self, table: &Table) -> Batch {
        let mut batch = Batch { pairs: Vec::new(), whole_cells: true };
        if self.left == 0 {
            return batch;
        }
        self.left -= 1;
        let score = |player: usize| {
            let own: f64 = table.points[player].iter().sum();
            let all: f64 = own + table.points.iter().map(|row| row[player]).sum::<f64>();
            let share = if all > 0.0 { own / all } else { 0.5 };
            // In units of rounds, so that a bye is a win of one.
            let met = table.pairs.iter().filter(|((i, j), pair)| pair.met && (*i == player || *j == player)).count() as f64;
            share * met + if self.byes.contains(&player) { 1.0 } else { 0.0 }
        };
        let mut order: Vec<usize> = (0..table.players()).collect();
        order.sort_by(|&a, &b| score(b).total_cmp(&score(a)).then(a.cmp(&b)));
        if order.len() % 2 == 1 {
            let place = order.iter().rposition(|player| !self.byes.contains(player)).unwrap_or(order.len() - 1);
            self.byes.insert(order.remove(place));
        }
        let free = |a: usize, b: usize| table.pairs.get(&(a.min(b), a.max(b))).is_some_and(|pair| !pair.met);
        let mut attempts = 0;
        batch.pairs = paired(&order, &free, &mut attempts).unwrap_or_else(|| greedy(&order, &free));
        batch.pairs.sort_unstable_by_key(|&(a, b)| (a.min(b), Reverse(a.max(b))));
        batch.pairs.iter_mut().for_each(|pair| *pair = (pair.0.min(pair.1), pair.0.max(pair.1)));
        batch
    }

    fn most_pairs(&self, table: &Table) -> u64 {
        self.left.saturating_mul(table.players() as u64 / 2)
    }

    fn games(&self, tasks: u32) -> u64 {
        u64::from(tasks)
    }
}

/// Pairs all players, the best first with the best that they can meet, with backtracking. `None` if there is no such pairing, or it takes too long to
/// find.
fn paired(order: &[usize], free: &impl Fn(usize, usize) -> bool, attempts: &mut u32) -> Option<Vec<(usize, usize)>> {
    let Some((&first, rest)) = order.split_first() else { return Some(Vec::new()) };
    for (place, &other) in rest.iter().enumerate().filter(|(_, other)| free(first, **other)) {
        *attempts += 1;
        if *attempts > MOST_ATTEMPTS {
            return None;
        }
        let others: Vec<usize> = rest.iter().enumerate().filter(|&(k, _)| k != place).map(|(_, &player)| player).collect();
        if let Some(mut pairs) = paired(&others, free, attempts) {
            pairs.push((first, other));
            return Some(pairs);
        }
    }
    None
}

/// Pairs players greedily.
fn greedy(order: &[usize], free: &impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let mut open = order.to_vec();
    let mut pairs = Vec::new();
    while !open.is_empty() {
        let first = open.remove(0);
        if let Some(place) = open.iter().position(|&other| free(first, other)) {
            pairs.push((first, open.remove(place)));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(players: usize) -> Table {
        let pairs = (0..players).flat_map(|i| (i + 1..players).map(move |j| ((i, j), 3)));
        Table::new(players, pairs)
    }

    /// The stronger player, which has the lower number, wins everything.
    fn play(table: &mut Table, batch: &Batch) {
        for &pair in &batch.pairs {
            table.add(pair, 6.0, 6.0);
            table.played(pair, false);
        }
    }

    #[test]
    fn swiss_rounds_pair_everyone_with_a_new_opponent_and_winners_with_winners() {
        for players in [2, 5, 8, 13] {
            let mut table = table(players);
            let rounds = (players - 1).min(4) as u64;
            let mut swiss = Swiss { left: rounds, byes: BTreeSet::new() };
            let mut met = BTreeSet::new();
            for _ in 0..rounds {
                let batch = swiss.next(&table);
                assert_eq!(batch.pairs.len(), players / 2, "{players}");
                let busy: BTreeSet<usize> = batch.pairs.iter().flat_map(|&(i, j)| [i, j]).collect();
                assert_eq!(busy.len(), 2 * (players / 2));
                assert!(batch.pairs.iter().all(|&pair| met.insert(pair)), "{players}: met again");
                play(&mut table, &batch);
            }
            assert!(swiss.next(&table).pairs.is_empty());
            assert_eq!(swiss.byes.len() as u64, if players % 2 == 1 { rounds } else { 0 });
        }
        // After one round of eight, winners meet winners.
        let mut table = table(8);
        let mut swiss = Swiss { left: 2, byes: BTreeSet::new() };
        let first = swiss.next(&table);
        assert_eq!(first.pairs, [(0, 1), (2, 3), (4, 5), (6, 7)]);
        play(&mut table, &first);
        assert_eq!(swiss.next(&table).pairs, [(0, 2), (1, 3), (4, 6), (5, 7)]);
    }

    #[test]
    fn adaptive_pairs_are_those_whose_order_is_least_known() {
        let mut table = table(4);
        let mut adaptive = AdaptivePairing { sure: 0.99, prior: Prior::Estimated, left: 100, order: Order::unknown(4) };
        let mut times: BTreeMap<(usize, usize), u32> = BTreeMap::new();
        let mut batches = 0;
        loop {
            let batch = adaptive.next(&table);
            if batch.pairs.is_empty() {
                break;
            }
            batches += 1;
            for &(i, j) in &batch.pairs {
                *times.entry((i, j)).or_default() += 1;
                // 0 and 1 are nearly equal, and so are 2 and 3; the first two beat the others.
                let score = if (i, j) == (0, 1) || (i, j) == (2, 3) { 3.3 } else { 5.8 };
                table.add((i, j), score, 6.0);
                table.played((i, j), false);
            }
        }
        assert!(times[&(0, 1)] > 5 * times.get(&(0, 2)).copied().unwrap_or(0), "{times:?}");
        assert!(batches <= 100 && adaptive.order.leaning(0, 2) > 0.99 && adaptive.order.leaning(1, 3) > 0.99);
    }

    /// Five players who play alike meet a sixth on common seeds: every game of it is one of five copies.
    #[test]
    fn equals_on_common_seeds_are_seldom_sure() {
        let sure = |shared: bool| {
            let mut rng = treebench_games::Rng::from_seed(5103);
            let mut wrong = 0;
            for _ in 0..60 {
                let mut table = Table::new(6, (1..6).map(|other| ((0, other), 1)));
                if shared {
                    table.share_seeds();
                }
                let seeds: Vec<f64> = (0..60).map(|_| [0.0, 1.0, 1.0, 2.0][rng.below(4)]).collect();
                let mut adaptive = AdaptivePairing { sure: 0.95, prior: Prior::Estimated, left: 300, order: Order::unknown(6) };
                let mut played = BTreeMap::new();
                loop {
                    let batch = adaptive.next(&table);
                    let open: Vec<_> =
                        batch.pairs.into_iter().filter(|pair| played.get(pair).is_none_or(|round| *round < seeds.len())).collect();
                    if open.is_empty() {
                        break;
                    }
                    for pair in open {
                        let round = played.entry(pair).or_insert(0);
                        table.add(pair, seeds[*round], ROUND);
                        *round += 1;
                        table.played(pair, *round == seeds.len());
                    }
                }
                let likelihood = Order::after(&table.evidence(), &Order::unknown(6)).likelihood(0, 1);
                wrong += u32::from(likelihood.max(1.0 - likelihood) >= 0.95);
            }
            wrong
        };
        // 11 % are promised at most, which is 7 of 60.
        let (shared, apart) = (sure(true), sure(false));
        assert!(shared <= 7 && apart > shared, "{shared} {apart}");
    }

    #[test]
    fn pairs_that_repeat_themselves_or_are_sure_are_left_alone() {
        let mut table = table(2);
        let adaptive = || AdaptivePairing { sure: 0.9, prior: Prior::Wide, left: 9, order: Order::wide(2) };
        assert_eq!(adaptive().next(&table).pairs, [(0, 1)]);
        table.add((0, 1), 6.0, 6.0);
        assert!(adaptive().next(&table).pairs.is_empty(), "six wins are sure enough");
        // Where strengths may be equal, six wins are not.
        let mut careful = AdaptivePairing { sure: 0.99, prior: Prior::Estimated, left: 9, order: Order::unknown(2) };
        assert_eq!(careful.next(&table).pairs, [(0, 1)]);
        let mut repeated = Table::new(2, [((0, 1), 1)].into_iter());
        repeated.played((0, 1), true);
        assert!(adaptive().next(&repeated).pairs.is_empty());
    }
}
