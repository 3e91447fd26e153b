//! Rules that stay with an arm while it wins: k-failure, m-run, m-learning.

use super::{Pick, Selection};
use crate::search::{Node, NodeId, Tree};
use treebench_games::Player;

/// When an arm is left, and when none is left any more (Bjorge and Schaeffer 2010, sections 4.3.1 and 4.3.2; Wang, Audibert and Munos 2008;
/// Teytaud, Gelly and Sebag 2007; Berry et al. 1997). A failure is one lost result in sum: two draws are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    /// After this many failures; behind the last child comes the first again.
    Failures(u32),
    /// After a failure, until so many successes in a row keep the arm for ever; where `recall`, once so many arms (or all) have been tried
    /// and failed, the one with the best mean is kept instead.
    Run {
        /// The m of the rule.
        successes: u32,
        /// Whether an arm left behind can be kept.
        recall: bool,
    },
    /// After a failure, until so many plays have passed through the node; then the arm with the best mean is kept.
    Learning(u32),
}

/// Plays one arm until the rule leaves it for the next: the children in the order in which they were first visited, then a new one.
///
/// Needs four [numbers](crate::search::Facts::numbers) per node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayTheWinner(pub Switch);

/// The numbers of a node: which visited child is played, its failures and its visits when its turn began, and whether it is kept for ever.
const ARM: usize = 0;
const FAILURES: usize = 1;
const VISITS: usize = 2;
const KEPT: usize = 3;

impl PlayTheWinner {
    /// How many numbers it needs per node.
    pub const NUMBERS: usize = 4;
}

/// Less than this is no failure but rounding.
const NOTHING: f64 = 1e-6;

fn failures(child: &Node) -> f64 {
    f64::from(child.visits) - child.value
}

fn best_mean(visited: &[Node]) -> usize {
    let best = (0..visited.len()).max_by(|&a, &b| visited[a].mean().total_cmp(&visited[b].mean()).then(b.cmp(&a)));
    best.unwrap_or(0)
}

impl Selection for PlayTheWinner {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player) -> Pick {
        let visited = tree.visited(node);
        let all = tree.child_count(node);
        if visited.is_empty() {
            return Pick::Unvisited;
        }
        let numbers = tree.numbers().row(node);
        // Dead ends leave the tree, so that the arm may be gone.
        let arm = (numbers[ARM] as usize).min(visited.len() - 1);
        if numbers[KEPT] > 0.0 {
            return Pick::Visited(arm);
        }
        let failed = failures(&visited[arm]) - numbers[FAILURES];
        let played = f64::from(visited[arm].visits) - numbers[VISITS];
        let (leave, keep) = match self.0 {
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
        let begin = visited.get(next).map_or([0.0; 2], |child| [failures(child), f64::from(child.visits)]);
        let new = next == visited.len();
        tree.numbers_mut().row_mut(node).copy_from_slice(&[next as f64, begin[0], begin[1], f64::from(u8::from(keep.is_some()))]);
        if new { Pick::Unvisited } else { Pick::Visited(next) }
    }

    fn looks_at_unvisited(&self) -> bool {
        false
    }
}
