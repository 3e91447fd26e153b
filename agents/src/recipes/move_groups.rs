//! UCT over groups of moves, as in the tree-reductions paper.

use super::shared::*;
use super::stochastic::{Stochastic, open_loop, supports};
use crate::parts::selection::{MoveGroups, OneMove};

/// UCT that selects among groups of moves (in Chinese dark chess: turning a piece over, moving a piece) and plays a move of the best group;
/// chance has nodes. The policies "move-groups-…" of the tree-reductions paper (Alg. 5). In games with a single group it is `chance-nodes`.
/// Playouts go on for up to 5,000 moves, because the paper's end by its draw rule only.
#[derive(Params, Clone, Debug)]
struct MoveGroupsUct {
    /// Which move of a group is played.
    #[param(default = Policy::Random, source = "tree-reductions paper, section 3")]
    policy: Policy,
    /// Whether chance has no nodes: its outcomes are drawn anew in every descent, as in `group-nodes`. The tree is then not kept for the
    /// next turn.
    #[param(default = false)]
    open_loop: bool,
    /// What the paper's policies have in common.
    #[param(group)]
    common: Stochastic,
    /// The tree and the playouts.
    #[param(group, defaults(playout_cap = 5_000))]
    search: SearchParams,
}

/// Which move of a group is played.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum Policy {
    /// A uniformly random one.
    Random,
    /// In turn, starting with the group that reveals pieces.
    CycleR,
    /// In turn, starting with the group that does not.
    CycleM,
}

/// The group of moves that reveal no piece.
const MOVES: u32 = 0;
/// The group of moves that reveal a piece.
pub(super) const REVEALS: u32 = 1;

impl Policy {
    /// The search for such a move.
    pub(super) fn options(self, common: &Stochastic, search: &SearchParams) -> MctsOptions {
        let (one_move, first) = match self {
            Policy::Random => (OneMove::Random, MOVES),
            Policy::CycleR => (OneMove::Cycle, REVEALS),
            Policy::CycleM => (OneMove::Cycle, MOVES),
        };
        search.options(MoveGroups::new(common.rule(), one_move, first))
    }
}

#[agent("move-groups")]
impl Recipe for MoveGroupsUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = self.policy.options(&self.common, &self.search);
        let options = if self.open_loop { open_loop(options) } else { options };
        self.common.agent(game.info(), options, &self.search)
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        supports(game, self.common.minimax)
    }
}
