//! UCB1 with first-play urgency: the rule of UCT.

use super::FirstPlay;
use super::exploration::Ucb;
use super::greatest::{FEW, Ties, greatest_of_few};
use super::shortlist::Shortlists;
use super::sum::Sum;
use super::visit_tables::VisitTables;

use crate::budget::Budget;
use crate::search::{Fork, Needs, Node, NodeId, Pick, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// Maximises mean + C·√(ln N / n) (Auer et al. 2002, Fig. 1; Kocsis and Szepesvári 2006): the [`Sum`] with the only term [`Ucb`], with short cuts
/// where nodes have two children, few, or very many. Unvisited children take no time.
#[derive(Clone, Debug)]
pub struct Ucb1 {
    sum: Sum<Ucb>,
    tables: VisitTables,
    shortlists: Option<Shortlists>,
}

impl Ucb1 {
    /// The rule with its exploration weight C on the scale [0, 1] and the value of unvisited children.
    pub fn new(exploration: f64, first_play: impl Into<FirstPlay>) -> Self {
        Ucb1 { sum: Sum::new(Ucb::new(exploration), first_play), tables: VisitTables::new(), shortlists: None }
    }

    /// The same rule with ties broken in this way.
    pub fn with_ties(self, ties: Ties) -> Self {
        Ucb1 { sum: self.sum.with_ties(ties), ..self }
    }

    /// The same rule, faster where nodes have many children. Only for searches in which nothing but an iteration through a child changes its
    /// results and visits: those whose backup is [`Mean`](crate::parts::backup::Mean) and whose trees keep every node's children.
    pub fn with_shortlists(self) -> Self {
        Ucb1 { shortlists: Some(Shortlists::default()), ..self }
    }

    /// The choice at a node; `mover` matters only where unvisited children have the value of their parent.
    #[inline(always)]
    fn pick(&mut self, tree: &Tree, node: NodeId, mover: Player, rng: &mut Rng) -> Pick {
        self.sum.first_play.enter(node);
        let unvisited = tree.unvisited(node) > 0;
        if unvisited && self.sum.first_play.is_first() {
            return Pick::Unvisited;
        }
        let children = tree.visited(node);
        // The usual case has a function of its own: with the others in it, it would have more registers to save than work to do.
        if !unvisited && children.len() <= FEW && self.sum.ties == Ties::First {
            let (tables, weight) = (self.tables, self.sum.terms.weight(tree.node(node).visits));
            return Pick::Visited(greatest_of_few(children, |_: usize, child: &Node| score(tables, child, weight)).0);
        }
        self.pick_of_many(tree, node, mover, unvisited, rng)
    }

    #[inline(never)]
    fn pick_of_many(&mut self, tree: &Tree, node: NodeId, mover: Player, unvisited: bool, rng: &mut Rng) -> Pick {
        if !unvisited
            && self.sum.ties == Ties::First
            && Shortlists::suit(tree, node)
            && let Some(lists) = &mut self.shortlists
        {
            let (tables, weight) = (self.tables, self.sum.terms.weight(tree.node(node).visits));
            let (best, _) = lists.greatest((tree, node), weight, |child| score(tables, child, weight), |n| tables.of(n).1);
            return Pick::Visited(best);
        }
        self.sum.choose(tree, node, mover, unvisited, rng)
    }

    /// Walks through nodes that have two children, both visited, and returns the first that has not: what [`pick`](Self::pick) does there without
    /// first-play urgencies, if one of equal children is the first.
    #[inline(always)]
    fn walk_through_pairs(&self, tree: &Tree, from: NodeId, way: &mut Vec<NodeId>) -> NodeId {
        let (tables, mut node, mut fork) = (self.tables, from, Fork::from(tree.node(from)));
        while let Some((first, [a, b])) = tree.pair(fork) {
            let weight = self.sum.terms.weight(fork.visits);
            let second = score(tables, b, weight) > score(tables, a, weight);
            fork = Fork::either(second, [a.into(), b.into()]);
            node = first + NodeId::from(second);
            way.push(node);
        }
        node
    }
}

impl Selection for Ucb1 {
    fn declare(&mut self, needs: &mut Needs) {
        self.sum.declare(needs);
    }

    #[inline]
    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, rng: &mut Rng) -> Pick {
        self.pick(tree, node, mover, rng)
    }

    /// Who moves matters only where unvisited children have the value of their parent.
    fn walks(&self) -> bool {
        !self.sum.first_play.is_node_value()
    }

    fn walk(&mut self, tree: &Tree, from: NodeId, rng: &mut Rng, way: &mut Vec<NodeId>) -> Option<Pick> {
        let plain = self.sum.first_play.is_first() && self.sum.ties == Ties::First;
        let mut node = from;
        loop {
            if plain {
                node = self.walk_through_pairs(tree, node, way);
            }
            if tree.child_count(node) == 0 {
                return None;
            }
            match self.pick(tree, node, 0, rng) {
                Pick::Visited(k) => node = tree.visited_ids(node).start + k as NodeId,
                pick => return Some(pick),
            }
            way.push(node);
        }
    }

    fn begin(&mut self, _rng: &mut Rng, _budget: Budget) {
        if let Some(lists) = &mut self.shortlists {
            lists.clear();
        }
    }
}

/// Mean + weight / √n.
#[inline(always)]
fn score(tables: VisitTables, child: &Node, weight: f64) -> f64 {
    let (over_n, over_root) = tables.of(child.visits);
    child.value * over_n + weight * over_root
}
