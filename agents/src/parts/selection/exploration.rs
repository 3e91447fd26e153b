//! Exploration by visits alone: UCB1, MOSS, KL-UCB.

use super::term::{Arm, Siblings, Term};
use super::visit_tables::VisitTables;
use crate::search::{Node, NodeId, Tree};

/// C·√(ln N / n) (Auer et al. 2002, Fig. 1; Kocsis and Szepesvári 2006), where N counts the parent's visits and n the child's.
#[derive(Clone, Copy, Debug)]
pub struct Ucb {
    /// The weight C on the scale [0, 1].
    exploration: f64,
    tables: VisitTables,
}

impl Ucb {
    /// The term with this weight C on the scale [0, 1].
    pub fn new(exploration: f64) -> Ucb {
        Ucb { exploration, tables: VisitTables::new() }
    }

    /// C·√(ln N).
    #[inline(always)]
    pub(super) fn weight(&self, visits: u32) -> f64 {
        self.exploration * self.tables.log_root(visits)
    }
}

impl Term for Ucb {
    /// C·√(ln N).
    type Context<'t> = f64;

    #[inline(always)]
    fn at(&self, siblings: &Siblings<'_>) -> f64 {
        self.weight(siblings.tree.node(siblings.node).visits)
    }

    #[inline(always)]
    fn add(&self, weight: &f64, _k: usize, _child: &Node, arm: &Arm, score: f64) -> f64 {
        score + weight * arm.over_root
    }

    #[inline(always)]
    fn add_new(&self, tree: &Tree, node: NodeId, explores: bool, score: f64) -> f64 {
        if explores { score + self.weight(tree.node(node).visits) } else { score }
    }
}

/// The same term without tabulated roots, which rounds differently: where there is little or no exploration, scores are often equal but for that.
#[derive(Clone, Copy, Debug)]
pub struct QuotientUcb(Ucb);

impl QuotientUcb {
    /// The term with this weight C on the scale [0, 1].
    pub fn new(exploration: f64) -> QuotientUcb {
        QuotientUcb(Ucb::new(exploration))
    }
}

impl Term for QuotientUcb {
    /// ln N.
    type Context<'t> = f64;
    const DIVIDES: bool = true;

    #[inline(always)]
    fn at(&self, siblings: &Siblings<'_>) -> f64 {
        self.0.tables.log(siblings.tree.node(siblings.node).visits)
    }

    #[inline(always)]
    fn add(&self, ln_visits: &f64, _k: usize, _child: &Node, arm: &Arm, score: f64) -> f64 {
        score + self.0.exploration * (ln_visits / arm.n()).sqrt()
    }

    fn add_new(&self, tree: &Tree, node: NodeId, explores: bool, score: f64) -> f64 {
        self.0.add_new(tree, node, explores, score)
    }
}

/// C·√(max(ln(N / (K·n)), 0) / n) with K the number of children (Audibert and Bubeck 2009, with the visits so far for the horizon).
#[derive(Clone, Copy, Debug)]
pub struct Moss {
    /// The weight C of exploration, 1 as published.
    pub exploration: f64,
}

impl Term for Moss {
    /// The visits N, and the number K of children.
    type Context<'t> = (f64, f64);
    const DIVIDES: bool = true;

    fn at(&self, &Siblings { tree, node, .. }: &Siblings<'_>) -> (f64, f64) {
        (f64::from(tree.node(node).visits.max(1)), tree.child_count(node) as f64)
    }

    #[inline(always)]
    fn add(&self, &(visits, children): &(f64, f64), _k: usize, _child: &Node, arm: &Arm, score: f64) -> f64 {
        let surplus = libm::log(visits / (children * arm.n())).max(0.0);
        score + self.exploration * (surplus / arm.n()).sqrt()
    }
}

/// In place of the value the greatest q with n·kl(value, q) ≤ ln N + c·ln ln N, kl the divergence of Bernoulli distributions (Garivier and Cappé
/// 2011, Alg. 1).
#[derive(Clone, Copy, Debug)]
pub struct KlUcb {
    /// The weight c of the second term: 3 in the theorems, 0 recommended in practice.
    c: f64,
    tables: VisitTables,
}

/// Halvings of the interval in which q is sought: an error below 2⁻²⁴.
const STEPS: u32 = 24;

/// kl(p, q) = p·ln(p/q) + (1 − p)·ln((1 − p)/(1 − q)).
pub fn divergence(p: f64, q: f64) -> f64 {
    let term = |p: f64, q: f64| if p <= 0.0 { 0.0 } else { p * libm::log(p / q) };
    term(p, q) + term(1.0 - p, 1.0 - q)
}

impl KlUcb {
    /// The rule with the weight c of ln ln N.
    pub fn new(c: f64) -> KlUcb {
        KlUcb { c, tables: VisitTables::new() }
    }

    /// The greatest q with kl(value, q) ≤ `most`.
    pub fn bound(value: f64, most: f64) -> f64 {
        let mean = value.clamp(0.0, 1.0);
        // Pinsker's inequality gives an upper end of the search.
        let (mut low, mut high) = (mean, (mean + (most / 2.0).sqrt()).min(1.0));
        for _ in 0..STEPS {
            let middle = 0.5 * (low + high);
            if divergence(mean, middle) <= most { low = middle } else { high = middle }
        }
        low
    }
}

impl Term for KlUcb {
    /// ln N + c·ln ln N.
    type Context<'t> = f64;
    const DIVIDES: bool = true;

    fn at(&self, siblings: &Siblings<'_>) -> f64 {
        let ln_visits = self.tables.log(siblings.tree.node(siblings.node).visits);
        ln_visits + self.c * libm::log(ln_visits.max(1.0))
    }

    fn value(&mut self, most: &f64, k: usize, _child: &Node, arm: &mut Arm) -> bool {
        self.expect(most, k, arm);
        true
    }

    fn expect(&mut self, most: &f64, _k: usize, arm: &mut Arm) {
        if arm.visits > 0 {
            arm.value = KlUcb::bound(arm.value, most / arm.n());
        }
    }
}
