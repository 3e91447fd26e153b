//! Meta-EvE with γ-restart.

use super::bandits::{TreeParams, UrgencyParams, options};
use super::choices::FinalRule;
use crate::parts::backup::{Mean, PageHinkleyRestart};
use crate::parts::selection::WeightedUcb;
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// UCT that forgets: where the results of a node's best child fall (Page–Hinkley statistics), the visits of all children count less from then on
/// (Meta-EvE with γ-restart: Hartland et al. 2006; Bjorge and Schaeffer 2010, section 4.3.4).
#[derive(Params, Clone, Debug)]
struct MetaEve {
    /// Weight C of the exploration term; results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Auer et al. 2002, Fig. 1")]
    exploration: f64,
    /// λ: the greater, the fewer false alarms.
    #[param(default = 10.0, range = 0.0..=1_000_000.0, source = "Bjorge and Schaeffer 2010, section 4.3.4")]
    threshold: f64,
    /// γ: what visits are multiplied with at a change.
    #[param(default = 0.9, range = 0.0..=1.0, source = "Bjorge and Schaeffer 2010, section 4.3.4, γ-restart")]
    discount: f64,
    /// δ: how far a result may fall below the mean without counting.
    #[param(default = 0.005, range = 0.0..=1.0, source = "Hartland et al. 2006")]
    tolerance: f64,
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

#[agent("meta-eve")]
impl Recipe for MetaEve {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let restarts = PageHinkleyRestart { threshold: self.threshold, discount: self.discount, tolerance: self.tolerance };
        let options = MctsOptions {
            backup: vec![Box::new(Mean), Box::new(restarts)],
            facts: Facts { numbers: PageHinkleyRestart::NUMBERS, ..Facts::default() },
            final_move: self.final_move.part(),
            ..options(WeightedUcb { exploration: self.exploration, urgency: self.urgency.part() }, &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
