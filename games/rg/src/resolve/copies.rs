//! Copy propagation: maps that are copies of other maps are replaced by these.
//!
//! An argument of a called graph is a variable of its own, to which a call assigns. An argument that is a map, as the directions of a board, is copied as a whole
//! by every call, and play spends most of its time there. Where every read sees a copy of one and the same constant or unchanged variable, it reads
//! the original; the variable is no longer assigned to and keeps its first value. Single values cost little, and may be there to be shown: they stay.
//!
//! Two paths that differ only in such a variable become one. Players and the keeper notice nothing but fewer faults: two such moves with
//! the same tags were two outcomes. Chance weighs outcomes by their paths, so that games with chance are left as they are.

use crate::game::{BEGIN, Base, Game, Key, Label, NodeId, Operand};
use std::ops::Range;

/// The most steps of the analysis, as edges times variables; a game with more is left as it is.
const MOST_STEPS: usize = 1 << 26;

/// Replaces all copies that can be replaced.
pub(super) fn propagate(game: &mut Game) {
    if game.has_chance() {
        return;
    }
    let kept = [game.goals, game.player, game.visible];
    let mut candidates: Vec<usize> =
        (0..game.variables.len()).filter(|number| !kept.contains(number) && is_assigned_as_a_whole(game, *number)).collect();
    if candidates.len().saturating_mul(game.edges.len()) > MOST_STEPS {
        return;
    }
    // An original may itself be a copy.
    loop {
        let before = candidates.len();
        candidates.retain(|&number| !replace_copy(game, number));
        if candidates.len() == before || candidates.is_empty() {
            return;
        }
    }
}

/// Whether a variable is a map that is read, and is assigned to always as a whole and without a key.
fn is_assigned_as_a_whole(game: &Game, number: usize) -> bool {
    let cells = cells(game, number);
    if cells.len() == 1 || !game.edges.iter().any(|edge| edge.label.reads(&cells)) {
        return false;
    }
    let mut assigned = false;
    let fits = game.edges.iter().all(|edge| match &edge.label {
        Label::Assign(place, value) if place.is_in(&cells) => {
            assigned = true;
            place.keys.is_empty() && value.keys.is_empty() && place.cells == cells.len()
        }
        Label::AssignAny(place, _) => !place.is_in(&cells),
        _ => true,
    });
    assigned && fits
}

fn cells(game: &Game, number: usize) -> Range<usize> {
    let variable = &game.variables[number];
    variable.offset..variable.offset + variable.cells
}

/// What is known of a variable at a node.
#[derive(Clone, Copy, PartialEq)]
enum CopyFact {
    /// No path comes here.
    Unreached,
    /// It is a copy of this on every path.
    CopyOf(Base),
    /// It may be a copy of several things, or of none.
    Nothing,
}

/// Replaces a variable if that is possible everywhere; whether it was.
fn replace_copy(game: &mut Game, number: usize) -> bool {
    let cells = cells(game, number);
    let known = known(game, &cells);
    let from = |node: usize| game.nodes[node].first as usize..game.nodes[node].last as usize;
    let is_copy = |node: usize| matches!(known[node], CopyFact::CopyOf(_));
    if (0..game.nodes.len()).any(|node| !is_copy(node) && from(node).any(|edge| game.edges[edge].label.reads(&cells))) {
        return false;
    }
    for (node, known) in known.iter().enumerate() {
        for edge in from(node) {
            let label = &mut game.edges[edge].label;
            if matches!(label, Label::Assign(place, _) if place.is_in(&cells)) {
                *label = Label::Empty;
            } else if let CopyFact::CopyOf(base) = *known {
                replace(label, &cells, base);
            }
        }
    }
    true
}

/// What is known of a variable at each node.
fn known(game: &Game, cells: &Range<usize>) -> Vec<CopyFact> {
    let mut known = vec![CopyFact::Unreached; game.nodes.len()];
    known[BEGIN as usize] = CopyFact::Nothing;
    let mut open = vec![BEGIN];
    while let Some(node) = open.pop() {
        let here = known[node as usize];
        let mut flow = |to: NodeId, more: CopyFact| {
            let there = &mut known[to as usize];
            let joined = match *there {
                CopyFact::Unreached => more,
                same if same == more => same,
                _ => CopyFact::Nothing,
            };
            if std::mem::replace(there, joined) != joined {
                open.push(to);
            }
        };
        for edge in game.leaving(node) {
            // A test begins with the present values, and leaves none behind.
            if let Label::Reach { from, .. } = edge.label {
                flow(from, here);
            }
            flow(edge.to, after(game, &edge.label, here, cells));
        }
    }
    known
}

/// What is known of a variable after an edge.
fn after(game: &Game, label: &Label, before: CopyFact, cells: &Range<usize>) -> CopyFact {
    let place = match label {
        Label::Assign(place, value) if place.is_in(cells) => return if value.is_in(cells) { before } else { CopyFact::CopyOf(value.base) },
        Label::Assign(place, _) | Label::AssignAny(place, _) => place.base,
        Label::Switch(_) => Base::State(game.variables[game.player].offset),
        _ => return before,
    };
    match (before, place) {
        // The bases of operands are the first cells of variables.
        (CopyFact::CopyOf(Base::State(source)), Base::State(changed)) if source == changed => CopyFact::Nothing,
        _ => before,
    }
}

/// Lets a label read something else in place of the cells.
fn replace(label: &mut Label, cells: &Range<usize>, base: Base) {
    let (first, second) = match label {
        Label::Assign(place, value) => (Some(place), Some(value)),
        Label::Compare { left, right, .. } => (Some(left), Some(right)),
        Label::AssignAny(operand, _) | Label::Switch(operand) => (Some(operand), None),
        Label::Empty | Label::Reach { .. } | Label::Tag(_) | Label::TagCell(_) => (None, None),
    };
    first.into_iter().chain(second).for_each(|operand| replace_in(operand, cells, base));
}

fn replace_in(operand: &mut Operand, cells: &Range<usize>, base: Base) {
    if operand.is_in(cells) {
        operand.base = base;
    }
    operand.keys.iter_mut().for_each(|key: &mut Key| replace_in(&mut key.operand, cells, base));
}
