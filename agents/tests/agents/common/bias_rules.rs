//! The rules by which proof numbers bias selection.

use treebench_agents::parts::selection::{BiasRule, Ranks};

/// Every rule; those without ranks ignore how ranks are counted.
pub(crate) const BIAS_RULES: [(BiasRule, Ranks); 9] = [
    (BiasRule::Rank, Ranks::Dense),
    (BiasRule::Rank, Ranks::Competition),
    (BiasRule::Max, Ranks::Dense),
    (BiasRule::Sum, Ranks::Dense),
    (BiasRule::Log, Ranks::Dense),
    (BiasRule::Exp, Ranks::Dense),
    (BiasRule::Excess, Ranks::Dense),
    (BiasRule::MaxUnshifted, Ranks::Dense),
    (BiasRule::SumUnshifted, Ranks::Dense),
];
