//! PN-MCTS: proof and disproof numbers of the root's player bias the selection.

use super::gpn_mcts::{final_move, score_bounds};
use super::shared::*;
use crate::parts::Goals;
use crate::parts::backup::{BoundsUpdate, Coupling, Draws, EarlyStop, Mean, ProofNumbers, Refresh};
use crate::parts::selection::{BiasRule, FirstPlayRule, ProofBias, ProofUcb, Pruning, Ranks, Ties};
use crate::search::Backup;

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
    /// Whether a proven win is played at once and a move that cannot win only if there is no other.
    #[param(default = true, source = "Kowalski et al. 2024, final move selection")]
    proven_final: bool,
    /// Whether subtrees in which the mover cannot reach the goal are no longer visited.
    #[param(default = true, source = "Kowalski et al. 2024, solving subtrees")]
    skip_solved: bool,
    /// Visits that such a subtree gets nevertheless.
    #[param(default = 0u32, range = 0..=4_000_000_000u32)]
    skip_after: u32,
    /// Whether there are also numbers for "at least a draw", used where a win is proven or impossible.
    #[param(default = false, source = "Kowalski et al. 2024, second tree for draws")]
    draw_tree: bool,
    /// Whether a new leaf starts with the number of its moves instead of 1 for goals that need a proof of all its moves.
    #[param(default = false)]
    mobility: bool,
    /// Bounds on the scores, kept beside the numbers.
    #[param(default = Coupling::None, added, source = "GPN paper, section 3.4")]
    bounds: Coupling,
    /// How a drawn game changes the bounds.
    #[param(default = Draws::Proven, added)]
    draws: Draws,
    /// How the bounds of a node change with those of its children.
    #[param(default = BoundsUpdate::Children, added, source = "Cazenave and Saffidine 2010; Ludii's ScoreBoundsNode")]
    bounds_update: BoundsUpdate,
    /// What happens to a child that cannot improve on the score that is already certain.
    #[param(default = Pruning::Off, added, source = "Cazenave and Saffidine 2010")]
    prune: Pruning,
    /// Whether means are clipped to the bounds.
    #[param(default = false, added)]
    clip: bool,
    /// The value of an unvisited child.
    #[param(default = FirstPlayRule::First)]
    first_play: FirstPlayRule,
    /// Which of several children of equal score is selected.
    #[param(default = Ties::First, added)]
    ties: Ties,
    /// Whether the search ends when a win is proven.
    #[param(default = true)]
    stop_when_proven: bool,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [−1, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0)]
    exploration: f64,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("pn-mcts")]
impl Recipe for PnMcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        let goals = Goals::RootPlayer { draws: self.draw_tree };
        let bias = ProofBias {
            goals,
            rule: self.bias,
            ranks: self.ranks,
            weight: self.c_pn / 2.0,
            wins: false,
            always: false,
            skip_hopeless_after: self.skip_solved.then_some(self.skip_after),
        };
        let numbers =
            ProofNumbers { mobility: self.mobility, early_stop: EarlyStop::Joint, refresh: Refresh::Visited, ..ProofNumbers::new(goals) };
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean), Box::new(numbers)];
        let bounds = score_bounds(&info, self.bounds, self.draws, self.bounds_update, self.prune)?;
        backup.extend(bounds.map(|bounds| Box::new(bounds) as Box<dyn Backup>));
        let selection = ProofUcb::new(self.exploration / 2.0, self.first_play, self.prune, self.clip, Some(bias)).with_ties(self.ties);
        let options = MctsOptions {
            backup,
            final_move: final_move(self.proven_final, Some(goals)),
            stop_when_solved: self.stop_when_proven,
            ..self.search.options(selection)
        };
        searching(game, options)
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
