//! Sharing of rounds between cells: seeds or openings.

use super::openings::Openings;
use super::outcome::rotates;
use super::settings::{MatchSettings, OpeningsOrder};
use crate::experiment::{Cell, CellKey, Experiment, canonical};
use treebench_games::params::{Params as _, Values};
use treebench_stats::Sharing;

/// The sharing of a cell's rounds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SharedRounds {
    /// A number common to the cells that share something.
    group: Option<u64>,
    /// For every round, its link to rounds of other cells; if empty, its number.
    labels: Vec<u64>,
}

impl SharedRounds {
    /// The sharing of a cell's first `rounds` rounds with those of other cells. Common seeds link rounds of the same number, as does a file of
    /// openings in file order; shuffled openings link the rounds with the same opening.
    pub(super) fn of(experiment: &Experiment, cell: &Cell, rounds: usize) -> SharedRounds {
        let Ok(settings) = MatchSettings::from_values(&cell.settings) else { return SharedRounds::default() };
        let seeds = cell.seeding.key;
        if seeds != cell.key {
            // Without rotation the games on one seed are rounds of their own.
            let size = cell.seeding.round.max(1) as usize;
            let labels = if rotates(cell) { Vec::new() } else { (0..rounds).map(|round| (round / size) as u64).collect() };
            return SharedRounds { group: Some(number(seeds)), labels };
        }
        let Some(openings) = Openings::of(cell, &settings) else { return SharedRounds::default() };
        let group = CellKey::of(&canonical(experiment.kind, &Values::default(), &cell.files, &cell.game, &[], experiment.seed));
        let labels = match settings.openings_order {
            OpeningsOrder::File => Vec::new(),
            OpeningsOrder::Shuffled => (0..rounds).map(|round| openings.label(round)).collect(),
        };
        SharedRounds { group: Some(number(group)), labels }
    }

    /// Whether their rounds are paired.
    pub(super) fn is_shared_with(&self, other: &SharedRounds) -> bool {
        self.group.is_some() && self.group == other.group
    }

    /// The same for statistics.
    pub(super) fn sharing(&self) -> Sharing<'_> {
        match self.group {
            None => Sharing::Nothing,
            Some(group) if self.labels.is_empty() => Sharing::Rounds(group),
            Some(group) => Sharing::Labels(group, &self.labels),
        }
    }
}

fn number(CellKey(key): CellKey) -> u64 {
    let [first, ..] = *key.as_chunks::<8>().0 else { unreachable!("a key has 16 bytes") };
    u64::from_le_bytes(first)
}
