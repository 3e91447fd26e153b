//! The contract of agents in games of hidden information.

use crate::agent::Recipe;
use crate::budget::{Budget, Meter};
use std::sync::Arc;
use treebench_games::{Game, Rng, Turn};

/// Random games in which an agent is asked.
const GAMES: u64 = 3;
/// Positions drawn of each information set.
const DRAWN: usize = 6;
/// Iterations of a turn.
const ITERATIONS: u64 = 40;

/// Checks that an agent's choice depends only on what its player knows: with the same random numbers, its choice and its report are the same in all
/// positions that the player cannot distinguish.
///
/// # Errors
/// If it sees more: the two positions that it distinguished. Also if the agent cannot be built, or does not move.
pub fn check_sight(recipe: &dyn Recipe, game: &Arc<dyn Game>, seed: u64) -> Result<(), String> {
    let mut agent = recipe.agent(game).map_err(|error| error.to_string())?;
    let mut moves = Vec::new();
    for number in 0..GAMES {
        let mut rng = Rng::of_seed(seed, number);
        let mut here = game.start();
        while here.turn() != Turn::Over {
            if let (Turn::Player(seat), Some(information)) = (here.turn(), here.information()) {
                let known = information.known(seat);
                let mut first = None;
                for _ in 0..DRAWN {
                    let Some(drawn) = information.resample(seat, &mut rng) else { continue };
                    let mut submove = Vec::new();
                    agent.start(seat, Rng::of_seed(seed, GAMES));
                    agent
                        .choose(drawn.as_ref(), &mut Meter::new(Budget::Iterations(ITERATIONS)), &mut submove)
                        .map_err(|error| format!("in `{}`: {error}", drawn.notation()))?;
                    let (before, expected) = first.get_or_insert_with(|| (drawn.notation(), (submove.clone(), agent.report())));
                    if *expected != (submove, agent.report()) {
                        let other = drawn.notation();
                        return Err(format!("it tells `{before}` from `{other}`, of which player {seat} knows only `{known}`"));
                    }
                }
            }
            here.moves(&mut moves);
            here.apply(moves[rng.below(moves.len())]);
        }
    }
    Ok(())
}
