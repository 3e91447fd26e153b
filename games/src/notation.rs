//! Positions and moves as text.

use crate::chess_moves::squares_move;
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
    // Callers that must know whether the list is complete use `checked_whole_moves`.
    let _ = collect(position, &mut found);
    found
}

/// The same, unless the search for moves exceeds a limit.
///
/// # Errors
/// The [fault](crate::capabilities::RulesPosition::fault) of the position in which the limit was exceeded.
pub fn checked_whole_moves(position: &dyn Position) -> Result<Vec<Vec<Move>>, String> {
    let mut found = Vec::new();
    collect(position, &mut found)?;
    Ok(found)
}

/// The maximum number of semimoves tried to list the whole moves of a position, and of semimoves in the list: far more than any known game needs, but
/// still bounded by seconds and 128 MiB.
const MOST_TRIED: usize = 1 << 22;
const MOST_LISTED: usize = 1 << 24;

/// Depth first with an explicit stack: moves may have thousands of semimoves.
fn collect(position: &dyn Position, found: &mut Vec<Vec<Move>>) -> Result<(), String> {
    let (mut tried, mut listed) = (0, 0);
    let mut prefix = Vec::new();
    let mut open = vec![(position.boxed(), untried(position)?)];
    while let Some((here, moves)) = open.last_mut() {
        let Some(m) = moves.pop() else {
            open.pop();
            prefix.pop();
            continue;
        };
        tried += 1;
        if tried > MOST_TRIED || listed > MOST_LISTED {
            return Err(format!("the list of all moves takes more than {MOST_TRIED} semimoves"));
        }
        let mut next = here.boxed();
        next.apply(m);
        prefix.push(m);
        if next.is_nodal() {
            listed += prefix.len();
            found.push(prefix.clone());
            prefix.pop();
        } else {
            let moves = untried(next.as_ref())?;
            open.push((next, moves));
        }
    }
    Ok(())
}

/// The semimoves of a position in reverse order.
fn untried(position: &dyn Position) -> Result<Vec<Move>, String> {
    let mut moves = position.move_list();
    moves.reverse();
    position.fault().map_or(Ok(moves), Err)
}

/// Finds the whole move with this notation.
///
/// # Errors
/// If no legal move has this notation: suggests the nearest one.
pub fn find_move(position: &dyn Position, text: &str) -> Result<Vec<Move>, NotationError> {
    if let Some(submove) = position.described().and_then(|described| described.read_move(text)) {
        return Ok(submove);
    }
    if !position.is_split() {
        // A move is a semimove: nothing need be played to list them, and one string holds every notation in turn.
        let (mut moves, mut name) = (Vec::new(), String::new());
        position.moves(&mut moves);
        for m in moves {
            name.clear();
            position.write_move(&[m], &mut name);
            if name == text {
                return Ok(vec![m]);
            }
        }
    }
    let (mut names, mut other) = (Vec::new(), None);
    for submove in whole_moves(position) {
        if position.move_notation(&submove) == text {
            return Ok(submove);
        }
        let name = usual_move(position, &submove);
        if name == text {
            other = Some(submove);
        }
        names.push(name);
    }
    if let Some(submove) = other {
        return Ok(submove);
    }
    let hint =
        crate::names::nearest(text, names.iter().map(String::as_str)).map_or(String::new(), |name| format!("; did you mean `{name}`?"));
    Err(NotationError::new(format!("`{text}` is not a legal move in `{}`{hint}", usual(position))))
}

/// A position in its usual notation: FEN if the game supports it in addition to its own.
pub fn usual(position: &dyn Position) -> String {
    position.described().and_then(|described| described.fen()).unwrap_or_else(|| position.notation())
}

/// A move in its usual notation: by its squares if the game supports FEN in addition to its own. [`find_move`] reads both.
pub fn usual_move(position: &dyn Position, submove: &[Move]) -> String {
    let has_fen = position.described().is_some_and(|described| described.fen().is_some());
    has_fen.then(|| squares_move(position, submove)).flatten().unwrap_or_else(|| position.move_notation(submove))
}
