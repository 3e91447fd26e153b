//! PN-MCTS: proof and disproof numbers of the root's player bias the selection.

use super::groups::ProvingSearch;
use super::shared::*;
use crate::parts::Goals;
use crate::parts::backup::{Coupling, EarlyStop, ProofNumbers, Refresh};
use crate::parts::selection::{BiasRule, ProofBias, Pruning, Ranks};

/// PN-MCTS (Doe et al. 2022; Kowalski et al. 2024): the root's player ranks moves by proof numbers, the others by disproof numbers.
#[derive(Params, Clone, Debug)]
struct PnMcts {
    /// How proof and disproof numbers become a term of the selection.
    #[param(default = BiasRule::Rank, added, source = "GPN paper, sections 2.3 and 3.2")]
    bias: BiasRule,
    /// Weight C_pn of that term; results are on the scale [−1, 1].
    #[param(default = 1.0, range = 0.0..=1000.0, source = "GPN paper, eq. 2")]
    c_pn: f64,
    /// How ranks are counted, with the bias "rank".
    #[param(default = Ranks::Dense, source = "GPN paper, eq. 3")]
    ranks: Ranks,
    /// Whether subtrees in which the mover cannot reach the goal are no longer visited.
    #[param(default = true, source = "Kowalski et al. 2024, solving subtrees")]
    skip_solved: bool,
    /// Visits that such a subtree gets nevertheless, with `skip-solved`.
    #[param(default = 0u32, range = 0..=4_000_000_000u32)]
    skip_after: u32,
    /// Whether there are also numbers for "at least a draw", used where a win is proven or impossible.
    #[param(default = false, source = "Kowalski et al. 2024, second tree for draws")]
    draw_tree: bool,
    /// Whether a new leaf starts with the number of its moves instead of 1 for goals that need a proof of all its moves.
    #[param(default = false)]
    mobility: bool,
    /// Bounds, exploration, other terms, playouts and the tree.
    #[param(group, defaults(bounds = Coupling::None, prune = Pruning::Off), added(bounds, draws, prune, clip))]
    search: ProvingSearch,
}

#[agent("pn-mcts")]
impl Recipe for PnMcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let goals = Goals::RootPlayer { draws: self.draw_tree };
        let bias = ProofBias {
            rule: self.bias,
            ranks: self.ranks,
            weight: self.c_pn / 2.0,
            skip_hopeless_after: self.skip_solved.then_some(self.skip_after),
            ..ProofBias::new(goals)
        };
        let numbers =
            ProofNumbers { mobility: self.mobility, early_stop: EarlyStop::Joint, refresh: Refresh::Visited, ..ProofNumbers::new(goals) };
        self.search.agent(game, self.search.exploration / 2.0, Some((numbers, bias)))
    }

    fn check(&self, game: &Arc<dyn Game>) -> Result<(), ParamError> {
        self.agent(game).map(drop)
    }

    fn supports(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
