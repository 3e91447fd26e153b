//! Score-bounded MCTS: UCT with bounds on the scores that are certain.

use super::gpn_mcts::{final_move, score_bounds};
use super::shared::*;
use crate::parts::Backup;
use crate::parts::backup::{BoundsUpdate, Coupling, Draws, Mean};
use crate::parts::selection::{FirstPlayRule, ProofUcb, Pruning, Ties};

/// Score-bounded MCTS (Cazenave and Saffidine 2010), for any number of outcomes and players.
#[derive(Params, Clone, Debug)]
struct ScoreBounded {
    /// Bounds on the scores; "none" leaves plain UCT, for comparison.
    #[param(default = Coupling::Published, source = "Cazenave and Saffidine 2010, section 3")]
    bounds: Coupling,
    /// How a drawn game changes the bounds.
    #[param(default = Draws::Proven)]
    draws: Draws,
    /// How the bounds of a node change with those of its children.
    #[param(default = BoundsUpdate::Children, added, source = "Cazenave and Saffidine 2010; Ludii's ScoreBoundsNode")]
    bounds_update: BoundsUpdate,
    /// What happens to a child that cannot improve on the score that is already certain.
    #[param(default = Pruning::Hard, source = "Cazenave and Saffidine 2010, section 3.3")]
    prune: Pruning,
    /// Whether means are clipped to the bounds.
    #[param(default = false)]
    clip: bool,
    /// The value of an unvisited child.
    #[param(default = FirstPlayRule::First)]
    first_play: FirstPlayRule,
    /// Which of several children of equal score is selected.
    #[param(default = Ties::First, added)]
    ties: Ties,
    /// Whether the final move is chosen by proofs before visits.
    #[param(default = true)]
    proven_final: bool,
    /// Whether the search ends when the value of the root is proven.
    #[param(default = true)]
    stop_when_proven: bool,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [−1, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "GPN paper, section 4")]
    exploration: f64,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("score-bounded")]
impl Recipe for ScoreBounded {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        let bounds = score_bounds(&info, self.bounds, self.draws, self.bounds_update, self.prune)?;
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean)];
        backup.extend(bounds.map(|bounds| Box::new(bounds) as Box<dyn Backup>));
        let selection = ProofUcb::new(self.exploration / 2.0, self.first_play, self.prune, self.clip, None).with_ties(self.ties);
        let options = MctsOptions {
            backup,
            final_move: final_move(self.proven_final, None),
            stop_when_solved: self.stop_when_proven,
            ..self.search.options(selection)
        };
        searching(game, options)
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
