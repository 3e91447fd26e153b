//! Features of games under random play, which explain results in different games.

use crate::kinds::panics::catch;
use treebench_games::{Game, Player, Rng};
use treebench_stats::Branching;

/// The number of random games for the features of a game.
pub(crate) const GAMES: u32 = 100;

/// The features of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Features {
    /// Semimoves per state in which a player moves; in games without semimoves, moves per position.
    pub(crate) branching: f64,
    /// The mean number of whole moves by players.
    pub(crate) length: f64,
    /// The share of games with equal scores of all players, including those that were cut off.
    pub(crate) draws: f64,
    /// The share of games that were cut off.
    pub(crate) cut_off: f64,
}

/// Plays [`GAMES`] random games from the start, cut off after `cap` whole moves. The same seed gives the same features. `None` if the game fails.
pub(crate) fn features(game: &dyn Game, cap: u32, seed: u64) -> Option<Features> {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let play = || {
        let start = game.start();
        let mut rng = Rng::new(key, 0);
        let mut branching = Branching::default();
        let (mut moves, mut draws, mut cut_off) = (0u64, 0u32, 0u32);
        for _ in 0..GAMES {
            let mut position = start.boxed();
            let playout = branching.playout(&mut position, &mut rng, cap);
            if position.fault().is_some() {
                return None;
            }
            let first = position.score(0);
            let even = || (1..game.info().players).all(|player| position.score(player as Player) == first);
            moves += u64::from(playout.moves);
            cut_off += u32::from(!playout.over);
            draws += u32::from(!playout.over || even());
        }
        let share = |count: f64| count / f64::from(GAMES);
        Some(Features {
            branching: branching.factor(),
            length: share(moves as f64),
            draws: share(f64::from(draws)),
            cut_off: share(f64::from(cut_off)),
        })
    };
    catch(play).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::games;
    use treebench_games::params::Values;

    /// Of all orders in which the squares can be taken, 1440/15120 end after five moves, 5328/60480 after six, 47952/181440 after seven, 72576/362880 after
    /// eight, and 46080/362880 in a draw: 7.626 moves on average, and 42.526 listed ones.
    #[test]
    fn random_games_have_the_features_that_are_known() {
        let game = games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap();
        let found = features(game.as_ref(), 100, 7).unwrap();
        assert_eq!(Some(found), features(game.as_ref(), 100, 7));
        // Four standard errors of a hundred games.
        assert!((found.length - 7.626).abs() < 0.55 && (found.branching - 5.576).abs() < 0.25, "{found:?}");
        assert!((found.draws - 0.127).abs() < 0.13 && found.cut_off == 0.0, "{found:?}");
        let cut = features(game.as_ref(), 3, 7).unwrap();
        assert_eq!((cut.length, cut.branching, cut.draws, cut.cut_off), (3.0, 8.0, 1.0, 1.0));
    }
}
