//! Taking steps, and undoing them.

use crate::automaton::{Label, NodeId, Step};
use crate::board::{Control, Piece, Square};
use crate::number::Variable;
use crate::program::Program;
use crate::state::State;
use crate::value::assigned;

/// An undo record.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    square: Square,
    node: NodeId,
    before: Change,
}

/// The change that a step has made.
#[derive(Clone, Copy, Debug)]
enum Change {
    Nothing,
    Piece(Square, Piece),
    Variable(Variable, i64),
    Control(Control),
}

/// Takes a step that the segment of this state offers.
///
/// Always inlined, so that the fields of the step are passed by value: reading them back from memory as one word would stall on store
/// forwarding.
#[inline(always)]
pub fn take(program: &Program, state: &mut State, step: Step) -> Undo {
    let layout = &program.layout;
    let edge = program.automaton.numbered(step.number);
    let (square, node, mut control) = (state.square(), state.node(), state.control());
    let before = match &edge.label {
        Label::Put(piece) => {
            let before = Change::Piece(step.square, state.piece(layout, step.square));
            state.put(layout, step.square, *piece);
            before
        }
        Label::Assign(variable, arithmetic) => {
            let before = state.variable(layout, *variable);
            let value = assigned(program, state, *variable, arithmetic).unwrap_or(before);
            state.set_variable(layout, *variable, value);
            Change::Variable(*variable, before)
        }
        Label::Switch(next) => Change::Control(std::mem::replace(&mut control, *next)),
        _ => Change::Nothing,
    };
    state.set_head(control, step.square, edge.to);
    Undo { square, node, before }
}

/// Undoes steps, the last one first, until this many are left.
pub fn take_back(program: &Program, state: &mut State, trail: &mut Vec<Undo>, left: usize) {
    for undo in trail.drain(left..).rev() {
        match undo.before {
            Change::Nothing => {}
            Change::Piece(square, piece) => state.put(&program.layout, square, piece),
            Change::Variable(variable, value) => state.set_variable(&program.layout, variable, value),
            Change::Control(control) => state.set_control(control),
        }
        state.set_place(undo.square, undo.node);
    }
}
