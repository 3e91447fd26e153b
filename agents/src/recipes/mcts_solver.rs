//! MCTS-Solver: wins and losses are proven, draws are not.

use super::shared::*;
use crate::parts::backup::{Coupling, Draws, Mean, ScoreBounds};
use crate::parts::final_move::{ProvenChild, SecureChild};
use crate::parts::selection::{BoundedValue, FirstPlayRule, Pruning, Sum, Ucb};
use crate::search::Backup;

/// MCTS-Solver (Winands, Björnsson and Saito 2008): proven wins and losses are backed up, and proven losses are not selected.
///
/// Game-theoretic values are kept as score bounds, of which they are the case of two outcomes; a drawn end counts as any playout does.
#[derive(Params, Clone, Debug)]
struct MctsSolver {
    /// Weight A of the term A/√n of the final move ("secure child"); results are on the scale [−1, 1].
    #[param(default = 1.0, range = 0.0..=100.0, source = "Winands, Björnsson and Saito 2008, section 3.4")]
    secure: f64,
    /// The value of an unvisited child.
    #[param(default = FirstPlayRule::First)]
    first_play: FirstPlayRule,
    /// Whether the search ends when the root is proven.
    #[param(default = true)]
    stop_when_proven: bool,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [−1, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0)]
    exploration: f64,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("mcts-solver")]
impl Recipe for MctsSolver {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let bounds = ScoreBounds::for_game(&game.info(), Coupling::Published, Draws::Ignored);
        let bounds = bounds.map_err(|reason| ParamError::rule("", reason))?.map(|bounds| Box::new(bounds) as Box<dyn Backup>);
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean)];
        backup.extend(bounds);
        let terms = (BoundedValue::new(Pruning::Hard, false), Ucb::new(self.exploration / 2.0));
        let options = MctsOptions {
            backup,
            final_move: Box::new(ProvenChild::new(None, Box::new(SecureChild { weight: self.secure }))),
            stop_when_solved: self.stop_when_proven,
            ..self.search.options(Sum::new(terms, self.first_play))
        };
        searching(game, options)
    }

    fn supports(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
