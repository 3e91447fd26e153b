//! Random events: dice, cards, pieces turned face up.

use crate::moves::Move;
use crate::position::Position;
use crate::rng::Rng;

/// A game in which chance acts.
///
/// Where [`turn`](Position::turn) is [`Turn::Chance`](crate::Turn::Chance), [`moves`](Position::moves) lists the possible outcomes,
/// [`apply`](Position::apply) plays one, and this trait says how likely each is. A position of a game whose
/// [`GameInfo`](crate::GameInfo) announces chance must offer it.
pub trait Chance: Position {
    /// The probability of an outcome, in (0, 1]; the outcomes of a position sum to 1. Defined only when it is chance's turn.
    fn probability(&self, outcome: Move) -> f64;

    /// Draws an outcome with its probability. `moves` is a buffer to work in. Defined only when it is chance's turn.
    ///
    /// The default lists the outcomes and walks through their probabilities; override it if the game can draw directly.
    fn sample(&self, rng: &mut Rng, moves: &mut Vec<Move>) -> Move {
        sample_by_probability(self, rng, moves)
    }

    /// Whether chance can still act, here or later. Searches without chance take over once it cannot.
    fn is_ahead(&self) -> bool {
        true
    }
}

/// The plain form of [`Chance::sample`]: adds up the probabilities of outcomes until they exceed a uniform number.
fn sample_by_probability<P: Chance + ?Sized>(position: &P, rng: &mut Rng, moves: &mut Vec<Move>) -> Move {
    position.moves(moves);
    let mut rest = rng.unit();
    for &outcome in moves.iter() {
        rest -= position.probability(outcome);
        if rest < 0.0 {
            return outcome;
        }
    }
    // Rounding may leave a sliver above the last outcome.
    *moves.last().expect("chance has at least one outcome")
}
