//! Captures, and random play that prefers them.

use crate::moves::Move;
use crate::position::playout::{self, Playout, Scratch};
use crate::position::{Position, Turn, chance_of};
use crate::rng::Rng;

/// A game that knows which of its moves capture.
///
/// Random play in such games often shuffles pieces until a rule against games without progress makes it a draw, which tells a search
/// nothing. This trait offers two remedies: capturing first, and postponing the draw (tree-reductions paper, section 4).
pub trait Captures: Position {
    /// Fills `out` (emptied first) with the legal semimoves that capture.
    fn capturing_moves(&self, out: &mut Vec<Move>);

    /// Plays as [`Position::playout`] does, except that a player who can capture plays a uniformly random one of
    /// [`capturing_moves`](Self::capturing_moves). A game may override it with a faster method of the same distribution.
    fn playout_captures_first(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
        captures_first(self, rng, cap, scratch)
    }

    /// Postpones the draw for lack of progress, in this position and those reached from it, to at least this many moves. Does nothing in a
    /// game without such a rule. For playouts only: the position no longer belongs to the game.
    fn postpone_draw(&mut self, _moves: u32) {}
}

/// The plain form of [`Captures::playout_captures_first`]. In a split game, where only a whole move is known to be a capture, it is
/// uniform random play.
pub fn captures_first<P: Captures + ?Sized>(position: &mut P, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
    if position.is_split() {
        return playout::uniform(position, rng, cap, scratch);
    }
    let mut moves = 0;
    loop {
        match position.turn() {
            Turn::Over => return Playout::orthodox(moves, true),
            Turn::Chance => {
                let outcome = chance_of(position).sample(rng, &mut scratch.moves);
                position.apply(outcome);
            }
            Turn::Player(_) if moves == cap => return Playout::orthodox(moves, false),
            Turn::Player(_) => {
                position.capturing_moves(&mut scratch.moves);
                if scratch.moves.is_empty() {
                    position.moves(&mut scratch.moves);
                }
                position.apply(scratch.moves[rng.below(scratch.moves.len())]);
                moves += 1;
            }
        }
    }
}
