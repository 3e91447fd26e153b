//! Positions and moves as text.

use crate::moves::Move;
use crate::position::Position;
use std::fmt;

/// A text that is not a valid position or move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    message: String,
}

impl NotationError {
    /// An error whose message says what was found and what was expected.
    pub fn new(message: impl Into<String>) -> Self {
        NotationError { message: message.into() }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for NotationError {}

/// All whole moves from a nodal position, without dead ends, in the order in which they are found.
///
/// When it is chance's turn, these are its outcomes. For code where speed does not matter.
pub fn whole_moves(position: &dyn Position) -> Vec<Vec<Move>> {
    let mut found = Vec::new();
    collect(position, &mut Vec::new(), &mut found);
    found
}

fn collect(position: &dyn Position, prefix: &mut Vec<Move>, found: &mut Vec<Vec<Move>>) {
    for m in position.move_list() {
        let mut next = position.boxed();
        next.apply(m);
        prefix.push(m);
        if next.is_nodal() {
            found.push(prefix.clone());
        } else {
            collect(next.as_ref(), prefix, found);
        }
        prefix.pop();
    }
}

/// Finds the whole move with this notation.
///
/// # Errors
/// If no legal move has this notation: suggests the nearest one.
pub fn find_move(position: &dyn Position, text: &str) -> Result<Vec<Move>, NotationError> {
    if let Some(submove) = position.described().and_then(|described| described.read_move(text)) {
        return Ok(submove);
    }
    let mut names = Vec::new();
    for submove in whole_moves(position) {
        let name = position.move_notation(&submove);
        if name == text {
            return Ok(submove);
        }
        names.push(name);
    }
    let hint =
        crate::names::nearest(text, names.iter().map(String::as_str)).map_or(String::new(), |name| format!("; did you mean `{name}`?"));
    Err(NotationError::new(format!("`{text}` is no legal move in `{}`{hint}", position.notation())))
}
