//! Open-loop UCT: a node is a sequence of players' moves, whatever chance did between them.

use super::shared::*;
use super::stochastic::supports;
use crate::parts::chance::OpenLoop;
use crate::parts::expansion::WholeMoves;
use crate::parts::selection::{FirstPlayRule, Ucb1};

/// UCT without nodes for chance: outcomes are drawn anew in every descent, and statistics belong to the moves of players alone.
#[derive(Params, Clone, Debug)]
struct OpenLoopUct {
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Kocsis and Szepesvári 2006")]
    exploration: f64,
    /// The tree and the playouts.
    #[param(group, fixed(tree_reuse = false))]
    search: SearchParams,
}

#[agent("open-loop")]
impl Recipe for OpenLoopUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            chance: Box::new(OpenLoop),
            // A semimove that leads to a dead end after one outcome may be playable after another: edges are whole moves.
            expansion: Box::new(WholeMoves::default()),
            ..self.search.options(Ucb1::new(self.exploration, FirstPlayRule::First))
        };
        searching(game, options)
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        supports(game, false)
    }
}
