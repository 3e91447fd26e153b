//! Mixed strategies in the nodes of information sets: Exp3 and regret matching.

use crate::search::{Backup, Column, ColumnId, Iteration, Needs, NodeId, Pick, Rows, Selection, Tree};
use treebench_games::{Params, Player, Position, Rng};

/// How results become a strategy.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learning {
    /// Weights grow exponentially with the sum of results, each divided by the probability of its choice (Auer, Cesa-Bianchi, Freund and Schapire 2002,
    /// Exp3).
    Exp3,
    /// In proportion to positive regrets (Hart and Mas-Colell 2000), estimated from the results of the moves chosen.
    RegretMatching,
}

/// Draws moves from a strategy that is learned in every node, and uniformly with the probability γ (Lanctot, Lisý and Winands, "Monte Carlo tree search in
/// simultaneous move games with applications to Goofspiel", 2014). For nodes in which the same moves are always legal, such as sets of what the mover knows.
///
/// It brings the backup that learns.
#[derive(Clone, Debug)]
pub struct MixedStrategy {
    learning: Learning,
    gamma: f64,
    sums: ColumnId<StrategySums>,
    strategy: Vec<f64>,
}

/// For every child what the strategy is made of, the sum of estimated results or regrets; and the probability with which it was chosen last.
#[derive(Clone, Copy, Debug)]
pub struct StrategySums;

impl Column for StrategySums {
    type Table = Rows<f64>;
    const NAME: &'static str = "the sums of a mixed strategy";
    const OF_UNVISITED: bool = true;
}

impl MixedStrategy {
    /// The rule with its probability γ of a uniform choice.
    pub fn new(learning: Learning, gamma: f64) -> MixedStrategy {
        MixedStrategy { learning, gamma, sums: ColumnId::default(), strategy: Vec::new() }
    }

    /// Fills in the strategy for children with these sums.
    fn mix(&mut self, sums: &Rows<f64>, ids: std::ops::Range<NodeId>) {
        let even = 1.0 / ids.len() as f64;
        let sum = |id| sums.row(id)[0];
        let most = ids.clone().map(sum).fold(f64::NEG_INFINITY, f64::max);
        let weight = |id| match self.learning {
            // The greatest weight is 1, so that none overflows.
            Learning::Exp3 => libm::exp(self.gamma * even * (sum(id) - most)),
            Learning::RegretMatching => sum(id).max(0.0),
        };
        self.strategy.clear();
        self.strategy.extend(ids.map(weight));
        let total: f64 = self.strategy.iter().sum();
        let gamma = self.gamma;
        self.strategy.iter_mut().for_each(|p| *p = gamma * even + (1.0 - gamma) * if total > 0.0 { *p / total } else { even });
    }
}

impl Selection for MixedStrategy {
    fn declare(&mut self, needs: &mut Needs) {
        let learning = self.learning;
        self.sums = needs.reads_from(|| Box::new(LearnStrategy { learning, sums: ColumnId::default() }));
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, _: Player, _: &dyn Position, rng: &mut Rng) -> Pick {
        let ids = tree.child_ids(node);
        self.mix(tree.column(self.sums), ids.clone());
        let (mut rest, mut chosen) = (rng.unit(), self.strategy.len() - 1);
        for (k, p) in self.strategy.iter().enumerate() {
            rest -= p;
            if rest < 0.0 {
                chosen = k;
                break;
            }
        }
        tree.column_mut(self.sums).row_mut(ids.start + chosen as NodeId)[1] = self.strategy[chosen];
        let visited = tree.visited(node).len();
        if chosen < visited { Pick::Visited(chosen) } else { Pick::New(chosen - visited) }
    }
}

/// Learns the strategies from the results of iterations.
#[derive(Clone, Copy, Debug)]
struct LearnStrategy {
    learning: Learning,
    sums: ColumnId<StrategySums>,
}

impl Backup for LearnStrategy {
    fn declare(&mut self, needs: &mut Needs) {
        self.sums = needs.writes(Rows::new(2, 0.0));
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        for pair in iteration.path.windows(2) {
            let (parent, chosen) = (pair[0].node, pair[1].node);
            let siblings = tree.child_ids(parent);
            // A step from a move to the set that it leads to is no choice.
            if !siblings.contains(&chosen) {
                continue;
            }
            let score = iteration.scores[pair[1].chooser];
            let sums = tree.column_mut(self.sums);
            let estimate = score / sums.row(chosen)[1];
            sums.row_mut(chosen)[0] += estimate;
            if self.learning == Learning::RegretMatching {
                siblings.for_each(|id| sums.row_mut(id)[0] -= score);
            }
        }
    }
}
