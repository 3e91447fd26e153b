//! The terms that a selection rule adds up.

use super::visit_tables::VisitTables;
use crate::search::{Needs, Node, NodeId, Tree};
use std::ops::Range;
use treebench_games::{Player, Rng};

/// A child while its score is computed.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// Visits n, prior experience included.
    pub visits: u32,
    /// The mean result, or what terms put in its place; before the first visit the first-play value.
    pub value: f64,
    /// 1/√n.
    pub over_root: f64,
    /// Prior samples of all moves as first, and their mean.
    pub samples: (f64, f64),
}

/// The children of a node that are scored together.
#[derive(Clone)]
pub struct Siblings<'t> {
    /// The tree.
    pub tree: &'t Tree,
    /// Their parent.
    pub node: NodeId,
    /// The player to move.
    pub mover: Player,
    /// The children: the visited ones, or all.
    pub ids: Range<NodeId>,
    /// Whether hopeless children are left out.
    pub prune: bool,
}

/// The children available for selection, from the least to the most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// Nothing: every player's score is known.
    Solved,
    /// The visited children.
    Visited,
    /// All children.
    All,
}

/// A term of a [`Sum`](super::Sum): it adds to the score of a child, or replaces its value.
///
/// Terms form tuples, in which values pass from one to the next, and an optional term is an `Option`. What a term needs at a node it looks up once
/// ([`at`](Self::at)); the functions of a child are inlined into one loop.
pub trait Term: Send {
    /// What the term reads at a node.
    type Context<'t>;

    /// Whether means are divided out; otherwise they are products with tabulated inverses, which are faster where 1/√n is needed, too, and round
    /// differently.
    const DIVIDES: bool = false;

    /// Declares the columns that the term reads, and brings the backup rules that write them.
    fn declare(&mut self, _needs: &mut Needs) {}

    /// A search begins.
    fn begin(&mut self, _rng: &mut Rng) {}

    /// The descent has reached a node; every descent starts at the root.
    #[inline(always)]
    fn enter(&mut self, _tree: &Tree, _node: NodeId) {}

    /// The children available for selection in a node.
    #[inline(always)]
    fn scope(&self, _tree: &Tree, _node: NodeId, _mover: Player) -> Scope {
        Scope::All
    }

    /// Brings what the term caches about a node's children up to date.
    #[inline(always)]
    fn update(&mut self, _tree: &mut Tree, _node: NodeId, _mover: Player) {}

    /// What the term reads of these children.
    fn at<'t>(&self, siblings: &Siblings<'t>) -> Self::Context<'t>;

    /// Corrects the value of the k-th child, which was visited; `false` leaves the child out.
    #[inline(always)]
    fn value(&mut self, _at: &Self::Context<'_>, _k: usize, _child: &Node, _arm: &mut Arm) -> bool {
        true
    }

    /// Replaces the value of the k-th child before its first visit, if something is known of it.
    fn expect(&mut self, _at: &Self::Context<'_>, _k: usize, _arm: &mut Arm) {}

    /// Adds to the score of the k-th child.
    #[inline(always)]
    fn add(&self, _at: &Self::Context<'_>, _k: usize, _child: &Node, _arm: &Arm, score: f64) -> f64 {
        score
    }

    /// Corrects the value of a node that its unvisited children take over.
    #[inline(always)]
    fn of_node(&self, _tree: &Tree, _node: NodeId, _mover: Player, value: f64) -> f64 {
        value
    }

    /// Adds to the score that all unvisited children of a node have; `explores` says whether with the exploration of one visit.
    #[inline(always)]
    fn add_new(&self, _tree: &Tree, _node: NodeId, _explores: bool, score: f64) -> f64 {
        score
    }
}

impl Arm {
    /// The results of a child that was visited.
    #[inline(always)]
    pub(super) fn of(tables: VisitTables, child: &Node, divides: bool) -> Arm {
        let (value, over_root) = if divides {
            (child.mean(), 1.0 / f64::from(child.visits).sqrt())
        } else {
            let (over_n, over_root) = tables.of(child.visits);
            (child.value * over_n, over_root)
        };
        Arm { visits: child.visits, value, over_root, samples: (0.0, 0.0) }
    }

    /// Before the first visit.
    pub(super) fn unvisited(value: f64) -> Arm {
        Arm { visits: 0, value, over_root: 0.0, samples: (0.0, 0.0) }
    }

    /// The visits n as a number.
    #[inline(always)]
    pub fn n(&self) -> f64 {
        f64::from(self.visits)
    }
}

macro_rules! tuples {
    ($($term:ident $place:tt),+) => {
        impl<$($term: Term),+> Term for ($($term,)+) {
            type Context<'t> = ($($term::Context<'t>,)+);
            const DIVIDES: bool = $($term::DIVIDES)||+;

            fn declare(&mut self, needs: &mut Needs) {
                $(self.$place.declare(needs);)+
            }

            fn begin(&mut self, rng: &mut Rng) {
                $(self.$place.begin(rng);)+
            }

            #[inline(always)]
            fn enter(&mut self, tree: &Tree, node: NodeId) {
                $(self.$place.enter(tree, node);)+
            }

            #[inline(always)]
            fn scope(&self, tree: &Tree, node: NodeId, mover: Player) -> Scope {
                Scope::All$(.min(self.$place.scope(tree, node, mover)))+
            }

            #[inline(always)]
            fn update(&mut self, tree: &mut Tree, node: NodeId, mover: Player) {
                $(self.$place.update(tree, node, mover);)+
            }

            #[inline(always)]
            fn at<'t>(&self, siblings: &Siblings<'t>) -> Self::Context<'t> {
                ($(self.$place.at(siblings),)+)
            }

            #[inline(always)]
            fn value(&mut self, at: &Self::Context<'_>, k: usize, child: &Node, arm: &mut Arm) -> bool {
                $(self.$place.value(&at.$place, k, child, arm))&&+
            }

            fn expect(&mut self, at: &Self::Context<'_>, k: usize, arm: &mut Arm) {
                $(self.$place.expect(&at.$place, k, arm);)+
            }

            #[inline(always)]
            fn add(&self, at: &Self::Context<'_>, k: usize, child: &Node, arm: &Arm, score: f64) -> f64 {
                $(let score = self.$place.add(&at.$place, k, child, arm, score);)+
                score
            }

            #[inline(always)]
            fn of_node(&self, tree: &Tree, node: NodeId, mover: Player, value: f64) -> f64 {
                $(let value = self.$place.of_node(tree, node, mover, value);)+
                value
            }

            #[inline(always)]
            fn add_new(&self, tree: &Tree, node: NodeId, explores: bool, score: f64) -> f64 {
                $(let score = self.$place.add_new(tree, node, explores, score);)+
                score
            }
        }
    };
}

tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5);

impl<T: Term> Term for Option<T> {
    type Context<'t> = Option<T::Context<'t>>;
    const DIVIDES: bool = T::DIVIDES;

    fn declare(&mut self, needs: &mut Needs) {
        self.iter_mut().for_each(|term| term.declare(needs));
    }

    fn begin(&mut self, rng: &mut Rng) {
        self.iter_mut().for_each(|term| term.begin(rng));
    }

    #[inline(always)]
    fn enter(&mut self, tree: &Tree, node: NodeId) {
        self.iter_mut().for_each(|term| term.enter(tree, node));
    }

    fn scope(&self, tree: &Tree, node: NodeId, mover: Player) -> Scope {
        self.as_ref().map_or(Scope::All, |term| term.scope(tree, node, mover))
    }

    #[inline(always)]
    fn update(&mut self, tree: &mut Tree, node: NodeId, mover: Player) {
        self.iter_mut().for_each(|term| term.update(tree, node, mover));
    }

    #[inline(always)]
    fn at<'t>(&self, siblings: &Siblings<'t>) -> Self::Context<'t> {
        self.as_ref().map(|term| term.at(siblings))
    }

    #[inline(always)]
    fn value(&mut self, at: &Self::Context<'_>, k: usize, child: &Node, arm: &mut Arm) -> bool {
        self.as_mut().zip(at.as_ref()).is_none_or(|(term, at)| term.value(at, k, child, arm))
    }

    fn expect(&mut self, at: &Self::Context<'_>, k: usize, arm: &mut Arm) {
        if let Some((term, at)) = self.as_mut().zip(at.as_ref()) {
            term.expect(at, k, arm);
        }
    }

    #[inline(always)]
    fn add(&self, at: &Self::Context<'_>, k: usize, child: &Node, arm: &Arm, score: f64) -> f64 {
        self.as_ref().zip(at.as_ref()).map_or(score, |(term, at)| term.add(at, k, child, arm, score))
    }

    fn of_node(&self, tree: &Tree, node: NodeId, mover: Player, value: f64) -> f64 {
        self.as_ref().map_or(value, |term| term.of_node(tree, node, mover, value))
    }

    fn add_new(&self, tree: &Tree, node: NodeId, explores: bool, score: f64) -> f64 {
        self.as_ref().map_or(score, |term| term.add_new(tree, node, explores, score))
    }
}
