//! States of the game as states of the program, and back.

use super::lowering::{Entry, chance};
use super::point::Value;
use super::storage::{Place, Storage};
use crate::game::{self, Game};
use crate::state::{Control, State};
use std::collections::BTreeMap;
use treebench_compile::{self as compile, NodeId, Program, Square, Variable};

/// The nodes of the program between two phases.
pub(super) struct States {
    entries: Vec<Entry>,
    by_node: BTreeMap<NodeId, usize>,
    by_origin: BTreeMap<game::NodeId, Vec<usize>>,
    /// The squares whose pieces never change.
    constant: Vec<bool>,
}

impl States {
    pub(super) fn new(entries: Vec<Entry>, constant: Vec<bool>) -> States {
        let by_node = entries.iter().enumerate().map(|(number, entry)| (entry.node, number)).collect();
        let mut by_origin: BTreeMap<game::NodeId, Vec<usize>> = BTreeMap::new();
        for (number, entry) in entries.iter().enumerate() {
            by_origin.entry(entry.origin).or_default().push(number);
        }
        States { entries, by_node, by_origin, constant }
    }

    /// A state between two phases as the program has it; none if play does not lead there.
    pub(super) fn encode(&self, game: &Game, storage: &Storage, program: &Program, state: &State) -> Option<compile::State> {
        let found = self.by_origin.get(&state.node)?.iter().find_map(|&number| {
            let entry = &self.entries[number];
            Some((entry.node, entry.point.current().find(|&square| fits(entry, storage, state, square))?))
        });
        let (node, square) = found?;
        let mut encoded = program.unstarted();
        for (cell, &value) in state.cells.iter().enumerate() {
            match storage.places[cell] {
                Place::Square(square) => {
                    let piece = storage.piece(value)?;
                    if self.constant[usize::from(square)] && storage.setup[usize::from(square)] != piece {
                        return None;
                    }
                    encoded.put(&program.layout, square, piece);
                }
                Place::Variable(variable) => {
                    encoded.set_variable(&program.layout, Variable(variable), storage.number(variable, value)?);
                }
                Place::Scalar(_) => {}
                // What cannot change is as it was.
                Place::Nowhere if value != game.initial[cell] => return None,
                Place::Nowhere => {}
            }
        }
        encoded.set_control(match state.control(game) {
            Control::Player(player) => compile::Control::Player(player as u16),
            Control::Keeper => compile::Control::Keeper,
            Control::Random => compile::Control::Player(chance(game)),
        });
        encoded.set_place(square as Square, node);
        Some(encoded)
    }

    /// Sets a state to that of the program. What is not read any more keeps its value.
    pub(super) fn decode(&self, storage: &Storage, program: &Program, encoded: &compile::State, state: &mut State) -> Option<()> {
        let entry = &self.entries[*self.by_node.get(&encoded.node())?];
        state.node = entry.origin;
        for (cell, value) in state.cells.iter_mut().enumerate() {
            match storage.places[cell] {
                Place::Square(square) => *value = storage.pieces[usize::from(encoded.piece(&program.layout, square).0)],
                Place::Variable(variable) => {
                    let number = encoded.variable(&program.layout, Variable(variable));
                    *value = storage.variables[usize::from(variable)].1[number as usize];
                }
                Place::Scalar(scalar) => match &entry.point.scalars[scalar] {
                    Value::Dead => {}
                    known => *value = known.at(usize::from(encoded.square())),
                },
                Place::Nowhere => {}
            }
        }
        Some(())
    }
}

/// Whether an entry on a square has the scalars of a state.
fn fits(entry: &Entry, storage: &Storage, state: &State, square: usize) -> bool {
    entry.point.scalars.iter().zip(&storage.scalars).all(|(value, &cell)| *value == Value::Dead || value.at(square) == state.cells[cell])
}
