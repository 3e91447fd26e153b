//! Perfect-information Monte Carlo, "determinised UCT".

use super::shared::*;
use crate::information::Pimc;
use crate::parts::selection::{FirstPlay, Ucb1};

/// Draws positions from what the player knows, searches each by UCT as if all players saw it, with an equal share of the budget, and plays the move that
/// most of these searches choose (Long et al. 2010; "determinised UCT" of Cowling, Powley and Whitehouse 2012, section 4.1).
#[derive(Params, Clone, Debug)]
struct PimcRecipe {
    /// Positions drawn in each turn.
    #[param(default = 20u32, range = 1..=10_000)]
    worlds: u32,
    /// The exploration weight C of every search.
    #[param(default = std::f64::consts::SQRT_2, range = 0.0.., source = "Kocsis and Szepesvári 2006")]
    exploration: f64,
    /// The trees and the playouts.
    #[param(group, fixed(tree_reuse = false))]
    search: SearchParams,
}

#[agent("pimc")]
impl Recipe for PimcRecipe {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let inner = searching(game, self.search.options(Ucb1::new(self.exploration, FirstPlay::urgency(f64::INFINITY, 1.0))))?;
        Ok(Box::new(Pimc::new(inner, self.worlds)))
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        hidden(game)
    }
}
