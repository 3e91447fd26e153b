//! The worlds of a player: the states in which the game could be after each of its moves, by all that the player has seen.

use crate::moves::Move;
use crate::position::Player;
use crate::rng::Rng;
use treebench_rg::State;

/// A state in which the game could be, and the ways to it.
pub(super) struct World {
    pub(super) state: State,
    /// The sum over the games that lead here of the probability of what chance did, and the least and the greatest of these. Those of a layer are scaled
    /// alike.
    pub(super) weight: f64,
    pub(super) least: f64,
    pub(super) greatest: f64,
    /// The number of these games.
    pub(super) games: f64,
    pub(super) ways: Vec<Way>,
}

/// A move from a world of the layer before.
pub(super) struct Way {
    pub(super) from: usize,
    pub(super) code: Move,
    pub(super) seen: Vec<u64>,
    /// The probability, if chance moves; otherwise 1.
    pub(super) weight: f64,
}

/// The worlds after the same number of moves.
pub(super) struct Layer {
    /// The key of what the player has seen.
    pub(super) seen: u64,
    pub(super) worlds: Vec<World>,
}

/// The worlds of a player.
pub(super) struct Worlds {
    pub(super) player: Player,
    pub(super) layers: Vec<Layer>,
    /// The key of what the player had seen where there were too many.
    pub(super) too_many: Option<u64>,
}

impl Worlds {
    pub(super) fn new(player: Player) -> Worlds {
        Worlds { player, layers: Vec::new(), too_many: None }
    }

    /// One of these worlds of a layer, by its weight.
    pub(super) fn pick(&self, layer: usize, among: &[usize], rng: &mut Rng) -> Option<usize> {
        let weights: Vec<f64> = among.iter().map(|&world| self.layers[layer].worlds[world].weight).collect();
        Some(among[draw_by(&weights, rng)?])
    }

    /// The ways of a game to a world of a layer, drawn backwards.
    pub(super) fn way_to(&self, layer: usize, mut world: usize, rng: &mut Rng) -> Option<Vec<&Way>> {
        let mut path = Vec::new();
        for layer in (1..=layer).rev() {
            let ways = &self.layers[layer].worlds[world].ways;
            let before = &self.layers[layer - 1].worlds;
            let weights: Vec<f64> = ways.iter().map(|way| before[way.from].weight * way.weight).collect();
            let way = &ways[draw_by(&weights, rng)?];
            path.push(way);
            world = way.from;
        }
        path.reverse();
        Some(path)
    }
}

/// The place of one of these weights, with a probability in proportion to it; none if there is none.
pub(super) fn draw_by(weights: &[f64], rng: &mut Rng) -> Option<usize> {
    let sum: f64 = weights.iter().sum();
    let mut rest = rng.unit() * sum;
    for (place, weight) in weights.iter().enumerate() {
        rest -= weight;
        if rest < 0.0 {
            return Some(place);
        }
    }
    // Rounding may leave a sliver above the last one.
    weights.len().checked_sub(1)
}
