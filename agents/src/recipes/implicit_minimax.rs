//! Implicit minimax backups.

use super::bandits::{FinalRule, options};
use crate::parts::backup::{HeuristicMinimax, Mean};
use crate::parts::selection::{Implicit, Urgency};
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
    /// Nodes (of about 40 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

#[agent("implicit-minimax")]
impl Recipe for ImplicitMinimax {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            backup: vec![Box::new(Mean), Box::new(HeuristicMinimax::new(game.info()))],
            facts: Facts { numbers: 1, ..Facts::default() },
            final_move: self.final_move.part(),
            ..options(
                Implicit { exploration: self.exploration, share: self.share, urgency: Urgency::of_score(self.fpu, self.fpu_decay) },
                self.playout_cap,
                self.tree_reuse,
                self.max_nodes,
            )
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        if info.players == 2 { Ok(()) } else { Err("plays two-player games only".to_owned()) }
    }
}
