//! UCB1 with first-play urgency: the rule of UCT.

use super::greatest::greatest;
use super::visit_tables::VisitTables;
use super::{FirstPlay, Pick, Selection};
use crate::search::{NodeId, Tree};
use treebench_games::{Player, Position, Rng};

/// Maximises mean + C·√(ln N / n) (Auer et al. 2002, Fig. 1; Kocsis and Szepesvári 2006), where N counts the parent's visits
/// and n the child's; children without visits are worth what [`FirstPlay`] says.
///
/// Ties between visited children go to the one visited first, which is random because unvisited ones are drawn at random.
/// Unvisited children take no time.
#[derive(Clone, Debug)]
pub struct Ucb1 {
    exploration: f64,
    first_play: FirstPlay,
    visit_tables: VisitTables,
}

impl Ucb1 {
    /// The rule with its exploration weight C on the scale [0, 1] and the value of unvisited children.
    pub fn new(exploration: f64, first_play: impl Into<FirstPlay>) -> Self {
        Ucb1 { exploration, first_play: first_play.into(), visit_tables: VisitTables::new() }
    }
}

impl Selection for Ucb1 {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        self.first_play.enter(node);
        let unvisited = tree.unvisited(node) > 0;
        if unvisited && self.first_play.is_first() {
            return Pick::Unvisited;
        }
        let weight = self.exploration * self.visit_tables.log_root(tree.node(node).visits);
        let children = tree.visited(node);
        let (best, best_score) = greatest(children, |_, child| {
            let (over_n, over_root) = self.visit_tables.of(child.visits);
            child.value * over_n + weight * over_root
        });
        if unvisited && self.first_play.among(children, weight) >= best_score { Pick::Unvisited } else { Pick::Visited(best) }
    }
}
