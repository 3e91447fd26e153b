//! Identical play: equal moves in all games show that two agents are one, and are no evidence of strength.

use super::view::{CellView, View, game};
use crate::report::{listed, plural};
use std::collections::BTreeMap;

/// Whether the games of every round of these cells are the same, whoever sits where.
pub(super) fn sides_play_alike(cells: &[&CellView<'_>]) -> bool {
    !cells.is_empty() && cells.iter().all(|seen| seen.summary.is_mirrored())
}

/// A hash of a cell's games; 0 if unknown.
fn play(seen: &CellView<'_>) -> u64 {
    if seen.summary.retried == 0 { seen.summary.play } else { 0 }
}

/// Whether some cells have the same games as others.
pub(super) fn cells_play_alike(ours: &[&CellView<'_>], theirs: &[&CellView<'_>]) -> bool {
    let hashes = |cells: &[&CellView<'_>]| {
        let mut hashes: Vec<u64> = cells.iter().map(|seen| play(seen)).collect();
        hashes.sort_unstable();
        hashes
    };
    let ours = hashes(ours);
    ours.first().is_some_and(|first| *first != 0) && ours == hashes(theirs)
}

/// Leaves out cells in which both sides play alike, or pairs of cells that do, unless none would be left; returns how many.
pub(super) fn leave_out_identities(ours: &mut Vec<&CellView<'_>>, theirs: Option<&mut Vec<&CellView<'_>>>) -> usize {
    let before = ours.len();
    let Some(theirs) = theirs else {
        if ours.iter().any(|seen| !seen.summary.is_mirrored()) {
            ours.retain(|seen| !seen.summary.is_mirrored());
        }
        return before - ours.len();
    };
    let (mut own, mut others) = (Vec::new(), theirs.clone());
    for seen in ours.iter() {
        let is_same = |other: &&CellView<'_>| play(seen) != 0 && play(seen) == play(other) && game(seen.cell) == game(other.cell);
        match others.iter().position(is_same) {
            Some(place) => {
                others.swap_remove(place);
            }
            None => own.push(*seen),
        }
    }
    if own.is_empty() || others.is_empty() {
        return 0;
    }
    (*ours, *theirs) = (own, others);
    before - ours.len()
}

/// Warnings if a cell's sides, or two cells, play alike.
pub(super) fn warnings(view: &View<'_>) -> Vec<String> {
    let place = |seen: &CellView<'_>| view.title(seen);
    let mut warnings = Vec::new();
    let mirrored: Vec<String> = view.cells.iter().filter(|seen| seen.summary.is_mirrored()).map(place).collect();
    if !mirrored.is_empty() {
        warnings.push(format!(
            "In {} both sides play the same moves in every game, so an even result there is an identity and no evidence: {}.",
            plural(mirrored.len() as u64, "cell"),
            listed(mirrored)
        ));
    }
    let mostly = view.cells.iter().filter(|seen| seen.summary.is_mostly_mirrored() && !seen.summary.is_mirrored());
    let mostly: Vec<String> = mostly
        .map(|seen| {
            let rounds = if seen.cell.participants.len() == 2 { "pairs" } else { "rounds" };
            format!("{} ({} of {} {rounds})", place(seen), seen.summary.mirrored, seen.summary.rounds.len())
        })
        .collect();
    if !mostly.is_empty() {
        warnings.push(format!(
            "In {} both sides play the same moves in most games, which are no evidence of a difference: {}.",
            plural(mostly.len() as u64, "cell"),
            listed(mostly)
        ));
    }
    let mut known: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for seen in view.cells.iter().filter(|seen| play(seen) != 0) {
        known.entry(play(seen)).or_default().push(place(seen));
    }
    let alike: Vec<String> = known.into_values().filter(|cells| cells.len() > 1).map(|cells| cells.join(" = ")).collect();
    if !alike.is_empty() {
        warnings.push(format!("Cells play the same moves in all of their games, so comparing them shows nothing: {}.", listed(alike)));
    }
    warnings
}
