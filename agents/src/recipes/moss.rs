//! MOSS over a tree.

use super::bandits::{FinalRule, options};
use crate::parts::selection::{ByIndex, Moss, Urgency};
use crate::search::{Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// Tree search with MOSS, the minimax optimal strategy for bandits of a known number of arms (Audibert and Bubeck 2009).
#[derive(Params, Clone, Debug)]
struct MossTree {
    /// Weight C of the exploration term; results are on the scale [0, 1].
    #[param(default = 1.0, range = 0.0..=100.0, source = "Audibert and Bubeck 2009")]
    exploration: f64,
    /// First-play urgency: the worth of a child without visits; inf tries every child once before any twice.
    #[param(default = f64::INFINITY, range = 0.0.., source = "Gelly and Wang 2006, section 3.2")]
    fpu: f64,
    /// What the urgency is multiplied with from one depth to the next.
    #[param(default = 1.0, range = 0.0..=1.0, source = "Bjorge and Schaeffer 2010, section 4.1.6")]
    fpu_decay: f64,
    /// Which child is played in the end.
    #[param(default = FinalRule::Visits, source = "Chaslot et al. 2008")]
    final_move: FinalRule,
    /// Whether the tree is carried over to the next turn.
    #[param(default = true)]
    tree_reuse: bool,
    /// Moves by players after which a playout is cut off; it then counts as drawn.
    #[param(default = 1000u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// Nodes (of about 32 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

#[agent("moss")]
impl Recipe for MossTree {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            final_move: self.final_move.part(),
            ..options(
                ByIndex::new(Moss { exploration: self.exploration }, Urgency::of_score(self.fpu, self.fpu_decay)),
                self.playout_cap,
                self.tree_reuse,
                self.max_nodes,
            )
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
