//! All-moves-as-first statistics in the selection.

use super::playouts::SearchShape;
use crate::parts::backup::{AmafUnit, RaveUnit};
use crate::parts::selection::{AmafMix, RaveSource, RaveWeight, WeightRule};
use treebench_games::Params;
use treebench_games::params::ParamError;

/// Whether and how the selection uses all-moves-as-first statistics.
#[derive(Params, Clone, Debug)]
pub(in crate::recipes) struct RaveParams {
    /// What RAVE treats as the same action; "off" for no RAVE. The best mean may belong to a child with few visits, so RAVE does best with
    /// final-move = "visits" and rave-ranks-new = true, as the agent `rave` has them.
    #[param(default = RaveUnit::Off, source = "split-moves paper, Table 3; Gelly and Silver 2011")]
    pub(in crate::recipes) rave: RaveUnit,
    /// Weight C of the exploration term while RAVE is on, in place of `exploration`.
    #[param(default = 0.2, range = 0.0..=100.0, source = "split-moves paper, appendix 4.1")]
    pub(in crate::recipes) rave_exploration: f64,
    /// How the weight of the AMAF statistics falls.
    #[param(default = WeightRule::Equivalence)]
    pub(in crate::recipes) rave_weight: WeightRule,
    /// Equivalence parameter K: visits at which mean and AMAF value have equal weight. With inf the AMAF value takes the place of the mean (plain
    /// AMAF).
    #[param(default = 250.0, range = 0.0.., source = "Sironi and Winands 2016; split-moves paper, appendix 4.1")]
    pub(in crate::recipes) rave_equivalence: f64,
    /// Bias b of the AMAF value under "minimum-error". A small bias leaves rarely visited children with means of chance: combine it with
    /// final-move = "visits".
    #[param(default = 0.02, range = 0.0.., source = "Gelly and Silver 2011, section 4.3")]
    pub(in crate::recipes) rave_bias: f64,
    /// Visits that a node must exceed to use its own statistics instead of an ancestor's: 0 is RAVE, a number GRAVE, inf HRAVE.
    #[param(default = 0.0, range = 0.0.., source = "Cazenave 2015; Sironi and Winands 2016")]
    pub(in crate::recipes) rave_ref: f64,
    /// Samples that "mix" needs before it uses the value of an action in its context.
    #[param(default = 7.0, range = 0.0.., source = "split-moves paper, appendix 4.1")]
    pub(in crate::recipes) rave_mix_threshold: f64,
    /// Whether unvisited children compete by their AMAF values instead of coming first; ties go to the one listed first.
    #[param(default = false, source = "Gelly and Silver 2011; Cazenave 2015")]
    pub(in crate::recipes) rave_ranks_new: bool,
}

impl RaveParams {
    /// Whether `rave-exploration` takes the place of the weight `exploration`.
    ///
    /// # Errors
    /// If it does and `exploration`, which then has no effect, was given another value than its default.
    pub(in crate::recipes) fn explores(&self, exploration: f64, default: f64) -> Result<bool, ParamError> {
        let is_on = self.rave != RaveUnit::Off;
        if is_on && exploration != default {
            let message = "`exploration` has no effect while RAVE is on: use `rave-exploration`, or rave = \"off\"";
            return Err(ParamError::rule("exploration", message));
        }
        Ok(is_on)
    }

    /// The values that take the place of means; `None` for no RAVE. `rolls_up` says whether nodes inside moves are rolled up.
    ///
    /// # Errors
    /// If the parameters contradict each other.
    pub(in crate::recipes) fn mix(&self, around: SearchShape, rolls_up: bool) -> Result<Option<AmafMix>, ParamError> {
        let Some(counted) = self.rave.counted() else { return Ok(None) };
        let unit = match self.rave {
            // Every semimove is a move: all variants are one.
            _ if !around.split_view => AmafUnit::Split,
            RaveUnit::Split | RaveUnit::Mix if rolls_up || !around.inner_nodes => {
                let message =
                    "`split` and `mix` need a tree whose edges stay semimoves: use tree = \"raw\" or \"nodal\", or rave = \"context\"";
                return Err(ParamError::rule("rave", message));
            }
            RaveUnit::Join if around.inner_nodes => {
                let message = "`join` needs a tree of whole moves: use tree = \"orthodox\", or rave = \"split\", \"context\" or \"mix\"";
                return Err(ParamError::rule("rave", message));
            }
            _ => counted,
        };
        let source = match unit {
            AmafUnit::Mix if self.rave_ref > 0.0 => {
                let message = "GRAVE and HRAVE keep one statistic per action, and `mix` needs two: use rave-ref = 0, or another `rave`";
                return Err(ParamError::rule("rave-ref", message));
            }
            AmafUnit::Mix => RaveSource::Mix(self.rave_mix_threshold),
            _ if self.rave_ref == f64::INFINITY => RaveSource::Root,
            _ if self.rave_ref > 0.0 => RaveSource::Ancestor(self.rave_ref as u32),
            _ => RaveSource::Own(0),
        };
        let weight = RaveWeight::new(self.rave_weight, self.rave_equivalence, self.rave_bias);
        Ok(Some(AmafMix::new(weight, unit, source)))
    }
}
