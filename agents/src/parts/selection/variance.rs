//! Exploration by the variance of results: UCB1-Tuned, UCB-V.

use super::term::{Arm, Siblings, Term};
use super::visit_tables::VisitTables;
use crate::parts::backup::SumOfSquares;
use crate::search::{ColumnId, Needs, Node, NodeId, Tree};
use treebench_games::Params;

/// The greatest variance of results on [0, 1]: that of a child without results.
const GREATEST: f64 = 0.25;

/// The exploration sequence ε of UCB-V, a function of the parent's visits t (Bjorge and Schaeffer 2010, eq. 19 and section 4.3.3).
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Epsilon {
    /// ln t.
    Ln,
    /// ln ln t, not below 0, as printed.
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

/// The exploration term from the variance V of a child's results.
pub trait Variance: Send {
    /// The exploration sequence, of the parent's visits.
    fn epsilon(&self) -> Epsilon;

    /// The term for n visits.
    fn explore(&self, variance: f64, epsilon: f64, n: f64) -> f64;

    /// The weight of √(ln N / n) where V is as great as it can be; 0 if there is none.
    fn greatest(&self) -> f64 {
        0.0
    }
}

/// C·√(ln N / n · min(¼, V′)) with V′ = V + √(2 ln N / n), for this C (UCB1-Tuned: Auer et al. 2002, section 4; Bjorge and Schaeffer 2010, eq. 17 and
/// 18). With twice the weight of UCB1 no child is explored more than by UCB1.
#[derive(Clone, Copy, Debug)]
pub struct Ucb1Tuned(pub f64);

/// UCB-V (Audibert, Munos and Szepesvári 2007; Bjorge and Schaeffer 2010, eq. 19).
#[derive(Clone, Copy, Debug)]
pub struct UcbV(pub Epsilon, pub VarianceForm);

/// C·√(3V ln ln N / (n + 1)), for this C: UCB-V as it was built into Fuego, without a term for the range (Bjorge and Schaeffer 2010, eq. 21). ln ln N
/// counts as 0 where it is negative.
#[derive(Clone, Copy, Debug)]
pub struct VarianceOnly(pub f64);

impl Variance for Ucb1Tuned {
    fn epsilon(&self) -> Epsilon {
        Epsilon::Ln
    }

    #[inline(always)]
    fn explore(&self, variance: f64, epsilon: f64, n: f64) -> f64 {
        let ratio = epsilon / n;
        self.0 * (ratio * (variance + (2.0 * ratio).sqrt()).min(GREATEST)).sqrt()
    }

    fn greatest(&self) -> f64 {
        0.5 * self.0
    }
}

impl Variance for UcbV {
    fn epsilon(&self) -> Epsilon {
        self.0
    }

    #[inline(always)]
    fn explore(&self, variance: f64, epsilon: f64, n: f64) -> f64 {
        let (first, second) = (2.0 * variance * epsilon / n, 3.0 * epsilon / n);
        match self.1 {
            VarianceForm::Bernstein => first.sqrt() + second,
            VarianceForm::OneRoot => (first + second).sqrt(),
        }
    }
}

impl Variance for VarianceOnly {
    fn epsilon(&self) -> Epsilon {
        Epsilon::LnLn
    }

    #[inline(always)]
    fn explore(&self, variance: f64, epsilon: f64, n: f64) -> f64 {
        self.0 * (3.0 * variance * epsilon / (n + 1.0)).sqrt()
    }
}

/// Exploration by variance. Brings the rule that adds up the squares of results.
#[derive(Clone, Copy, Debug)]
pub struct ByVariance<V> {
    rule: V,
    tables: VisitTables,
    squares: ColumnId<SumOfSquares>,
}

impl<V: Variance> ByVariance<V> {
    /// The term of this rule; weights are on the scale [0, 1].
    pub fn new(rule: V) -> ByVariance<V> {
        ByVariance { rule, tables: VisitTables::new(), squares: ColumnId::default() }
    }
}

impl<V: Variance> Term for ByVariance<V> {
    /// The sums of squares, and the exploration sequence.
    type Context<'t> = (&'t [f64], f64);
    const DIVIDES: bool = true;

    fn declare(&mut self, needs: &mut Needs) {
        self.squares = needs.reads_from(|| Box::new(SumOfSquares::default()));
    }

    #[inline(always)]
    fn at<'t>(&self, &Siblings { tree, node, ref ids, .. }: &Siblings<'t>) -> (&'t [f64], f64) {
        let ln_visits = self.tables.log(tree.node(node).visits);
        (tree.column(self.squares).rows(ids.clone()), self.rule.epsilon().of(ln_visits))
    }

    #[inline(always)]
    fn add(&self, &(squares, epsilon): &(&[f64], f64), k: usize, child: &Node, arm: &Arm, score: f64) -> f64 {
        let variance =
            if child.visits == 0 { GREATEST } else { (squares[k] / f64::from(child.visits) - child.mean() * child.mean()).max(0.0) };
        score + self.rule.explore(variance, epsilon, arm.n())
    }

    #[inline(always)]
    fn add_new(&self, tree: &Tree, node: NodeId, explores: bool, score: f64) -> f64 {
        if explores { score + self.rule.greatest() * self.tables.log_root(tree.node(node).visits) } else { score }
    }
}
