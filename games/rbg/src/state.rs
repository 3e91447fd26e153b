//! What changes during play.

use crate::automaton::NodeId;
use crate::board::Square;
use crate::description::Description;
use crate::expr::{Control, Piece};

/// A state of a game: nodal, or inside a move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The piece on each square.
    pub pieces: Vec<Piece>,
    /// The players' scores, then the declared variables.
    pub variables: Vec<u32>,
    /// Who is in control.
    pub control: Control,
    /// The current square; it persists across switches.
    pub square: Square,
    /// The current node of the rules' automaton; it persists across switches.
    pub node: NodeId,
}

impl State {
    /// The state before the keeper's first move.
    pub fn start(description: &Description, node: NodeId) -> Self {
        State {
            pieces: description.board.pieces.clone(),
            variables: vec![0; description.variable_count()],
            control: Control::Keeper,
            square: 0,
            node,
        }
    }
}
