//! Index policies: every visited child has an index, and the child with the greatest is selected.

use super::FirstPlay;
use super::greatest::greatest;
use super::visit_tables::VisitTables;
use crate::budget::Budget;
use crate::parts::backup::SumOfSquares;
use crate::search::{ColumnId, Needs, Node, NodeId, Pick, Selection, Tree};
use treebench_games::{Params, Player, Position, Rng};

/// What the indices of a node's children have in common.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parent {
    /// Visits of the node, N; at least 1.
    pub visits: f64,
    /// The exploration sequence: ln N, or a function of it ([`Index::epsilon`]).
    pub epsilon: f64,
    /// Children of the node, visited or not.
    pub children: f64,
}

/// The index of a bandit rule.
pub trait Index: Send {
    /// Whether the index uses the squares of results; the search then keeps their sums.
    const SQUARES: bool = false;

    /// A search begins.
    fn begin(&mut self, _rng: &mut Rng) {}

    /// The exploration sequence from ln N, for all children of a node.
    fn epsilon(&self, ln_visits: f64) -> f64 {
        ln_visits
    }

    /// The index of a visited child; `squares` is the sum of the squares of its results, or 0 without [`SQUARES`](Self::SQUARES).
    fn of(&mut self, parent: &Parent, child: &Node, squares: f64) -> f64;
}

/// Selects the child with the greatest index; ties go to the one visited first. Unvisited children have the value of [`FirstPlay`], as long as
/// [`Arms`] admits more of them.
#[derive(Clone, Debug)]
pub struct IndexPolicy<I> {
    index: I,
    first_play: FirstPlay,
    arms: Arms,
    visit_tables: VisitTables,
    squares: ColumnId<SumOfSquares>,
}

impl<I: Index> IndexPolicy<I> {
    /// The rule with all children as arms.
    pub fn new(index: I, first_play: impl Into<FirstPlay>) -> Self {
        IndexPolicy {
            index,
            first_play: first_play.into(),
            arms: Arms::All,
            visit_tables: VisitTables::new(),
            squares: ColumnId::default(),
        }
    }

    /// The same with some of the children as arms; a newly admitted arm is tried at once.
    pub fn with_arms(index: I, arms: Arms) -> Self {
        IndexPolicy { arms, ..IndexPolicy::new(index, FirstPlay::urgency(f64::INFINITY, 1.0)) }
    }
}

impl<I: Index> Selection for IndexPolicy<I> {
    fn declare(&mut self, needs: &mut Needs) {
        self.first_play.declare(needs);
        if I::SQUARES {
            self.squares = needs.reads_from(|| Box::new(SumOfSquares::default()));
        }
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        self.first_play.enter(node);
        let visited = tree.visited(node);
        let unvisited = tree.unvisited(node) > 0 && self.arms.admits(tree.node(node).visits, visited);
        if visited.is_empty() || (unvisited && self.first_play.is_first()) {
            return Pick::Unvisited;
        }
        let visits = tree.node(node).visits.max(1);
        let epsilon = self.index.epsilon(self.visit_tables.log(visits));
        let parent = Parent { visits: f64::from(visits), epsilon, children: tree.child_count(node) as f64 };
        let (best, best_index) = if I::SQUARES {
            let squares = tree.column(self.squares).rows(tree.visited_ids(node));
            greatest(visited, |k, child| self.index.of(&parent, child, squares[k]))
        } else {
            greatest(visited, |_, child| self.index.of(&parent, child, 0.0))
        };
        if unvisited && self.first_play.among(tree, node, mover, 0.0) >= best_index { Pick::Unvisited } else { Pick::Visited(best) }
    }

    fn begin(&mut self, rng: &mut Rng, _budget: Budget) {
        self.index.begin(rng);
    }
}

/// Which children may be tried (Wang, Audibert and Munos 2008; Bjorge and Schaeffer 2010, section 4.3.3).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arms {
    /// All of them.
    All,
    /// This number of random ones (UCT-V(∞)).
    Fixed(u32),
    /// A number that grows with the visits n of the node (UCT-AIR): a new arm is tried while there are fewer than `factor`·n^(β/2) of them if
    /// β < 1 and μ* < 1, and `factor`·n^(β/(β+1)) otherwise (eq. 20).
    Increasing {
        /// The smaller, the more arms are close to the best.
        beta: f64,
        /// Factor of the number, 1 in the paper.
        factor: f64,
        /// What is known about the mean of the best arm.
        optimum: Optimum,
    },
}

/// What is known about μ*, the mean of the best arm.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimum {
    /// It is 1.
    One,
    /// It is less than 1.
    Less,
    /// It is estimated by the greatest mean seen so far.
    Estimated,
}

impl Arms {
    /// Whether another arm may be tried at a node with these visits and these visited children.
    pub(super) fn admits(self, visits: u32, visited: &[Node]) -> bool {
        match self {
            Arms::All => true,
            Arms::Fixed(most) => visited.len() < most as usize,
            Arms::Increasing { beta, factor, optimum } => {
                let less = match optimum {
                    Optimum::One => false,
                    Optimum::Less => true,
                    Optimum::Estimated => visited.iter().all(|child| child.mean() < 1.0),
                };
                let power = if less && beta < 1.0 { beta / 2.0 } else { beta / (beta + 1.0) };
                (visited.len() as f64) < factor * libm::pow(f64::from(visits.max(1)), power)
            }
        }
    }
}
