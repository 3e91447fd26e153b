//! GRAVE over a transposition table, as printed.

use super::shared::*;
use crate::grave::{GraveTable, GraveTableOptions};

/// GRAVE over a transposition table, as its pseudocode is printed: positions reached in two ways share their results, and there is no exploration
/// term (Cazenave 2015; slide deck "MCTS with Action-based Heuristics"). `mcts` with `rave = "join"` and `rave-ref` is GRAVE over a tree.
#[derive(Params, Clone, Debug)]
struct GraveTableParams {
    /// Playouts that a position must have more than for its all-moves-as-first results to be used; below, those of the last one on the way
    /// that has are.
    #[param(default = 50u32, range = 0..=1_000_000, source = "Cazenave 2015")]
    r#ref: u32,
    /// How soon the mean outweighs all moves as first: β = ñ / (ñ + n + bias·ñ·n) for a move with n playouts and ñ samples.
    #[param(default = 1e-5, range = 0.0..=1e9, source = "Cazenave 2015")]
    bias: f64,
    /// The table and the playouts. `tree-reuse` keeps the table, and `max-nodes` limits its entries.
    #[param(group, fixed(search_single_move = true))]
    search: SearchParams,
}

#[agent("grave-table")]
impl Recipe for GraveTableParams {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = GraveTableOptions {
            least_playouts: self.r#ref,
            bias: self.bias,
            reuse: self.search.tree_reuse,
            playout_cap: self.search.playout_cap,
            cap_score: self.search.cap_score,
            max_entries: self.search.max_nodes as usize,
        };
        Ok(Box::new(GraveTable::new(game.info(), options)))
    }

    fn supports(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
