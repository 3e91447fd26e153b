//! What the recipes of bandit rules have in common.

use crate::parts::final_move::{BestMean, MostVisits};
use crate::parts::selection::{Epsilon, Optimum, VarianceForm};
use crate::parts::{FinalMove, Selection};
use crate::search::MctsOptions;
use treebench_games::Params;

/// Which child is played in the end.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum FinalRule {
    /// Most visits, then the best mean.
    Visits,
    /// Best mean, then the most visits.
    Mean,
}

impl FinalRule {
    pub(super) fn part(self) -> Box<dyn FinalMove> {
        match self {
            FinalRule::Visits => Box::new(MostVisits),
            FinalRule::Mean => Box::new(BestMean),
        }
    }
}

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

/// A search with this selection; the playouts and the tree as all of these recipes offer them.
pub(super) fn options(selection: impl Selection + 'static, playout_cap: u32, tree_reuse: bool, max_nodes: u32) -> MctsOptions {
    MctsOptions { selection: Box::new(selection), reuse: tree_reuse, max_nodes: max_nodes as usize, ..MctsOptions::uct(playout_cap) }
}
