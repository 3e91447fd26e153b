//! The parts of UCT, from which most recipes begin.

use crate::parts::backup::Mean;
use crate::parts::chance::ExplicitNodes;
use crate::parts::expansion::Semimoves;
use crate::parts::final_move::BestChild;
use crate::parts::learner::NoLearning;
use crate::parts::playout::Uniform;
use crate::parts::selection::{FirstPlayRule, Ucb1};
use crate::search::{Growth, MctsOptions};

impl MctsOptions {
    /// UCT: UCB1 with C = √2 on [0, 1], a node per semimove, uniformly random playouts of at most `cap` moves that count as drawn when cut
    /// off, means, the most visited child, and the tree carried over.
    pub fn uct(cap: u32) -> MctsOptions {
        MctsOptions {
            selection: Box::new(Ucb1::new(std::f64::consts::SQRT_2, FirstPlayRule::First)),
            expansion: Box::new(Semimoves),
            growth: Growth::default(),
            chance: Box::new(ExplicitNodes),
            observer: None,
            playout: Box::new(Uniform { cap }),
            learner: Box::new(NoLearning),
            backup: vec![Box::new(Mean)],
            final_move: Box::new(BestChild::Visits),
            stop_when_solved: false,
            search_single_move: true,
            cap_score: 0.5,
            reuse: true,
            max_nodes: usize::MAX,
        }
    }
}
