//! Differences between two series of rounds over several cells, of which some share seeds, openings or games.

use super::PairedShares;
use super::classes::Classes;
use std::collections::BTreeMap;

/// Rounds of several cells in two series.
///
/// Rounds that are linked are one observation, as in [`Contrast`](crate::Contrast): their differences come from the same draw, so the signs of all of them are
/// flipped together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LinkedShares {
    rounds: Vec<(u32, f64, f64)>,
    classes: Classes,
    /// By its link, the first round that has it.
    known: BTreeMap<(u64, u64), usize>,
    missing: u64,
}

impl LinkedShares {
    /// Adds a round of `games` games with the sums of the scores in either series. Rounds are linked if they have a link in common: a group and a label in it.
    pub fn push(&mut self, links: impl IntoIterator<Item = (u64, u64)>, games: u32, first: f64, second: f64) {
        let round = self.classes.add();
        for link in links {
            self.classes.join(round, *self.known.entry(link).or_insert(round));
        }
        self.rounds.push((games, first, second));
    }

    /// Adds games without a result in one of the series.
    pub fn miss(&mut self, games: u64) {
        self.missing += games;
    }

    /// The rounds, of which linked ones have the same key and count once.
    pub fn shares(&self) -> PairedShares {
        let (mut shares, mut classes) = (PairedShares::default(), self.classes.clone());
        for (round, &(games, first, second)) in self.rounds.iter().enumerate() {
            shares.push(classes.find(round) as u64 + 1, games, first, second);
        }
        shares.miss(self.missing);
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Change, LEVEL};
    use treebench_games::Rng;

    /// The differences 1, 1, 1, 0, −1 of two pairs each: linked, they are five sweeps, and of 32 signs 6 are as far from 0 on either side (of −2
    /// games in the sum of ten).
    #[test]
    fn linked_rounds_flip_together() {
        let change = |is_linked: bool| {
            let mut linked = LinkedShares::default();
            for cell in 0..2 {
                for (round, second) in [2.0, 2.0, 2.0, 1.0, 0.0].into_iter().enumerate() {
                    linked.push(is_linked.then_some((7, round as u64)).into_iter().chain([(cell, round as u64 + 100)]), 2, 1.0, second);
                }
            }
            linked.shares().change()
        };
        // Of four signs of equal size, five of sixteen sums are 2 or more.
        assert!((change(true).p - 2.0 * 5.0 / 16.0).abs() < 1e-12, "{:?}", change(true));
        assert!(change(false).p < change(true).p && change(false).value == change(true).value);
        assert_eq!((change(true).rounds, change(false).rounds), (5, 10));
    }

    /// Ten cells of two equal series of 12 rounds that share their seeds, and draw the same result with a probability of ¾.
    #[test]
    fn equals_with_common_seeds_seldom_differ() {
        let mut rng = Rng::from_seed(4709);
        let tests: [fn(&PairedShares) -> Change; 2] = [PairedShares::change, PairedShares::change_at_any_time];
        let mut wrong = [[0; 2]; 2];
        let all = 300;
        for _ in 0..all {
            let (mut linked, mut apart) = (LinkedShares::default(), LinkedShares::default());
            for round in 0..12 {
                let common = [0.0, 0.5, 1.0, 1.5, 2.0][rng.below(5)];
                for _ in 0..10 {
                    let second = if rng.below(4) > 0 { common } else { [0.0, 0.5, 1.0, 1.5, 2.0][rng.below(5)] };
                    linked.push([(1, round)], 2, 1.0, second);
                    apart.push([], 2, 1.0, second);
                }
            }
            for (counts, test) in wrong.iter_mut().zip(tests) {
                counts[0] += u32::from(test(&linked.shares()).p <= LEVEL);
                counts[1] += u32::from(test(&apart.shares()).p <= LEVEL);
            }
        }
        // 5 % of 300 are 15, with a standard error of 3.8.
        assert!(wrong.iter().all(|[linked, _]| *linked <= 26) && wrong[0][1] > 100, "{wrong:?}");
    }
}
