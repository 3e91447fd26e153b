//! Play-the-winner rules, which stay with an arm while it wins: k-failure, m-run, m-learning.

use crate::greatest::first_greatest;
use crate::search::{Column, ColumnId, Needs, Node, NodeId, Pick, Rows, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// When the rule leaves an arm, and when it keeps one (Bjorge and Schaeffer 2010, sections 4.3.1 and 4.3.2; Wang, Audibert and Munos 2008;
/// Teytaud, Gelly and Sebag 2007; Berry et al. 1997). Failures are counted as 1 minus the result: two draws are one failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// After this many failures; after the last child comes the first again.
    Failures(u32),
    /// After a failure, until this many successes in a row keep the arm for ever; with `recall`, once this many arms (or all) have been tried
    /// and failed, the one with the best mean is kept instead.
    Run {
        /// The m of the rule.
        successes: u32,
        /// Whether an earlier arm can be kept.
        recall: bool,
    },
    /// After a failure, until this many plays have passed through the node; then the arm with the best mean is kept.
    Learning(u32),
}

/// Plays one arm until the rule leaves it for the next: the children in the order in which they were first visited, then a new one.
#[derive(Clone, Copy, Debug)]
pub struct PlayTheWinner {
    switch: Switch,
    arms: ColumnId<Arm>,
}

/// The arm that is played at a node.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Arm {
    /// Its place among the visited children.
    place: usize,
    /// Its failures when its turn began.
    failures: f64,
    /// Its visits when its turn began.
    visits: u32,
    /// Whether it is kept for ever.
    kept: bool,
}

impl Column for Arm {
    type Table = Rows<Arm>;
    const NAME: &'static str = "the arms in play";
}

impl PlayTheWinner {
    /// Plays by this rule.
    pub fn new(switch: Switch) -> Self {
        PlayTheWinner { switch, arms: ColumnId::default() }
    }
}

/// Smaller differences are rounding errors, not failures.
const NOTHING: f64 = 1e-6;

fn failures(child: &Node) -> f64 {
    f64::from(child.visits) - child.value
}

fn best_mean(visited: &[Node]) -> usize {
    first_greatest(visited.iter().map(Node::mean)).map_or(0, |(k, _)| k)
}

impl Selection for PlayTheWinner {
    fn declare(&mut self, needs: &mut Needs) {
        self.arms = needs.writes(Rows::single(Arm::default()));
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        let visited = tree.visited(node);
        let all = tree.child_count(node);
        if visited.is_empty() {
            return Pick::Unvisited;
        }
        let begun = tree.column(self.arms).cell(node);
        // Dead ends leave the tree, so the arm may have been removed.
        let arm = begun.place.min(visited.len() - 1);
        if begun.kept {
            return Pick::Visited(arm);
        }
        let failed = failures(&visited[arm]) - begun.failures;
        // Another child may have taken the arm's place, with fewer visits.
        let played = f64::from(visited[arm].visits) - f64::from(begun.visits);
        let (leave, keep) = match self.switch {
            Switch::Failures(k) => (failed > f64::from(k) - NOTHING, None),
            Switch::Run { successes, recall } => {
                let failed = failed > NOTHING;
                let tried = recall && visited.len() >= all.min(successes as usize);
                let kept = if failed { tried.then(|| best_mean(visited)) } else { (played >= f64::from(successes)).then_some(arm) };
                (failed, kept)
            }
            Switch::Learning(plays) => {
                let total: u32 = visited.iter().map(|child| child.visits).sum();
                (failed > NOTHING, (total >= plays).then(|| best_mean(visited)))
            }
        };
        let next = match keep {
            Some(kept) => kept,
            None if !leave => return Pick::Visited(arm),
            None if arm + 1 < visited.len() => arm + 1,
            None if visited.len() < all => visited.len(),
            None => 0,
        };
        let (failures, visits) = visited.get(next).map_or((0.0, 0), |child| (failures(child), child.visits));
        let new = next == visited.len();
        *tree.column_mut(self.arms).cell_mut(node) = Arm { place: next, failures, visits, kept: keep.is_some() };
        if new { Pick::Unvisited } else { Pick::Visited(next) }
    }
}
