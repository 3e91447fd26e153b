//! Live scalars: those read from a node on until the game ends, or until a test of reachability arrives.

use super::storage::{Place, Storage};
use crate::game::{Base, Game, Label, NodeId, Operand};
use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_compile::LoweringError;

/// A set of scalars, a bit for each.
pub(super) type Scalars = u128;

/// For each node the scalars that are read from there on; none if it does not lead to the target.
type Reads = Arc<[Option<Scalars>]>;

/// The scalars read from each node on, by the end node (none for whole games), and the edges that no longer have an effect.
#[derive(Default)]
pub(super) struct Liveness {
    known: BTreeMap<(Option<NodeId>, Vec<usize>), Reads>,
    /// The tests being analysed.
    open: Vec<NodeId>,
}

impl Liveness {
    /// The scalars read from each node on; none if it does not lead to the target.
    ///
    /// # Errors
    /// If tests of reachability contain themselves.
    pub(super) fn until(&mut self, game: &Game, storage: &Storage, target: Option<NodeId>, idle: &[usize]) -> Result<Reads, LoweringError> {
        if let Some(known) = self.known.get(&(target, idle.to_vec())) {
            return Ok(Arc::clone(known));
        }
        if let Some(target) = target {
            // The interpreter has a limit to how deep tests nest.
            if self.open.contains(&target) || self.open.len() >= game.limits.nested_tests {
                return Err(LoweringError("tests of reachability contain themselves, or too many others".to_owned()));
            }
            self.open.push(target);
        }
        let always = match storage.places[game.variables[game.player].offset] {
            Place::Scalar(player) if target.is_none() => 1 << player,
            _ => 0,
        };
        let mut live: Vec<Option<Scalars>> = leading_to(game, target).iter().map(|&leads| leads.then_some(always)).collect();
        let nodes: Vec<usize> = (0..live.len()).rev().filter(|&node| live[node].is_some() && Some(node as NodeId) != target).collect();
        let mut effects: BTreeMap<usize, (Scalars, Scalars)> = BTreeMap::new();
        for edge in nodes.iter().flat_map(|&node| edges(game, node)).filter(|&edge| live[game.edges[edge].to as usize].is_some()) {
            let effect = if idle.contains(&edge) { (0, 0) } else { self.effect(game, storage, &game.edges[edge].label)? };
            effects.insert(edge, effect);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &node in &nodes {
                let behind = edges(game, node).filter_map(|edge| {
                    let (read, written) = effects.get(&edge)?;
                    Some(read | live[game.edges[edge].to as usize]? & !written)
                });
                let here = Some(behind.fold(always, |all, one| all | one));
                changed |= std::mem::replace(&mut live[node], here) != here;
            }
        }
        if target.is_some() {
            self.open.pop();
        }
        let live: Reads = live.into();
        self.known.insert((target, idle.to_vec()), Arc::clone(&live));
        Ok(live)
    }

    /// The scalars that a label reads and those that it sets.
    fn effect(&mut self, game: &Game, storage: &Storage, label: &Label) -> Result<(Scalars, Scalars), LoweringError> {
        let scalar = |cell: usize| match storage.places[cell] {
            Place::Scalar(scalar) => 1 << scalar,
            _ => 0,
        };
        let set = |place: &Operand| match place.base {
            Base::State(cell) if place.keys.is_empty() => scalar(cell),
            _ => 0,
        };
        Ok(match label {
            Label::Empty | Label::Tag(_) => (0, 0),
            Label::Assign(place, value) => (keys_read(storage, place) | read(storage, value), set(place)),
            Label::AssignAny(place, _) => (keys_read(storage, place), set(place)),
            Label::Compare { left, right, .. } => (read(storage, left) | read(storage, right), 0),
            Label::Reach { from, to, .. } => (self.until(game, storage, Some(*to), &[])?[*from as usize].unwrap_or(0), 0),
            Label::TagCell(cell) => (scalar(*cell), 0),
            Label::Switch(value) => (read(storage, value), scalar(game.variables[game.player].offset)),
        })
    }
}

/// The numbers of a node's edges.
fn edges(game: &Game, node: usize) -> std::ops::Range<usize> {
    game.nodes[node].first as usize..game.nodes[node].last as usize
}

/// Whether each node leads to the target; all lead to none.
fn leading_to(game: &Game, target: Option<NodeId>) -> Vec<bool> {
    let Some(target) = target else { return vec![true; game.nodes.len()] };
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); game.nodes.len()];
    for node in (0..game.nodes.len()).filter(|&node| node as NodeId != target) {
        edges(game, node).for_each(|edge| before[game.edges[edge].to as usize].push(node));
    }
    let (mut leads, mut open) = (vec![false; game.nodes.len()], vec![target as usize]);
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut leads[node], true) {
            open.extend(&before[node]);
        }
    }
    leads
}

/// The scalars that an operand reads.
pub(super) fn read(storage: &Storage, operand: &Operand) -> Scalars {
    let base = match operand.base {
        Base::State(cell) => match storage.places[cell] {
            Place::Scalar(scalar) => 1 << scalar,
            _ => 0,
        },
        _ => 0,
    };
    base | keys_read(storage, operand)
}

fn keys_read(storage: &Storage, operand: &Operand) -> Scalars {
    operand.keys.iter().fold(0, |all, key| all | read(storage, &key.operand))
}
