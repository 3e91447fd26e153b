//! Short lists of the best children of nodes that have many: UCB1 then looks at a few children instead of all of them.
//!
//! When all children of a node have been scored, the best ones are listed, with the greatest score of the rest. Between visits of the node only the
//! visited child gets new results, and it is on the list; the scores of the others grow only with √(ln N). As long as the best of the list exceeds
//! the possible growth of the others, it is the best of all.

use super::greatest::keep_greater;
use crate::search::{Node, NodeId, Tree};

/// Nodes with fewer children are scored as a whole.
const MANY: usize = 16;
/// So are those with fewer visits a child: many of their children have equal scores, and a list would be of no use at the next visit.
const VISITS: usize = 8;

/// Children on a list.
const LENGTH: usize = 12;

/// Lists that are kept. Nodes that share a place push each other out.
const PLACES: usize = 256;

/// More than rounding can do to a score, which is below 1,000.
const SLACK: f64 = 1e-9;

/// The best children of a node when all were scored.
#[derive(Clone, Copy, Debug)]
struct List {
    node: NodeId,
    /// The first child and the number of children; they change when children move or leave.
    first: NodeId,
    children: usize,
    /// The weight of the exploration terms then.
    weight: f64,
    /// The least score on the list: no other child had a greater one.
    rest: f64,
    /// The greatest 1/√n: what a score grows by is at most the growth of the weight times this.
    steepest: f64,
    /// The numbers of the children, in ascending order.
    best: [u16; LENGTH],
}

/// The lists of one search. They hold only while the results of a child change by nothing but iterations through it, one at a time: the
/// recipe must know that no backup rule and no change of the tree touches other nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Shortlists {
    lists: Vec<Option<List>>,
    scores: Vec<f64>,
}

impl Shortlists {
    /// Forgets everything: a search begins.
    pub(super) fn clear(&mut self) {
        self.lists.clear();
        self.lists.resize(PLACES, None);
    }

    /// Whether a node is one for a list; all its children must have been visited.
    #[inline]
    pub(super) fn suit(tree: &Tree, node: NodeId) -> bool {
        let children = tree.child_count(node);
        children >= MANY && tree.node(node).visits as usize >= VISITS * children
    }

    /// The first of the visited children with the greatest score, and that score. `score` is that of a child under this weight, `over_root` 1/√n
    /// of a number of visits.
    #[inline]
    pub(super) fn greatest(
        &mut self,
        (tree, node): (&Tree, NodeId),
        weight: f64,
        score: impl Fn(&Node) -> f64,
        over_root: impl Fn(u32) -> f64,
    ) -> (usize, f64) {
        let (children, first) = (tree.visited(node), tree.visited_ids(node).start);
        let place = node as usize % PLACES;
        if let Some(Some(list)) = self.lists.get(place)
            && (list.node, list.first, list.children) == (node, first, children.len())
            && weight >= list.weight
        {
            let mut best = (0, f64::NEG_INFINITY);
            for &k in &list.best {
                keep_greater(&mut best, usize::from(k), score(&children[usize::from(k)]));
            }
            if best.1 > list.rest + (weight - list.weight) * list.steepest + SLACK {
                return best;
            }
        }
        let (best, rest, greatest) = self.scored(children, score);
        let fewest = children.iter().map(|child| child.visits).min().unwrap_or(1);
        let list = List { node, first, children: children.len(), weight, rest, steepest: over_root(fewest), best };
        if let Some(slot) = self.lists.get_mut(place) {
            *slot = Some(list);
        }
        greatest
    }

    /// Scores all children: the numbers of the best in ascending order, the least score among these, and the best of all.
    #[inline(never)]
    fn scored(&mut self, children: &[Node], score: impl Fn(&Node) -> f64) -> ([u16; LENGTH], f64, (usize, f64)) {
        self.scores.clear();
        self.scores.extend(children.iter().map(score));
        // The greatest first; of equal ones the earlier comes first.
        let mut best = [(0, f64::NEG_INFINITY); LENGTH];
        for (k, &score) in self.scores.iter().enumerate() {
            if score <= best[LENGTH - 1].1 {
                continue;
            }
            let mut at = LENGTH - 1;
            while at > 0 && best[at - 1].1 < score {
                best[at] = best[at - 1];
                at -= 1;
            }
            best[at] = (k as u16, score);
        }
        let mut numbers = best.map(|(k, _)| k);
        numbers.sort_unstable();
        (numbers, best[LENGTH - 1].1, (usize::from(best[0].0), best[0].1))
    }
}

#[cfg(test)]
mod tests {
    use crate::parts::selection::{FirstPlayRule, Ucb1};
    use crate::search::{Mcts, MctsOptions};
    use crate::{Agent as _, Budget, Meter};
    use treebench_games::params::{Value, Values};
    use treebench_games::{Rng, games};

    /// Whole games, so that trees are carried over from turn to turn; positions near the end have proven results and few moves.
    #[test]
    fn searches_with_short_lists_are_those_without() {
        let gomba = |branching| {
            let numbers = [("branching", branching), ("depth", 12)].map(|(name, n)| (name.to_owned(), Value::Int(n)));
            numbers.into_iter().collect::<Values>()
        };
        let plays = [
            ("gomba", gomba(16), 1.4),
            ("gomba", gomba(60), 0.7),
            ("gomba", gomba(200), 0.0),
            ("breakthrough", Values::default(), 0.4),
            ("pentago", Values::default(), 1.4),
            ("backgammon", Values::default(), 1.0),
        ];
        for (name, values, exploration) in plays {
            let game = games().find(name).unwrap().build(&values).unwrap();
            let agent = |rule: Ucb1| Mcts::new(game.info(), MctsOptions { selection: Box::new(rule), ..MctsOptions::uct(1000) }).unwrap();
            let plain = || Ucb1::new(exploration, FirstPlayRule::First);
            let mut agents = [agent(plain()), agent(plain().with_shortlists())];
            agents.iter_mut().for_each(|agent| agent.start(0, Rng::from_seed(5)));
            let (mut position, mut chance) = (game.start(), Rng::from_seed(6));
            for _ in 0..12 {
                while position.turn() == treebench_games::Turn::Chance {
                    let outcome = position.sample(&mut chance, &mut Vec::new());
                    agents.iter_mut().for_each(|agent| agent.observe(position.as_ref(), &[outcome]));
                    position.apply(outcome);
                }
                if position.is_over() {
                    break;
                }
                let [one, two] = agents.each_mut().map(|agent| {
                    let mut submove = Vec::new();
                    agent.choose(position.as_ref(), &mut Meter::new(Budget::Iterations(2500)), &mut submove).unwrap();
                    (submove, format!("{:?}", agent.report()))
                });
                assert_eq!(one, two, "{name}");
                agents.iter_mut().for_each(|agent| agent.observe(position.as_ref(), &one.0));
                one.0.iter().for_each(|&m| position.apply(m));
            }
        }
    }
}
