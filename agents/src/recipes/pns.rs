//! Plain proof-number search, as a solver and a sparring partner.

use super::choices::no_chance;
use crate::parts::Goals;
use crate::parts::backup::{EarlyStop, Mean, ProofNumbers, Refresh};
use crate::parts::final_move::LeastProofNumber;
use crate::parts::selection::MostProving;
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// Proof-number search (Allis, van der Meulen and van den Herik 1994): expands the most-proving node, without playouts.
///
/// It tries to prove a win for the player to move and, where that is decided, at least a draw. An iteration adds one node.
/// Everyone else is taken to be one opponent.
#[derive(Params, Clone, Debug)]
struct Pns {
    /// Whether "at least a draw" is tried to prove where a win is impossible.
    #[param(default = true)]
    draws: bool,
    /// Whether a new leaf counts its moves where all of them must be proven, instead of 1.
    #[param(default = true, source = "van den Herik and Winands 2008")]
    mobility: bool,
    /// Whether the tree is carried over to the next turn.
    #[param(default = true)]
    tree_reuse: bool,
    /// Nodes (of about 60 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

#[agent("pns")]
impl Recipe for Pns {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let goals = Goals::RootPlayer { draws: self.draws };
        let numbers =
            ProofNumbers { goals, mobility: self.mobility, early_stop: EarlyStop::Joint, refresh: Refresh::Changed, until_refuted: true };
        let options = MctsOptions {
            selection: Box::new(MostProving { goals }),
            backup: vec![Box::new(Mean), Box::new(numbers)],
            final_move: Box::new(LeastProofNumber { goals }),
            facts: Facts { bounds: 0, goals: goals.count(), one_sided: true, ..Facts::default() },
            stop_when_settled: true,
            reuse: self.tree_reuse,
            max_nodes: self.max_nodes as usize,
            // A playout of no moves leaves the results at one half, and nobody asks for them.
            ..MctsOptions::uct(0)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
