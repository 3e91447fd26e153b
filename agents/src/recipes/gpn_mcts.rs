//! Generalized proof-number MCTS, with every choice that the paper or its code makes as a parameter.

use super::groups::ProvingSearch;
use super::shared::*;
use crate::parts::Goals;
use crate::parts::backup::{Coupling, EarlyStop, ProofNumbers, Refresh};
use crate::parts::selection::{BiasRule, ProofBias, Ranks};

/// Generalized proof-number MCTS (Kowalski, Soemers, Kosakowski and Winands 2025): every player's proof numbers bias the selection.
#[derive(Params, Clone, Debug)]
pub(super) struct GpnMcts {
    /// How proof numbers become a term of the selection.
    #[param(default = BiasRule::Rank, source = "GPN paper, section 3.2")]
    bias: BiasRule,
    /// Weight C_pn of that term; results are on the scale [−1, 1]. At 0 the numbers are still computed.
    #[param(default = 1.0, range = 0.0..=1000.0, source = "GPN paper, eq. 2")]
    c_pn: f64,
    /// How ranks are counted, with the bias "rank".
    #[param(default = Ranks::Dense, source = "GPN paper, eq. 3")]
    ranks: Ranks,
    /// Whether a new leaf starts with the number of its moves instead of 1 for goals that need a proof of all its moves.
    #[param(default = true, source = "GPN paper, section 3.3")]
    mobility: bool,
    /// Which nodes recompute the bias terms of their children at their next visit.
    #[param(default = Refresh::Visited, source = "GPN paper, Alg. 1, line 38")]
    recalc: Refresh,
    /// Where the update of proof numbers on the way to the root stops.
    #[param(default = EarlyStop::Each, source = "GPN paper, Alg. 1, lines 33 to 39")]
    early_stop: EarlyStop,
    /// Weight C of the exploration term while `rave` is on, in place of `exploration`; results are on the scale [0, 1].
    #[param(default = std::f64::consts::FRAC_1_SQRT_2, range = 0.0..=100.0, added, source = "split-moves paper, appendix 4.1")]
    rave_exploration: f64,
    /// Bounds, exploration, other terms, playouts and the tree.
    #[param(group, defaults(clip = true))]
    search: ProvingSearch,
}

#[agent("gpn-mcts")]
impl Recipe for GpnMcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let goals = Goals::EveryPlayer { players: game.info().players };
        let explores = self.search.rave.explores(self.search.exploration, Self::defaults()?.search.exploration)?;
        let exploration = if explores { self.rave_exploration } else { self.search.exploration / 2.0 };
        let bias = ProofBias {
            rule: self.bias,
            ranks: self.ranks,
            weight: self.c_pn / 2.0,
            wins: self.search.bounds == Coupling::None,
            always: self.recalc == Refresh::Always,
            ..ProofBias::new(goals)
        };
        let numbers =
            ProofNumbers { mobility: self.mobility, early_stop: self.early_stop, refresh: self.recalc, ..ProofNumbers::new(goals) };
        self.search.agent(game, exploration, Some((numbers, bias)))
    }

    fn check(&self, game: &Arc<dyn Game>) -> Result<(), ParamError> {
        self.agent(game).map(drop)
    }

    fn supports(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
