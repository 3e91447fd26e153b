//! UCT that sees what is hidden.

use super::shared::*;
use crate::parts::selection::{FirstPlayRule, Ucb1};

/// UCT in the true position of a game of hidden information, as if all players saw everything: a reference for what hidden information costs, and no fair
/// opponent ("cheating UCT" of Cowling, Powley and Whitehouse 2012, section 7).
#[derive(Params, Clone, Debug)]
struct CheatingUct {
    /// The exploration weight C.
    #[param(default = 0.7, range = 0.0.., source = "Cowling, Powley and Whitehouse 2012, section 7")]
    exploration: f64,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("cheating-uct")]
impl Recipe for CheatingUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.search.options(Ucb1::new(self.exploration, FirstPlayRule::First)))
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        hidden(game)
    }

    fn cheats(&self) -> bool {
        true
    }
}
