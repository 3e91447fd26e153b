//! Every child equally often: flat Monte-Carlo.

use super::{Pick, Selection};
use crate::search::{NodeId, Tree};
use treebench_games::Player;

/// Takes a child that was visited least often, unvisited ones first.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundRobin;

impl Selection for RoundRobin {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player) -> Pick {
        if tree.unvisited(node) > 0 {
            return Pick::Unvisited;
        }
        let least = tree.visited(node).iter().enumerate().min_by_key(|(_, child)| child.visits);
        least.map_or(Pick::Unvisited, |(k, _)| Pick::Visited(k))
    }
}
