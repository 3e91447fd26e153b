//! Sharing of rounds between cells: seeds or openings.

use super::openings::Openings;
use super::outcome::rotates;
use super::settings::{MatchSettings, OpeningsOrder};
use crate::experiment::{Cell, CellKey, Experiment, canonical};
use crate::kinds::SharedRounds;
use treebench_games::params::{Params as _, Values};

/// The sharing of a cell's first `rounds` rounds with those of other cells. Common seeds link rounds of the same number, as does a file of
/// openings in file order; shuffled openings link the rounds with the same opening.
pub(super) fn shared_rounds(experiment: &Experiment, cell: &Cell, rounds: usize) -> SharedRounds {
    let Ok(settings) = MatchSettings::from_values(&cell.settings) else { return SharedRounds::default() };
    if cell.seeding.key != cell.key {
        // Without rotation the games on one seed are rounds of their own.
        let size = cell.seeding.round.max(1) as usize;
        let labels = if rotates(cell) { Vec::new() } else { (0..rounds).map(|round| (round / size) as u64).collect() };
        return SharedRounds::new(cell.seeding.key, labels);
    }
    let Some(openings) = Openings::of(cell, &settings) else { return SharedRounds::default() };
    let group = CellKey::of(&canonical(experiment.kind, &Values::default(), &cell.files, &cell.game, &[], experiment.seed));
    let labels = match settings.openings_order {
        OpeningsOrder::File => Vec::new(),
        OpeningsOrder::Shuffled => (0..rounds).map(|round| openings.label(round)).collect(),
    };
    SharedRounds::new(group, labels)
}
