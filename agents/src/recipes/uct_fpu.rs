//! UCT with the options of the Gomba report: first-play urgency, heuristic initialisation, discounted results.

use super::shared::*;
use crate::parts::backup::{DiscountedBackup, HeuristicInitialisation};
use crate::parts::selection::Ucb1;
use crate::search::Backup;

/// UCT with first-play urgency, constant or falling with depth (Bjorge and Schaeffer 2010, section 4.1.6), and optionally with heuristic
/// initialisation (section 4.1.7) and a reward propagation constant (appendix B).
#[derive(Params, Clone, Debug)]
struct UctFpu {
    /// Exploration weight C; results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Auer et al. 2002, Fig. 1")]
    exploration: f64,
    /// The value of an unvisited child.
    #[param(group, defaults(fpu = 1.0))]
    urgency: UrgencyParams,
    /// Visits that the game's own estimate of a new node counts for; 0 for no heuristic.
    #[param(default = 0u32, range = 0..=1_000_000, source = "Gelly and Silver 2007; Bjorge and Schaeffer 2010, section 4.1.7")]
    confidence: u32,
    /// Factor by which a result moves towards a draw from each node to its parent; 1 for none.
    #[param(default = 1.0, range = 0.0..=1.0, source = "Bjorge and Schaeffer 2010, appendix B, reward propagation constant")]
    propagation: f64,
    /// The final move, the tree and the playouts.
    #[param(group)]
    bandit: BanditParams,
}

#[agent("uct-fpu")]
impl Recipe for UctFpu {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(DiscountedBackup { constant: self.propagation })];
        if self.confidence > 0 {
            backup.push(Box::new(HeuristicInitialisation::new(self.confidence, game.info())));
        }
        searching(game, MctsOptions { backup, ..self.bandit.options(Ucb1::new(self.exploration, self.urgency.part())) })
    }
}
