//! UCB-V: confidence by the empirical variance.

use super::index_policy::{Index, Parent};
use crate::search::Node;
use treebench_games::Params;

/// UCB-V (Audibert, Munos and Szepesvári 2007), eq. 19 of Bjorge and Schaeffer 2010.
#[derive(Clone, Copy, Debug)]
pub struct UcbV {
    /// The exploration sequence.
    pub epsilon: Epsilon,
    /// How variance and range are combined.
    pub form: VarianceForm,
}

/// The exploration sequence ε of the visits t of the parent.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Epsilon {
    /// ln t.
    Ln,
    /// ln ln t, not below 0.
    LnLn,
    /// 2 ln(10 ln t), not below 0: the smallest sequence for which the bounds of Wang, Audibert and Munos (2008) hold.
    Wang,
}

/// How variance and range enter the confidence term.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum VarianceForm {
    /// √(2Vε/n) + 3ε/n: Bernstein's inequality, as published by Audibert et al.
    Bernstein,
    /// √(2Vε/n + 3ε/n), as the report of 2010 prints it.
    OneRoot,
}

impl Epsilon {
    /// The sequence, from ln t.
    #[inline]
    pub fn of(self, ln_visits: f64) -> f64 {
        match self {
            Epsilon::Ln => ln_visits,
            Epsilon::LnLn => libm::log(ln_visits.max(1.0)),
            Epsilon::Wang => 2.0 * libm::log((10.0 * ln_visits).max(1.0)),
        }
    }
}

impl Index for UcbV {
    const SQUARES: bool = true;

    fn epsilon(&self, ln_visits: f64) -> f64 {
        self.epsilon.of(ln_visits)
    }

    #[inline]
    fn of(&mut self, parent: &Parent, child: &Node, squares: f64) -> f64 {
        let n = f64::from(child.visits);
        let mean = child.value / n;
        let variance = (squares / n - mean * mean).max(0.0);
        let (first, second) = (2.0 * variance * parent.epsilon / n, 3.0 * parent.epsilon / n);
        match self.form {
            VarianceForm::Bernstein => mean + first.sqrt() + second,
            VarianceForm::OneRoot => mean + (first + second).sqrt(),
        }
    }
}
