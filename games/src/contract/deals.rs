//! What must hold for deals.

use super::{LONGEST_GAME, ensure, ensure_at};
use crate::game::Game;
use crate::playout::{Scratch, finish_move};
use crate::position::Turn;
use crate::rng::Rng;

/// Plays one random game in which chance follows a deal wherever the deal settles the outcome. The same seed must give the same deal,
/// and a settled outcome must be possible.
pub(super) fn check(game: &dyn Game, seed: u64) -> Result<(), String> {
    let (mut rng, mut scratch) = (Rng::new([13; 32], seed), Scratch::default());
    let mut here = game.start();
    let Some(hidden) = here.hidden() else { return Ok(()) };
    let (mut deal, mut again) = (Vec::new(), vec![Default::default()]);
    hidden.deal(&mut rng.clone(), &mut again);
    hidden.deal(&mut rng, &mut deal);
    ensure(deal == again, || "two deals with the same seed differ".to_owned())?;
    for _ in 0..LONGEST_GAME {
        match here.turn() {
            Turn::Over => return Ok(()),
            Turn::Chance => {
                let dealt = here.hidden().and_then(|hidden| hidden.dealt(&deal));
                ensure_at(here.as_ref(), dealt.is_none_or(|outcome| here.move_list().contains(&outcome)), || {
                    format!("the deal has {dealt:?} here, which is not among the outcomes")
                })?;
                let outcome = dealt.unwrap_or_else(|| here.sample(&mut rng, &mut scratch.moves));
                here.apply(outcome);
            }
            Turn::Player(_) if here.is_split() => {
                if finish_move(here.as_mut(), &mut rng, &mut scratch).is_none() {
                    return Ok(());
                }
            }
            Turn::Player(_) => {
                here.moves(&mut scratch.moves);
                here.apply(scratch.moves[rng.below(scratch.moves.len())]);
            }
        }
    }
    Ok(())
}
