//! Pairs the cells of two experiments, with their differences.

use super::Experiment;
use super::cell_facts::CellFacts;
use std::collections::BTreeMap;

/// The saved name of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedName {
    /// Its key.
    pub key: String,
    /// Its [name](Experiment::cell_names).
    pub name: String,
}

impl Experiment {
    /// The saved names of the cells.
    pub fn saved_names(&self) -> Vec<SavedName> {
        self.cells.iter().zip(self.cell_names()).map(|(cell, name)| SavedName { key: cell.key.to_string(), name }).collect()
    }
}

/// A cell of one experiment with its partner in another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CellPair {
    /// The place of the first.
    pub first: usize,
    /// The place of its partner.
    pub second: usize,
    /// The difference between their names, as in `uct: exploration 0.7 → 6.0`; empty if nothing does.
    pub difference: String,
    /// Whether more than the candidate differs, so their scores are not comparable.
    pub is_other_setting: bool,
}

/// Pairs cells with equal keys, then those with equal names, then those of the same game and agents, by the names of their tables. Among several
/// partners of the last kind, one with the same budgets comes first, then the one with the fewest different parameters, then the first in order. The
/// pairs are in the order of the first cells.
pub fn pair_cells(first: &[SavedName], second: &[SavedName]) -> Vec<CellPair> {
    let mut pairing = Matching { partner: vec![None; first.len()], taken: vec![false; second.len()] };
    pairing.equal(first, second, |cell| (&cell.key, &cell.name));
    pairing.equal(first, second, |cell| (&cell.key, ""));
    pairing.equal(first, second, |cell| (&cell.name, ""));
    let (one, two) = (facts(first), facts(second));
    pairing.alike(&one, &two);
    let pair = |(place, partner): (usize, &Option<usize>)| {
        let partner = (*partner)?;
        let both = || one[place].as_ref().zip(two[partner].as_ref());
        let difference = both().map_or(String::new(), |(a, b)| a.difference(b));
        // An equal key is the same cell, whatever it is called.
        let is_other_setting = first[place].key != second[partner].key && both().is_some_and(|(a, b)| a.is_other_setting(b));
        Some(CellPair { first: place, second: partner, difference, is_other_setting })
    };
    pairing.partner.iter().enumerate().filter_map(pair).collect()
}

fn facts(cells: &[SavedName]) -> Vec<Option<CellFacts>> {
    cells.iter().map(|cell| CellFacts::of(&cell.name)).collect()
}

struct Matching {
    partner: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl Matching {
    /// Pairs free cells with the same value of this function.
    fn equal(&mut self, first: &[SavedName], second: &[SavedName], what: fn(&SavedName) -> (&str, &str)) {
        let free = second.iter().enumerate().filter(|(place, _)| !self.taken[*place]);
        let places: BTreeMap<_, usize> = free.map(|(place, cell)| (what(cell), place)).collect();
        for (place, cell) in first.iter().enumerate() {
            if let Some(&partner) = places.get(&what(cell)).filter(|partner| self.partner[place].is_none() && !self.taken[**partner]) {
                self.join(place, partner);
            }
        }
    }

    /// Pairs free cells of the same game and agents, those with the fewest differences first.
    fn alike(&mut self, first: &[Option<CellFacts>], second: &[Option<CellFacts>]) {
        let mut groups: BTreeMap<&[String], [Vec<usize>; 2]> = BTreeMap::new();
        for (side, cells) in [first, second].into_iter().enumerate() {
            for (place, cell) in cells.iter().enumerate() {
                let free = if side == 0 { self.partner[place].is_none() } else { !self.taken[place] };
                if let Some(cell) = cell.as_ref().filter(|_| free) {
                    groups.entry(&cell.names).or_default()[side].push(place);
                }
            }
        }
        for [mut ours, mut theirs] in groups.into_values() {
            while !ours.is_empty() && !theirs.is_empty() {
                let distance = |a: usize, b: usize| first[a].as_ref().zip(second[b].as_ref()).map(|(a, b)| a.distance(b));
                let least = ours.iter().flat_map(|&a| theirs.iter().map(move |&b| distance(a, b))).min();
                ours.retain(|&a| {
                    let nearest = theirs.iter().position(|&b| Some(distance(a, b)) == least);
                    if let Some(at) = nearest {
                        self.join(a, theirs.remove(at));
                    }
                    nearest.is_none()
                });
            }
        }
    }

    fn join(&mut self, first: usize, second: usize) {
        self.partner[first] = Some(second);
        self.taken[second] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pairs of cells without equal keys.
    fn paired(first: &[&str], second: &[&str]) -> Vec<(usize, usize, String)> {
        let [first, second] = [("a", first), ("b", second)].map(|(key, names)| {
            names.iter().map(|name| SavedName { key: format!("{key}{name}"), name: (*name).to_owned() }).collect::<Vec<_>>()
        });
        pair_cells(&first, &second).into_iter().map(|pair| (pair.first, pair.second, pair.difference)).collect()
    }

    #[test]
    fn what_differs_is_said_with_defaults() {
        let old = "tic-tac-toe; cand = uct (exploration=0.7), 100 iterations against random, 100 iterations; max-moves 60";
        for (new, expected) in [
            (
                "tic-tac-toe; cand = uct (exploration=6.0), 100 iterations against random, 100 iterations; max-moves 60",
                "cand: exploration 0.7 → 6.0",
            ),
            (
                "tic-tac-toe; cand = uct, 100 iterations against random, 100 iterations; max-moves 80",
                "max-moves 60 → 80; cand: exploration 0.7 → 1.4142135623730951",
            ),
            (
                "tic-tac-toe; cand = uct (exploration=0.7), 200 iterations against random, 200 iterations; max-moves 60",
                "100 → 200 iterations",
            ),
            (
                "tic-tac-toe; cand = uct (exploration=0.7), 200 iterations against random, 0.5 s; max-moves 60",
                "cand: 100 → 200 iterations; random: 100 iterations → 0.5 s",
            ),
            ("tic-tac-toe; cand = rave (exploration=0.7), 100 iterations against random, 100 iterations; max-moves 60", "cand: uct → rave"),
            ("tic-tac-toe; cand = uct (exploration=0.7), 100 iterations against random, 100 iterations", "max-moves 60 → default"),
        ] {
            assert_eq!(paired(&[old], &[new]), [(0, 0, expected.to_owned())]);
        }
        let engine = |known: &str, n: u32| {
            format!("tic-tac-toe; e = python3 e.py ({known}), {n} iterations against random, {n} iterations; max-moves 9")
        };
        assert_eq!(
            paired(&[&engine("coward 1; files a675", 10)], &[&engine("honest 1; files c652", 10)]),
            [(0, 0, "e: python3 e.py (coward 1; files a675) → python3 e.py (honest 1; files c652)".to_owned())]
        );
        assert_eq!(paired(&["small: hex (size=5)"], &["small: hex"]), [(0, 0, "small: size 5 → 9".to_owned())]);
    }

    #[test]
    fn other_games_and_agents_have_no_partner() {
        for other in [
            "hex; uct, 9 states",
            "tic-tac-toe; rave, 9 states",
            "tic-tac-toe; uct, 9 states against uct, 9 states",
            "tic-tac-toe",
            "",
            "; (",
        ] {
            assert_eq!(paired(&["tic-tac-toe; uct, 9 states"], &[other]), []);
        }
    }

    /// A shifted sweep next to another changed parameter: equal values are paired, and the rest in order.
    #[test]
    fn the_fewest_differences_decide() {
        let cell = |exploration: &str, fpu: &str, n: u32| format!("hex; uct (exploration={exploration}, fpu={fpu}), {n} iterations");
        let (old, new) = (["1.0", "2.0", "3.0"], ["2.0", "3.0", "4.0"]);
        let grid = |values: [&str; 3], fpu: &str| -> Vec<String> {
            values.iter().flat_map(|value| [10, 20].map(|n| cell(value, fpu, n))).collect()
        };
        let (old, new) = (grid(old, "0.5"), grid(new, "0.9"));
        let [old, new] = [&old, &new].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
        let found = paired(&old, &new);
        let places: Vec<(usize, usize)> = found.iter().map(|(a, b, _)| (*a, *b)).collect();
        assert_eq!(places, [(0, 4), (1, 5), (2, 0), (3, 1), (4, 2), (5, 3)]);
        assert_eq!((found[0].2.as_str(), found[2].2.as_str()), ("uct: exploration 1.0 → 4.0, fpu 0.5 → 0.9", "uct: fpu 0.5 → 0.9"));
    }

    #[test]
    fn another_game_or_opponent_is_another_measure() {
        let cell = |game: &str, own: u32, opponent: &str, n: u32, cap: u32| SavedName {
            key: format!("{game}{own}{opponent}{n}{cap}"),
            name: format!("hex{game}; c = uct, {own} states against o = {opponent}, {n} states; max-moves {cap}"),
        };
        let elsewhere = |other: SavedName| {
            pair_cells(&[cell("", 5, "uct", 5, 60)], &[other]).iter().map(|pair| pair.is_other_setting).collect::<Vec<_>>()
        };
        assert_eq!(elsewhere(cell("", 9, "uct", 5, 60)), [false]);
        for other in
            [cell(" (size=5)", 5, "uct", 5, 60), cell("", 5, "random", 5, 60), cell("", 5, "uct", 9, 60), cell("", 5, "uct", 5, 70)]
        {
            assert_eq!(elsewhere(other.clone()), [true], "{other:?}");
        }
        assert_eq!(elsewhere(cell("", 9, "uct", 9, 60)), [false], "a budget of both");
    }

    #[test]
    fn keys_come_before_names() {
        let cell = |key: &str, name: &str| SavedName { key: key.to_owned(), name: name.to_owned() };
        let first = [cell("1", "hex; a, 1 states"), cell("2", "hex; b, 1 states"), cell("3", "hex; c, 1 states")];
        let second = [cell("9", "hex; a, 1 states"), cell("1", "hex; a, 2 states"), cell("2", "hex; b, 1 states")];
        let places: Vec<(usize, usize)> = pair_cells(&first, &second).iter().map(|pair| (pair.first, pair.second)).collect();
        assert_eq!(places, [(0, 1), (1, 2)]);
    }
}
