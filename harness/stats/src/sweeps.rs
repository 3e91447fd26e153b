//! The independent units if cells share seeds, openings or games: sweeps in blocks.
//!
//! Rounds are independent only if they share nothing. Cells that share seeds or openings, or that repeat each other's games, form a *block*, and a
//! block's independent unit is the *sweep*: the rounds of all its cells that are linked, as round t of every cell is under common seeds. Rounds with
//! the same games are also linked, so repeated rounds add nothing.

use super::Rounds;
use super::classes::Classes;
use std::collections::BTreeMap;
use treebench_games::Rng;

/// The sharing of a cell's rounds with other cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing<'r> {
    /// Only games that both happen to have.
    Nothing,
    /// Seeds or openings, round by round, with all cells of the same number.
    Rounds(u64),
    /// The same with rounds that have the same label, of which there is one for every round, in the order of the plan.
    Labels(u64, &'r [u64]),
}

impl Sharing<'_> {
    /// A number common to sharing cells.
    fn group(self) -> Option<u64> {
        match self {
            Sharing::Nothing => None,
            Sharing::Rounds(group) | Sharing::Labels(group, _) => Some(group),
        }
    }

    /// The link of a round.
    pub fn label(self, round: usize) -> Option<(u64, u64)> {
        match self {
            Sharing::Nothing => None,
            Sharing::Rounds(group) => Some((group, round as u64)),
            Sharing::Labels(group, labels) => Some((group, *labels.get(round)?)),
        }
    }
}

/// The rounds of one cell in a weighted sum of cells.
#[derive(Clone, Copy, Debug)]
pub struct Series<'r> {
    /// The factor of the cell's mean score: 1/k in an average of k cells, negative for those that it is compared with.
    pub weight: f64,
    /// Its rounds in the order of the plan.
    pub rounds: &'r Rounds,
    /// Their sharing with other cells.
    pub sharing: Sharing<'r>,
}

/// A sweep, or a round that is linked with no other.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Sweep {
    /// The contribution of its scores in cells with a positive factor, and their weights: over all sweeps these add up to the sum of such factors.
    pub(super) plus: f64,
    pub(super) above: f64,
    /// The same in cells with a negative factor, as positive numbers.
    pub(super) minus: f64,
    pub(super) below: f64,
    /// Its contribution to the sum with every score measured from the mean of its cell, enlarged so that the sum of its squares is the sum's
    /// variance.
    pub(super) residual: f64,
}

impl Sweep {
    pub(super) fn weight(&self) -> f64 {
        self.above + self.below
    }
}

/// Cells that share something.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Block {
    pub(super) sweeps: Vec<Sweep>,
    /// Games of a round, at most.
    pub(super) games: f64,
    /// The effective number of sweeps of a cell, on average, and of the smallest one.
    pub(super) of_a_cell: f64,
    pub(super) smallest: f64,
    /// Rounds with a result of the longest cell.
    longest: f64,
    /// The standard error of its part of the sum under full correlation of its cells: all that is known if cells share seeds but the order of their
    /// rounds was not kept.
    pub(super) unordered: Option<f64>,
}

impl Block {
    /// The effective number of sweeps (Kish 1965).
    pub(super) fn size(&self) -> f64 {
        effective(self.sweeps.iter().map(Sweep::weight))
    }
}

/// The effective number of items of these weights, (Σw)² / Σw².
fn effective(weights: impl Iterator<Item = f64>) -> f64 {
    let (sum, squares) = weights.fold((0.0, 0.0), |(sum, squares), w| (sum + w, squares + w * w));
    if squares > 0.0 { sum * sum / squares } else { 0.0 }
}

/// The blocks of a sum, or `None` if one of its cells has no games.
pub(super) fn blocks(series: &[Series<'_>]) -> Option<Vec<Block>> {
    let means: Vec<f64> = series.iter().map(|cell| cell.rounds.mean()).collect();
    if series.is_empty() || means.iter().any(|mean| mean.is_nan()) {
        return None;
    }
    // Rounds of all cells, numbered through.
    let starts: Vec<usize> = series
        .iter()
        .scan(0, |next, cell| {
            let start = *next;
            *next += cell.rounds.keys().len();
            Some(start)
        })
        .collect();
    let count = starts.last().map_or(0, |last| last + series[series.len() - 1].rounds.keys().len());
    let (mut sweeps, mut cells) = (Classes::of(count), Classes::of(series.len()));
    let (mut by_label, mut by_key, mut by_group) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for (c, cell) in series.iter().enumerate() {
        if let Some(group) = cell.sharing.group() {
            cells.join(c, *by_group.entry(group).or_insert(c));
        }
        for (t, (_, &key)) in cell.rounds.candidate().zip(cell.rounds.keys()).enumerate().filter(|(_, ((games, _), _))| *games > 0) {
            let here = (starts[c] + t, c);
            let same_label = cell.sharing.label(t).filter(|_| cell.rounds.in_order()).map(|label| *by_label.entry(label).or_insert(here));
            let same_games = (key != 0).then(|| *by_key.entry(key).or_insert(here));
            for (round, other) in [same_label, same_games].into_iter().flatten() {
                sweeps.join(here.0, round);
                cells.join(c, other);
            }
        }
        cell.rounds.links().for_each(|(later, earlier)| sweeps.join(starts[c] + later as usize, starts[c] + earlier as usize));
    }
    let mut blocks: BTreeMap<usize, (BTreeMap<usize, Sweep>, Vec<usize>)> = BTreeMap::new();
    for (c, cell) in series.iter().enumerate() {
        let (of_block, members) = blocks.entry(cells.find(c)).or_default();
        members.push(c);
        let all = cell.rounds.games() as f64;
        // Games of the cell by sweep, and the scores in them.
        let mut own: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for (t, (games, sum)) in cell.rounds.candidate().enumerate().filter(|(_, (games, _))| *games > 0) {
            let entry = own.entry(sweeps.find(starts[c] + t)).or_default();
            *entry = (entry.0 + f64::from(games), entry.1 + sum);
        }
        let n = effective(own.values().map(|(games, _)| *games));
        let enlarged = if n > 1.0 { (n / (n - 1.0)).sqrt() } else { 1.0 };
        for (sweep, (games, sum)) in own {
            let sweep = of_block.entry(sweep).or_default();
            let (value, weight) = (cell.weight.abs() * sum / all, cell.weight.abs() * games / all);
            let (values, weights) =
                if cell.weight < 0.0 { (&mut sweep.minus, &mut sweep.below) } else { (&mut sweep.plus, &mut sweep.above) };
            (*values, *weights) = (*values + value, *weights + weight);
            sweep.residual += cell.weight * (sum - means[c] * games) / all * enlarged;
        }
    }
    let finished = blocks.into_values().map(|(sweeps, members)| {
        let sizes: Vec<f64> = members.iter().map(|&c| series[c].rounds.effective_len()).collect();
        let of_members = |number: &dyn Fn(&Rounds) -> f64| members.iter().map(|&c| number(series[c].rounds)).fold(0.0, f64::max);
        let shares = |c: &usize| series[*c].sharing.group().is_some() && !series[*c].rounds.in_order();
        let unordered = (members.len() > 1 && members.iter().any(shares))
            .then(|| members.iter().map(|&c| series[c].weight.abs() * series[c].rounds.standard_error()).sum());
        Block {
            sweeps: sweeps.into_values().collect(),
            games: of_members(&|rounds| rounds.candidate().map(|(games, _)| f64::from(games)).fold(1.0, f64::max)),
            of_a_cell: sizes.iter().sum::<f64>() / sizes.len() as f64,
            smallest: sizes.iter().copied().fold(f64::INFINITY, f64::min),
            longest: of_members(&|rounds| rounds.len() as f64),
            unordered,
        }
    });
    Some(finished.collect())
}

/// The sums of whole sweeps over all cells in the order of the plan, for tests that may be looked at at any time: round t of every cell, as far
/// as all cells have one. Values are on the scale from 0 to 1, which is that from the least to the greatest possible sum.
///
/// Cells of different length are followed to the end of the shortest, since a later sum would be that of other cells. A round without a result in one of its
/// games leaves its sweep out. Rounds whose order was not kept take a drawn one, with a fixed seed: any order will do that does not depend on results.
/// `None` if they share something with those of other cells, since then only their own order will do.
pub fn sums_in_order(series: &[Series<'_>]) -> Option<Vec<Option<f64>>> {
    if series.is_empty() || series.iter().any(|cell| !cell.rounds.in_order() && cell.sharing.group().is_some()) {
        return None;
    }
    let ordered = |(place, cell): (usize, &Series<'_>)| {
        let mut rounds: Vec<(u32, f64)> = cell.rounds.candidate().collect();
        if !cell.rounds.in_order() {
            let mut rng = Rng::of_seed(47, place as u64);
            (1..rounds.len()).rev().for_each(|last| rounds.swap(last, rng.below(last + 1)));
        }
        rounds
    };
    let (low, high) = range(series);
    let whole = |rounds: &Rounds| rounds.candidate().map(|(games, _)| games).max().unwrap_or(0);
    let whole: Vec<u32> = series.iter().map(|cell| whole(cell.rounds)).collect();
    let rounds: Vec<Vec<(u32, f64)>> = series.iter().enumerate().map(ordered).collect();
    let shortest = rounds.iter().map(Vec::len).min().unwrap_or(0);
    let sum = |t: usize| {
        let one = |(place, cell): (usize, &Series<'_>)| {
            let (games, sum) = rounds[place][t];
            (games == whole[place] && games > 0).then(|| cell.weight * sum / f64::from(games))
        };
        let sum: Option<f64> = series.iter().enumerate().map(one).sum();
        sum.map(|sum| (sum - low) / (high - low))
    };
    Some((0..shortest).map(sum).collect())
}

/// The share of whole sweeps that is evidence, because the others repeat games: that of the block with the most repetitions.
pub fn fresh(series: &[Series<'_>]) -> f64 {
    let share = |block: &Block| block.size() / block.longest;
    blocks(series).map_or(1.0, |blocks| blocks.iter().map(share).fold(1.0, f64::min))
}

/// The least and the greatest possible sum.
pub(super) fn range(series: &[Series<'_>]) -> (f64, f64) {
    let part = |sign: f64| series.iter().map(|cell| (sign * cell.weight).max(0.0)).sum::<f64>() * sign;
    (part(-1.0), part(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(points: &[f64]) -> Rounds {
        let mut rounds = Rounds::new(2);
        points.iter().for_each(|points| rounds.push(0, if *points < 0.0 { 0 } else { 2 }, &[points.max(0.0), 2.0 - points.max(0.0)]));
        rounds
    }

    fn of<'r>(cells: &'r [Rounds], weights: &[f64]) -> Vec<Series<'r>> {
        cells.iter().zip(weights).map(|(rounds, &weight)| Series { weight, rounds, sharing: Sharing::Nothing }).collect()
    }

    #[test]
    fn sums_follow_the_shortest_cell_and_leave_failures_out() {
        let cells = [pairs(&[2.0, 1.0, 0.0, 2.0]), pairs(&[1.0, -1.0, 1.0])];
        assert_eq!(sums_in_order(&of(&cells, &[0.5, 0.5])), Some(vec![Some(0.75), None, Some(0.25)]));
        // A difference of −1 to 1 is on the scale from 0 to 1.
        assert_eq!(sums_in_order(&of(&cells, &[1.0, -1.0])), Some(vec![Some(0.75), None, Some(0.25)]));
        assert_eq!(sums_in_order(&[]), None);
    }

    #[test]
    fn a_lost_order_is_drawn_where_nothing_is_shared() {
        let mut counted = Rounds::new(2);
        pairs(&[2.0, 2.0, 0.0, 1.0]).tallies(false).iter().for_each(|tally| counted.push_tally(tally));
        let cells = [counted.clone(), pairs(&[1.0; 4])];
        let mut sums = sums_in_order(&of(&cells, &[0.5, 0.5])).unwrap();
        sums.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(sums, [0.25, 0.5, 0.75, 0.75].map(Some));
        let shared = [&counted, &cells[1]].map(|rounds| Series { weight: 0.5, rounds, sharing: Sharing::Rounds(3) });
        assert_eq!(sums_in_order(&shared), None);
    }

    #[test]
    fn blocks_are_cells_that_share_something() {
        let mut repeats = pairs(&[2.0, 0.0]);
        repeats.push(5, 2, &[1.0, 1.0]);
        let mut also = pairs(&[1.0]);
        also.push(5, 2, &[1.0, 1.0]);
        let cells = [repeats, pairs(&[2.0, 1.0]), also];
        let found = blocks(&of(&cells, &[1.0 / 3.0; 3])).unwrap();
        assert_eq!(found.iter().map(|block| block.sweeps.len()).collect::<Vec<_>>(), [4, 2]);
        // The weights of all sweeps are those of the cells.
        let weight: f64 = found.iter().flat_map(|block| &block.sweeps).map(Sweep::weight).sum();
        assert!((weight - 1.0).abs() < 1e-12);
        // Two of three rounds repeat each other in one cell: its share of evidence is (9/5)/3.
        let mut alike = Rounds::new(2);
        [(7, 1.0), (7, 1.0), (8, 2.0)].into_iter().for_each(|(key, points)| alike.push(key, 2, &[points, 2.0 - points]));
        assert!((fresh(&of(&[alike], &[1.0])) - 0.6).abs() < 1e-12);
    }
}
