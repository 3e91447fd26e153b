//! What the recipes of bandit rules have in common.

use crate::parts::Selection;
use crate::parts::selection::{Epsilon, Optimum, Urgency, VarianceForm};
use crate::search::MctsOptions;
use treebench_games::Params;

/// The exploration sequence of UCB-V.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum EpsilonRule {
    /// ln t.
    Ln,
    /// ln ln t, not below 0.
    LnLn,
    /// 2 ln(10 ln t), not below 0 (Wang, Audibert and Munos 2008).
    Wang,
}

impl EpsilonRule {
    pub(super) fn part(self) -> Epsilon {
        match self {
            EpsilonRule::Ln => Epsilon::Ln,
            EpsilonRule::LnLn => Epsilon::LnLn,
            EpsilonRule::Wang => Epsilon::Wang,
        }
    }
}

/// How variance and range enter the confidence of UCB-V.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum FormRule {
    /// √(2Vε/n) + 3ε/n, as published by Audibert et al.
    Bernstein,
    /// √(2Vε/n + 3ε/n), as the report of 2010 prints it.
    OneRoot,
}

impl FormRule {
    pub(super) fn part(self) -> VarianceForm {
        match self {
            FormRule::Bernstein => VarianceForm::Bernstein,
            FormRule::OneRoot => VarianceForm::OneRoot,
        }
    }
}

/// What is known of the mean of the best arm.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum OptimumRule {
    /// It is 1.
    One,
    /// It is less than 1.
    Less,
    /// The greatest mean seen so far stands for it.
    Estimated,
}

impl OptimumRule {
    pub(super) fn part(self) -> Optimum {
        match self {
            OptimumRule::One => Optimum::One,
            OptimumRule::Less => Optimum::Less,
            OptimumRule::Estimated => Optimum::Estimated,
        }
    }
}

/// What a child without visits is worth.
#[derive(Params, Clone, Debug)]
pub(super) struct UrgencyParams {
    /// First-play urgency: the worth of a child without visits; inf tries every child once before any twice.
    #[param(default = f64::INFINITY, range = 0.0.., source = "Gelly and Wang 2006, section 3.2")]
    fpu: f64,
    /// What the urgency is multiplied with from one depth to the next.
    #[param(default = 1.0, range = 0.0..=1.0, source = "Bjorge and Schaeffer 2010, section 4.1.6")]
    fpu_decay: f64,
}

impl UrgencyParams {
    pub(super) fn part(&self) -> Urgency {
        Urgency::of_score(self.fpu, self.fpu_decay)
    }
}

/// The tree and the playouts.
#[derive(Params, Clone, Debug)]
pub(super) struct TreeParams {
    /// Whether the tree is carried over to the next turn.
    #[param(default = true)]
    tree_reuse: bool,
    /// Moves by players after which a playout is cut off; it then counts as drawn.
    #[param(default = 1000u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// Nodes (of 32 to 64 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

impl TreeParams {
    /// The same with playouts of no moves, which leave the results at one half.
    pub(super) fn without_playouts(&self) -> Self {
        TreeParams { playout_cap: 0, ..self.clone() }
    }
}

/// A search with this selection; the rest as in [`MctsOptions::uct`].
pub(super) fn options(selection: impl Selection + 'static, tree: &TreeParams) -> MctsOptions {
    MctsOptions {
        selection: Box::new(selection),
        reuse: tree.tree_reuse,
        max_nodes: tree.max_nodes as usize,
        ..MctsOptions::uct(tree.playout_cap)
    }
}
