//! UCT with progressive widening of chance nodes.

use super::shared::*;
use super::stochastic::supports;
use crate::parts::chance::ProgressiveWidening;
use crate::parts::selection::{FirstPlayRule, Ucb1};

/// UCT with progressive widening over the outcomes of chance: a chance node visited n times follows at most ⌈C·n^α⌉ of them.
#[derive(Params, Clone, Debug)]
struct ProgressiveWideningUct {
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Kocsis and Szepesvári 2006")]
    exploration: f64,
    /// The factor C of widening.
    #[param(default = 1.0, range = 0.01..=1000.0, source = "Couëtoux et al. 2011")]
    factor: f64,
    /// The exponent α of widening.
    #[param(default = 0.5, range = 0.01..=1.0, source = "Couëtoux et al. 2011")]
    exponent: f64,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("progressive-widening")]
impl Recipe for ProgressiveWideningUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            chance: Box::new(ProgressiveWidening { factor: self.factor, exponent: self.exponent }),
            ..self.search.options(Ucb1::new(self.exploration, FirstPlayRule::First))
        };
        searching(game, options)
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        supports(game, false)
    }
}
