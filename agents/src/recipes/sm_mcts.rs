//! Simultaneous-move MCTS with mixed strategies.

use super::information_sets::HiddenPlayouts;
use super::shared::*;
use crate::parts::chance::OpenLoop;
use crate::parts::expansion::WholeMoves;
use crate::parts::final_move::ShareOfVisits;
use crate::parts::selection::{Learning, MixedStrategy};
use crate::search::Observer;

/// Monte-Carlo tree search with a mixed strategy for every player in every joint node, learned by Exp3 or regret matching, for games in which players move at the same
/// time. Choices at the same time are made one after the other without seeing, so that a joint node is an information set of each player. Decoupled
/// UCT is `mo-ismcts` in such games.
#[derive(Params, Clone, Debug)]
struct SmMcts {
    /// How strategies are learned.
    #[param(default = Learning::RegretMatching, source = "Lanctot, Lisý and Winands 2014, section 3")]
    learning: Learning,
    /// The probability γ of a uniform choice.
    #[param(default = 0.1, range = 0.001..=1.0)]
    gamma: f64,
    /// Whether the move is drawn by the shares of visits, as the average strategy says; otherwise the most visited one is played.
    #[param(default = true)]
    mixed: bool,
    /// How playouts choose; `ppa` adapts each player's own moves, as slides, "PPA pseudocode", do with joint moves.
    #[param(group)]
    playouts: HiddenPlayouts,
    /// The tree and the playouts.
    #[param(group, fixed(tree_reuse = false))]
    search: SearchParams,
}

#[agent("sm-mcts")]
impl Recipe for SmMcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = self.search.options(MixedStrategy::new(self.learning, self.gamma));
        let observer = Observer::Multiple;
        let (playout, learner) = self.playouts.parts(&game.info(), self.search.playout_cap, observer, false)?;
        let final_move = if self.mixed { Box::new(ShareOfVisits) } else { options.final_move };
        let options = MctsOptions {
            observer: Some(observer),
            playout,
            learner,
            // What chance did shows in what players know.
            chance: Box::new(OpenLoop),
            expansion: Box::new(WholeMoves::default()),
            final_move,
            ..options
        };
        searching(game, options)
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        hidden(game)
    }
}
