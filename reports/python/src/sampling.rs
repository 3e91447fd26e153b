//! Positions of random games with fixed seeds, by which planes and policies know what a game has.

use std::ops::ControlFlow;
use treebench::games::playout::finish_move;
use treebench::games::{Game, Position, Rng, Scratch, Turn};

/// Random games, and the most moves that are looked at in each.
const GAMES: u64 = 8;
const MOVES: usize = 100;

/// Shows the positions of random games until `see` has seen enough.
pub(crate) fn visit(game: &dyn Game, mut see: impl FnMut(&dyn Position) -> ControlFlow<()>) {
    let mut scratch = Scratch::default();
    for seed in 0..GAMES {
        let (mut position, mut rng) = (game.start(), Rng::from_seed(seed));
        for _ in 0..MOVES {
            if see(position.as_ref()).is_break() {
                return;
            }
            match position.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let outcome = position.sample(&mut rng, &mut scratch.moves);
                    position.apply(outcome);
                }
                Turn::Player(_) => {
                    if finish_move(position.as_mut(), &mut rng, &mut scratch).is_none() {
                        break;
                    }
                }
            }
        }
    }
}
