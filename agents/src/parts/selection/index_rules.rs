//! The indices of bandit rules: UCB1, MOSS, UCB1-Tuned, UCB-V, KL-UCB.

use super::index_policy::{Index, Parent};
use crate::search::Node;
use treebench_games::Params;

/// mean + C·√(ln N / n) (Auer et al. 2002, Fig. 1).
#[derive(Clone, Copy, Debug)]
pub struct Ucb {
    /// The weight C of exploration.
    pub exploration: f64,
}

impl Index for Ucb {
    #[inline]
    fn of(&mut self, parent: &Parent, child: &Node, _squares: f64) -> f64 {
        let n = f64::from(child.visits);
        child.value / n + self.exploration * (parent.epsilon / n).sqrt()
    }
}

/// mean + C·√(3V ln ln N / (n + 1)) with V the variance of the results: UCB-V as it was built into Fuego, without a term for the range (Bjorge and
/// Schaeffer 2010, eq. 21). ln ln N counts as 0 where it is negative.
#[derive(Clone, Copy, Debug)]
pub struct VarianceOnly {
    /// The weight C of exploration.
    pub exploration: f64,
}

impl Index for VarianceOnly {
    const SQUARES: bool = true;

    fn epsilon(&self, ln_visits: f64) -> f64 {
        Epsilon::LnLn.of(ln_visits)
    }

    #[inline]
    fn of(&mut self, parent: &Parent, child: &Node, squares: f64) -> f64 {
        let n = f64::from(child.visits);
        let mean = child.value / n;
        let variance = (squares / n - mean * mean).max(0.0);
        mean + self.exploration * (3.0 * variance * parent.epsilon / (n + 1.0)).sqrt()
    }
}

/// mean + C·√(max(ln(N / (K·n)), 0) / n) with K the number of children (Audibert and Bubeck 2009, with the visits so far for the horizon).
#[derive(Clone, Copy, Debug)]
pub struct Moss {
    /// The weight C of exploration, 1 as published.
    pub exploration: f64,
}

impl Index for Moss {
    #[inline]
    fn of(&mut self, parent: &Parent, child: &Node, _squares: f64) -> f64 {
        let n = f64::from(child.visits);
        let surplus = libm::log(parent.visits / (parent.children * n)).max(0.0);
        child.value / n + self.exploration * (surplus / n).sqrt()
    }
}

/// mean + C·√(ln N / n · min(¼, V′)) with V′ = mean of squares − mean² + √(2 ln N / n) (Auer et al. 2002, section 4; Bjorge and Schaeffer 2010,
/// eq. 17 and 18). ¼ is the greatest variance that results on [0, 1] can have.
#[derive(Clone, Copy, Debug)]
pub struct UcbTuned {
    /// The weight C of exploration.
    pub exploration: f64,
}

impl Index for UcbTuned {
    const SQUARES: bool = true;

    #[inline]
    fn of(&mut self, parent: &Parent, child: &Node, squares: f64) -> f64 {
        let n = f64::from(child.visits);
        let (mean, ratio) = (child.value / n, parent.epsilon / n);
        let variance = (squares / n - mean * mean).max(0.0) + (2.0 * ratio).sqrt();
        mean + self.exploration * (ratio * variance.min(0.25)).sqrt()
    }
}

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

/// The greatest q with n·kl(mean, q) ≤ ln N + c·ln ln N, kl the divergence of Bernoulli distributions (Garivier and Cappé 2011, Alg. 1).
#[derive(Clone, Copy, Debug)]
pub struct KlUcb {
    /// The weight c of the second term: 3 in the theorems, 0 recommended in practice.
    pub c: f64,
}

/// Halvings of the interval in which q is sought: an error below 2⁻²⁴.
const STEPS: u32 = 24;

/// kl(p, q) = p·ln(p/q) + (1 − p)·ln((1 − p)/(1 − q)).
pub fn divergence(p: f64, q: f64) -> f64 {
    let term = |p: f64, q: f64| if p <= 0.0 { 0.0 } else { p * libm::log(p / q) };
    term(p, q) + term(1.0 - p, 1.0 - q)
}

impl Index for KlUcb {
    fn epsilon(&self, ln_visits: f64) -> f64 {
        ln_visits + self.c * libm::log(ln_visits.max(1.0))
    }

    fn of(&mut self, parent: &Parent, child: &Node, _squares: f64) -> f64 {
        let n = f64::from(child.visits);
        let mean = (child.value / n).clamp(0.0, 1.0);
        let most = parent.epsilon / n;
        // Pinsker's inequality gives an upper end of the search.
        let (mut low, mut high) = (mean, (mean + (most / 2.0).sqrt()).min(1.0));
        for _ in 0..STEPS {
            let middle = 0.5 * (low + high);
            if divergence(mean, middle) <= most { low = middle } else { high = middle }
        }
        low
    }
}
