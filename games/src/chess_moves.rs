//! Chess moves derived from the squares: in PGN notation, and by squares as in UCI.

use crate::capabilities::{Square, Squares};
use crate::moves::Move;
use crate::position::{Player, Position, Turn};

/// A move of chess between two positions in the notation of PGN, with the square from which it starts always written, as in `Ng1f3`, `e7xd8=Q` or
/// `O-O`, and without signs of check; `None` if it is not a chess move. `player` is 0 for White.
pub fn pgn_move(before: &dyn Squares, after: &dyn Squares, player: Player) -> Option<String> {
    let own = |board: &dyn Squares, square: Square| board.piece(square).filter(|piece| piece.owner == player).map(|piece| piece.kind);
    let changed: Vec<Square> = before.all().filter(|&square| before.piece(square) != after.piece(square)).collect();
    let left: Vec<(Square, char)> =
        changed.iter().filter(|&&square| own(after, square).is_none()).filter_map(|&square| Some((square, own(before, square)?))).collect();
    let reached: Vec<(Square, char)> = changed.iter().filter_map(|&square| Some((square, own(after, square)?))).collect();
    if let Some(column) = castled(after, player, &left, &reached) {
        return Some(if column + 2 == before.size().0 { "O-O" } else { "O-O-O" }.to_owned());
    }
    match (&left[..], &reached[..]) {
        (&[(from, kind)], &[(to, becomes)]) => {
            // A pawn that captures in passing leaves its column, and the target is empty.
            let beside = kind == 'P' && from.0 != to.0;
            let mut text = if kind == 'P' { String::new() } else { kind.to_string() };
            text += &before.square_name(from);
            if before.piece(to).is_some() || beside {
                text.push('x');
            }
            text += &before.square_name(to);
            if becomes != kind {
                text += &format!("={becomes}");
            }
            Some(text)
        }
        _ => None,
    }
}

/// The column in which the king ends if king and rook castle. In Fischer's chess one of them may stay, or go to where the other was.
fn castled(after: &dyn Squares, player: Player, left: &[(Square, char)], reached: &[(Square, char)]) -> Option<usize> {
    let own_king = |square: &Square| after.piece(*square).is_some_and(|piece| piece.owner == player && piece.kind == 'K');
    let between = |a: usize, b: usize, x: usize| a.min(b) < x && x < a.max(b);
    match (left, reached) {
        (&[(from, 'K')], &[(to, 'K')]) => (from.0.abs_diff(to.0) > 1).then_some(to.0),
        // No other rook passes over its king.
        (&[(from, 'R')], &[(to, 'R')]) if from.1 == to.1 => {
            let king = after.all().find(own_king)?;
            (king.1 == to.1 && between(from.0, to.0, king.0)).then_some(king.0)
        }
        (_, [a, b]) => [a, b].into_iter().find(|(_, kind)| *kind == 'K').map(|(square, _)| square.0),
        _ => None,
    }
}

/// A move of chess by its squares, as in `e2e4`, `e1g1` or `e7d8q`; `None` if it is no such move, or if the game has these names itself.
pub fn squares_move(before: &dyn Position, submove: &[Move]) -> Option<String> {
    before.described()?;
    let Turn::Player(player) = before.turn() else { return None };
    let mut after = before.boxed();
    submove.iter().for_each(|m| after.apply(*m));
    let written = pgn_move(before.squares()?, after.squares()?, player)?;
    let rank = if player == 0 { '1' } else { '8' };
    match written.as_str() {
        "O-O" => return Some(format!("e{rank}g{rank}")),
        "O-O-O" => return Some(format!("e{rank}c{rank}")),
        _ => {}
    }
    let (squares, piece) = written.split_once('=').unwrap_or((&written, ""));
    let squares: String = squares.chars().filter(|c| !c.is_ascii_uppercase() && *c != 'x').collect();
    Some(squares + &piece.to_lowercase())
}
