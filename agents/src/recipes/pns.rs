//! Plain proof-number search, as a solver and as an opponent.

use super::shared::*;
use crate::parts::Goals;
use crate::parts::backup::{EarlyStop, Mean, ProofNumbers};
use crate::parts::final_move::LeastProofNumber;
use crate::parts::selection::MostProving;

/// Proof-number search (Allis, van der Meulen and van den Herik 1994): expands the most-proving node, without playouts.
///
/// It tries to prove a win for the player to move and, where that is decided, at least a draw. An iteration adds one node. All other
/// players together are taken to be one opponent.
#[derive(Params, Clone, Debug)]
struct Pns {
    /// Whether the search goes on to prove at least a draw where a win is impossible.
    #[param(default = true)]
    draws: bool,
    /// Whether a new leaf starts with the number of its moves instead of 1 for goals that need a proof of all its moves.
    #[param(default = true, source = "van den Herik and Winands 2008")]
    mobility: bool,
    /// The tree. A playout of no moves leaves the results at one half, and nothing reads them.
    #[param(group, fixed(playout_cap = 0, cap_score = 0.5))]
    search: SearchParams,
}

#[agent("pns")]
impl Recipe for Pns {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let goals = Goals::RootPlayer { draws: self.draws };
        let numbers =
            ProofNumbers { mobility: self.mobility, early_stop: EarlyStop::Joint, until_refuted: true, ..ProofNumbers::new(goals) };
        let options = MctsOptions {
            backup: vec![Box::new(Mean), Box::new(numbers)],
            final_move: Box::new(LeastProofNumber::new(goals)),
            stop_when_solved: true,
            ..self.search.options(MostProving::new(goals))
        };
        searching(game, options)
    }

    fn supports(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
