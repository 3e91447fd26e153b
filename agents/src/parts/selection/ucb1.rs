//! UCB1 with first-play urgency: the rule of UCT.

use super::greatest::{Ties, any_greatest, greatest};
use super::visit_tables::VisitTables;
use super::{FirstPlay, Pick, Selection};
use crate::search::{Needs, Node, NodeId, Tree};
use treebench_games::{Player, Position, Rng};

/// Maximises mean + C·√(ln N / n) (Auer et al. 2002, Fig. 1; Kocsis and Szepesvári 2006), where N counts the parent's visits
/// and n the child's; children without visits are worth what [`FirstPlay`] says.
///
/// Unvisited children take no time.
#[derive(Clone, Debug)]
pub struct Ucb1 {
    exploration: f64,
    first_play: FirstPlay,
    ties: Ties,
    visit_tables: VisitTables,
}

impl Ucb1 {
    /// The rule with its exploration weight C on the scale [0, 1] and the value of unvisited children.
    pub fn new(exploration: f64, first_play: impl Into<FirstPlay>) -> Self {
        Ucb1 { exploration, first_play: first_play.into(), ties: Ties::First, visit_tables: VisitTables::new() }
    }

    /// The same rule with ties broken in this way.
    pub fn with_ties(self, ties: Ties) -> Self {
        Ucb1 { ties, ..self }
    }
}

impl Selection for Ucb1 {
    fn declare(&mut self, needs: &mut Needs) {
        self.first_play.declare(needs);
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, rng: &mut Rng) -> Pick {
        self.first_play.enter(node);
        let unvisited = tree.unvisited(node) > 0;
        if unvisited && self.first_play.is_first() {
            return Pick::Unvisited;
        }
        let weight = self.exploration * self.visit_tables.log_root(tree.node(node).visits);
        let score = |_, child: &Node| {
            let (over_n, over_root) = self.visit_tables.of(child.visits);
            child.value * over_n + weight * over_root
        };
        let children = tree.visited(node);
        if self.ties == Ties::Random {
            let (best, best_score, equal) = any_greatest(children, rng, score);
            let first = if unvisited { self.first_play.among(tree, node, mover, weight) } else { f64::NEG_INFINITY };
            let new = first > best_score || first == best_score && rng.below(equal + tree.unvisited(node)) >= equal;
            return if new { Pick::Unvisited } else { Pick::Visited(best) };
        }
        let (best, best_score) = greatest(children, score);
        if unvisited && self.first_play.among(tree, node, mover, weight) >= best_score { Pick::Unvisited } else { Pick::Visited(best) }
    }
}
