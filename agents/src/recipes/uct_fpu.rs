//! UCT with all that the report of 2010 lets a search have: first-play urgency, heuristic initialisation, fading results.

use super::bandits::{TreeParams, options};
use super::choices::FinalRule;
use crate::parts::Backup;
use crate::parts::backup::{DiscountedBackup, HeuristicInitialisation};
use crate::parts::selection::{IndexPolicy, Ucb, Urgency};
use crate::search::{Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// UCT with first-play urgency, constant or falling with depth (Bjorge and Schaeffer 2010, section 4.1.6), and, if asked for, with heuristic
/// initialisation (section 4.1.7) and a reward propagation constant (appendix B).
#[derive(Params, Clone, Debug)]
struct UctFpu {
    /// Weight C of the exploration term; results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Auer et al. 2002, Fig. 1")]
    exploration: f64,
    /// First-play urgency: the worth of a child without visits; inf tries every child once before any twice.
    #[param(default = 1.0, range = 0.0.., source = "Gelly and Wang 2006, section 3.2")]
    fpu: f64,
    /// What the urgency is multiplied with from one depth to the next.
    #[param(default = 1.0, range = 0.0..=1.0, source = "Bjorge and Schaeffer 2010, section 4.1.6")]
    fpu_decay: f64,
    /// How many visits the game's own estimate of a new node is worth; 0 for no heuristic.
    #[param(default = 0u32, range = 0..=1_000_000, source = "Gelly and Silver 2007; Bjorge and Schaeffer 2010, section 4.1.7")]
    confidence: u32,
    /// What the distance of a result from a draw is multiplied with from a node to the one above.
    #[param(default = 1.0, range = 0.0..=1.0, source = "Bjorge and Schaeffer 2010, appendix B, reward propagation constant")]
    propagation: f64,
    /// Which child is played in the end.
    #[param(default = FinalRule::Visits, source = "Chaslot et al. 2008")]
    final_move: FinalRule,
    /// The tree and the playouts.
    #[param(group)]
    tree: TreeParams,
}

#[agent("uct-fpu")]
impl Recipe for UctFpu {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(DiscountedBackup { constant: self.propagation })];
        if self.confidence > 0 {
            backup.push(Box::new(HeuristicInitialisation::new(self.confidence, game.info())));
        }
        let options = MctsOptions {
            backup,
            final_move: self.final_move.part(),
            ..options(IndexPolicy::new(Ucb { exploration: self.exploration }, Urgency::of_score(self.fpu, self.fpu_decay)), &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
