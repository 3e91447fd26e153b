//! The cells of a comparison grouped by the difference between their names, each group with its result.

use crate::experiment::Cell;
use std::collections::BTreeSet;
use treebench_stats::{Change, LinkedShares, PairedShares};

/// The cells with the same difference.
#[derive(Clone, PartialEq, Debug)]
pub struct DifferenceGroup {
    /// The difference, as in `uct: exploration 0.7 → 6.0`.
    pub what: String,
    /// The number of cells.
    pub cells: u64,
    /// The agent whose scores they are, as in ` of uct`; empty if agents are alone.
    pub whose: String,
    /// Per outcome that is a share: the difference over these cells.
    pub changes: Vec<(String, Change)>,
}

/// Collects the rounds of such cells.
#[derive(Default)]
pub(super) struct DifferenceGroups(Vec<(String, u64, FirstAgents, Outcomes)>);

/// The agents whose scores those of some cells are: the first of each.
#[derive(Default)]
pub(super) struct FirstAgents(BTreeSet<String>);

impl FirstAgents {
    /// Adds a cell; nothing if its agent is alone.
    pub(super) fn add(&mut self, cell: &Cell) {
        if let [first, _, ..] = &cell.participants[..] {
            self.0.insert(first.name.clone());
        }
    }

    /// They in words, as in ` of uct`.
    pub(super) fn words(&self) -> String {
        match self.0.first() {
            Some(name) if self.0.len() == 1 => format!(" of {name}"),
            Some(_) => " of the first agent".to_owned(),
            None => String::new(),
        }
    }
}

/// Per outcome its rounds.
type Outcomes = Vec<(String, LinkedShares)>;

impl DifferenceGroups {
    /// Adds a cell; nothing if its names do not differ.
    pub(super) fn cell(&mut self, what: &str, cell: &Cell) {
        if what.is_empty() {
            return;
        }
        let place = self.0.iter().position(|(known, ..)| known == what).unwrap_or_else(|| {
            self.0.push((what.to_owned(), 0, FirstAgents::default(), Vec::new()));
            self.0.len() - 1
        });
        let (_, cells, agents, _) = &mut self.0[place];
        *cells += 1;
        agents.add(cell);
    }

    /// Adds a round of such a cell, as [`LinkedShares::push`] does, with the numbers of its games and the sums of their scores.
    pub(super) fn round(&mut self, what: &str, outcome: &str, links: &[(u64, u64)], (games, first, second): (u32, f64, f64)) {
        let Some((.., outcomes)) = self.0.iter_mut().find(|(known, ..)| known == what) else { return };
        let place = outcomes.iter().position(|(known, _)| known == outcome).unwrap_or_else(|| {
            outcomes.push((outcome.to_owned(), LinkedShares::default()));
            outcomes.len() - 1
        });
        outcomes[place].1.push(links.iter().copied(), games, first, second);
    }

    /// Adds games without a result of such a cell.
    pub(super) fn miss(&mut self, what: &str, outcome: &str, games: u64) {
        let found = self
            .0
            .iter_mut()
            .find(|(known, ..)| known == what)
            .and_then(|(.., outcomes)| outcomes.iter_mut().find(|(known, _)| known == outcome));
        found.into_iter().for_each(|(_, shares)| shares.miss(games));
    }

    /// `change` judges the rounds of a group.
    pub(super) fn finish(self, change: fn(&PairedShares) -> Change) -> Vec<DifferenceGroup> {
        let changes = |outcomes: Outcomes| outcomes.into_iter().map(|(name, shares)| (name, change(&shares.shares()))).collect();
        let group = |(what, cells, agents, outcomes): (String, u64, FirstAgents, Outcomes)| DifferenceGroup {
            what,
            cells,
            whose: agents.words(),
            changes: changes(outcomes),
        };
        self.0.into_iter().map(group).collect()
    }
}
