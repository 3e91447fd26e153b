//! Exact values by exhaustive search, deliberately plain and slow, to compare searches with.

use crate::game::Game;
use crate::notation::whole_moves;
use crate::position::{Position, Turn};
use std::collections::BTreeMap;

/// The values of a position for every player under perfect play.
///
/// The mover takes the move that is best for the mover (max-n, Luckhardt and Irani 1986; with two players of constant total that is
/// minimax), the first one found among equals; chance is averaged over its outcomes. For more than two players the values may depend on
/// that choice among equals.
///
/// Time and memory grow with the number of different positions, which are stored by their notation; the depth of the recursion is the
/// length of the longest game.
pub fn solve(game: &dyn Game, position: &dyn Position) -> Vec<f64> {
    Solver::new(game).values(position)
}

/// A solver with a memory, for many queries about one game.
pub struct Solver {
    players: usize,
    known: BTreeMap<String, Vec<f64>>,
}

impl Solver {
    /// A solver with an empty memory.
    pub fn new(game: &dyn Game) -> Solver {
        Solver { players: game.info().players, known: BTreeMap::new() }
    }

    /// The number of nodal positions stored.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// The values of a nodal position, as [`solve`] defines them.
    pub fn values(&mut self, position: &dyn Position) -> Vec<f64> {
        let key = position.notation();
        if let Some(values) = self.known.get(&key) {
            return values.clone();
        }
        let values = self.fresh(position);
        self.known.insert(key, values.clone());
        values
    }

    fn fresh(&mut self, position: &dyn Position) -> Vec<f64> {
        let mut mean = vec![0.0; self.players];
        let mut best: Option<Vec<f64>> = None;
        for submove in whole_moves(position) {
            let mut next = position.boxed();
            submove.iter().for_each(|&m| next.apply(m));
            let values = self.values(next.as_ref());
            match position.turn() {
                Turn::Chance => {
                    let p = position.chance().map_or(0.0, |chance| chance.probability(submove[0]));
                    mean.iter_mut().zip(&values).for_each(|(sum, value)| *sum += p * value);
                }
                Turn::Player(player) if best.as_ref().is_none_or(|best| values[player] > best[player]) => best = Some(values),
                Turn::Player(_) | Turn::Over => {}
            }
        }
        match (position.turn(), best) {
            (Turn::Chance, _) => mean,
            (_, Some(best)) => best,
            // The game is over, which `turn` could not know.
            (_, None) => (0..self.players).map(|player| position.score(player)).collect(),
        }
    }
}
