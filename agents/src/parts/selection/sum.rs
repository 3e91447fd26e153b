//! A selection rule as a sum: the value of a child plus terms.

use super::greatest::{Scores, Ties, any_greatest, greatest};
use super::term::{Arm, Scope, Siblings, Term};
use super::visit_tables::VisitTables;
use super::{Arms, FirstPlay};
use crate::budget::Budget;
use crate::search::{Needs, Node, NodeId, Pick, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// Selects the child with the greatest score: its mean, corrected by the terms, plus what they add.
///
/// Unvisited children have the value of [`FirstPlay`], as long as [`Arms`] admits more of them. Ranked ones compete one by one instead, by what
/// the terms expect of them; those of which nothing is known have the first-play value. Ranks need all children as arms.
#[derive(Clone, Debug)]
pub struct Sum<T> {
    pub(super) terms: T,
    pub(super) first_play: FirstPlay,
    pub(super) ties: Ties,
    arms: Arms,
    /// How ties between unvisited children are broken, if these are ranked.
    ranked: Option<Ties>,
    tables: VisitTables,
}

/// The scores of the visited children of a node.
struct VisitedScores<'s, T: Term, A> {
    terms: &'s mut T,
    at: A,
    tables: VisitTables,
}

impl<'t, T: Term> Scores for VisitedScores<'_, T, T::Context<'t>> {
    #[inline(always)]
    fn of(&mut self, k: usize, child: &Node) -> f64 {
        let mut arm = Arm::of(self.tables, child, T::DIVIDES);
        if !self.terms.value(&self.at, k, child, &mut arm) {
            return f64::NEG_INFINITY;
        }
        // −0 is the sum of nothing: to add to it costs nothing and changes nothing.
        self.terms.add(&self.at, k, child, &arm, -0.0) + arm.value
    }
}

/// The best of some children.
struct Best {
    child: usize,
    /// −∞ if there is none.
    score: f64,
    /// The number of children with this score, where ties are drawn.
    equal: usize,
}

/// A random one of the best.
#[inline(never)]
fn any_best(children: &[Node], rng: &mut Rng, scores: impl Scores) -> Best {
    let (child, score, equal) = any_greatest(children, rng, scores);
    Best { child, score, equal }
}

impl<T: Term> Sum<T> {
    /// The rule with these terms and this value of unvisited children: all children are arms, and the first of equal ones is selected.
    pub fn new(terms: T, first_play: impl Into<FirstPlay>) -> Sum<T> {
        Sum { terms, first_play: first_play.into(), ties: Ties::First, arms: Arms::All, ranked: None, tables: VisitTables::new() }
    }

    /// The same rule with ties broken in this way.
    pub fn with_ties(self, ties: Ties) -> Sum<T> {
        Sum { ties, ..self }
    }

    /// The same rule with some of the children as arms.
    pub fn with_arms(self, arms: Arms) -> Sum<T> {
        Sum { arms, ..self }
    }

    /// The same rule with unvisited children ranked, and ties between them broken in this way.
    pub fn with_ranks(self, ranked: Option<Ties>) -> Sum<T> {
        Sum { ranked, ..self }
    }

    /// The choice in a node whose terms are up to date; `untried` says whether unvisited children are among those to choose from.
    #[inline(always)]
    pub(super) fn choose(&mut self, tree: &Tree, node: NodeId, mover: Player, untried: bool, rng: &mut Rng) -> Pick {
        let mut best = self.best(tree, node, mover, true, rng);
        if let (true, Some(ties)) = (untried, self.ranks()) {
            let (k, score) = self.best_new(tree, node, mover, ties, rng);
            if score >= best.score {
                return Pick::New(k);
            }
        } else if untried && self.is_new_better(tree, node, mover, &best, rng) {
            return Pick::Unvisited;
        }
        if best.score == f64::NEG_INFINITY {
            best = self.best_of_hopeless(tree, node, mover, rng);
        }
        if best.score == f64::NEG_INFINITY { Pick::Unvisited } else { Pick::Visited(best.child) }
    }

    /// How ties between unvisited children are broken, where they compete one by one.
    #[inline(always)]
    fn ranks(&self) -> Option<Ties> {
        self.ranked.filter(|_| self.arms == Arms::All)
    }

    /// The best visited child; `prune` leaves out hopeless ones.
    #[inline(always)]
    fn best(&mut self, tree: &Tree, node: NodeId, mover: Player, prune: bool, rng: &mut Rng) -> Best {
        let at = self.terms.at(&Siblings { tree, node, mover, ids: tree.visited_ids(node), prune });
        let scores = VisitedScores { terms: &mut self.terms, at, tables: self.tables };
        if self.ties == Ties::Random {
            return any_best(tree.visited(node), rng, scores);
        }
        let (child, score) = greatest(tree.visited(node), scores);
        Best { child, score, equal: 1 }
    }

    /// The best visited child where all are hopeless.
    #[cold]
    fn best_of_hopeless(&mut self, tree: &Tree, node: NodeId, mover: Player, rng: &mut Rng) -> Best {
        self.best(tree, node, mover, false, rng)
    }

    /// The best unvisited child, counted among these, and its score.
    #[inline(never)]
    fn best_new(&mut self, tree: &Tree, node: NodeId, mover: Player, ties: Ties, rng: &mut Rng) -> (usize, f64) {
        let at = self.terms.at(&Siblings { tree, node, mover, ids: tree.child_ids(node), prune: false });
        let (first_play, visited) = (self.first_play.value(tree, node, mover), tree.visited(node).len());
        let terms = &mut self.terms;
        let score = |k: usize, child: &Node| {
            let mut arm = Arm::unvisited(first_play);
            terms.expect(&at, visited + k, &mut arm);
            // Without visits, none of them prior, there is nothing to explore.
            if arm.visits == 0 { arm.value } else { terms.add(&at, visited + k, child, &arm, -0.0) + arm.value }
        };
        let unvisited = &tree.children(node)[visited..];
        match ties {
            Ties::First => greatest(unvisited, score),
            Ties::Random => {
                let (k, score, _) = any_greatest(unvisited, rng, score);
                (k, score)
            }
        }
    }

    /// Whether the unvisited children, which all have one score, come before the best visited one.
    #[inline(always)]
    fn is_new_better(&self, tree: &Tree, node: NodeId, mover: Player, best: &Best, rng: &mut Rng) -> bool {
        let value = self.first_play.value(tree, node, mover);
        let value = if self.first_play.is_node_value() { self.terms.of_node(tree, node, mover, value) } else { value };
        let score = self.terms.add_new(tree, node, self.first_play.explores(), value);
        let mut is_drawn = || self.ties == Ties::First || rng.below(best.equal + tree.unvisited(node)) >= best.equal;
        score > best.score || score == best.score && is_drawn()
    }
}

impl<T: Term> Selection for Sum<T> {
    fn declare(&mut self, needs: &mut Needs) {
        self.first_play.declare(needs);
        self.terms.declare(needs);
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, rng: &mut Rng) -> Pick {
        self.first_play.enter(node);
        self.terms.enter(tree, node);
        let visited = tree.visited(node);
        let mut untried = tree.unvisited(node) > 0 && self.arms.admits(tree.node(node).visits, visited);
        match self.terms.scope(tree, node, mover) {
            Scope::Solved => return Pick::Solved,
            Scope::Visited => untried = false,
            Scope::All => {}
        }
        if self.ranks().is_none() && (visited.is_empty() || untried && self.first_play.is_first()) {
            return Pick::Unvisited;
        }
        self.terms.update(tree, node, mover);
        self.choose(tree, node, mover, untried, rng)
    }

    fn begin(&mut self, rng: &mut Rng, _budget: Budget) {
        self.terms.begin(rng);
    }
}
