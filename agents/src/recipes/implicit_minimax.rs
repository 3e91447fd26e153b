//! ImplicitUcb minimax backups.

use super::bandits::{TreeParams, UrgencyParams, options};
use super::choices::FinalRule;
use crate::parts::backup::{HeuristicMinimax, Mean};
use crate::parts::selection::ImplicitUcb;
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// UCT over means mixed with the minimax values of the game's own estimate (implicit minimax backups: Lanctot et al. 2014).
#[derive(Params, Clone, Debug)]
struct ImplicitMinimax {
    /// Weight C of the exploration term; results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Auer et al. 2002, Fig. 1")]
    exploration: f64,
    /// The share α of the estimates.
    #[param(default = 0.4, range = 0.0..=1.0, source = "Lanctot et al. 2014, section IV")]
    share: f64,
    /// What a child without visits is worth.
    #[param(group)]
    urgency: UrgencyParams,
    /// Which child is played in the end.
    #[param(default = FinalRule::Visits, source = "Chaslot et al. 2008")]
    final_move: FinalRule,
    /// The tree and the playouts.
    #[param(group)]
    tree: TreeParams,
}

#[agent("implicit-minimax")]
impl Recipe for ImplicitMinimax {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            backup: vec![Box::new(Mean), Box::new(HeuristicMinimax::new(game.info()))],
            facts: Facts { numbers: 1, ..Facts::default() },
            final_move: self.final_move.part(),
            ..options(ImplicitUcb { exploration: self.exploration, share: self.share, urgency: self.urgency.part() }, &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        if info.players == 2 { Ok(()) } else { Err("plays two-player games only".to_owned()) }
    }
}
