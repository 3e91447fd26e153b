//! Index rules over values that mix results, all moves as first, and prior experience, with limited arms.

use super::FirstPlay;
use super::greatest::greatest;
use super::index_policy::{Arms, Index, Parent};
use super::rave::{AmafMix, AmafRows};
use super::visit_tables::VisitTables;
use crate::parts::backup::{Experience, SumOfSquares};
use crate::search::{ColumnId, Needs, Node, NodeId, Pick, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// The greatest variance of results on [0, 1], that of a child without results.
const UNKNOWN_VARIANCE: f64 = 0.25;

/// Selects the child with the greatest index, as [`IndexPolicy`](super::IndexPolicy) does, of arms whose visits include their prior experience and
/// whose mean is mixed with their value of all moves as first. The variance is that of the results alone; the exploration sequence counts
/// the visits of the parent without experience.
///
/// Unvisited children have the value of [`FirstPlay`]. Those that are ranked compete by experience and all moves as first instead, as far as they
/// have any; without experience the value of all moves as first competes alone, without a term of exploration. Where [`Arms`] limits the children,
/// new ones are drawn at random and never ranked.
pub struct Composed<I> {
    index: I,
    first_play: FirstPlay,
    arms: Arms,
    mix: Option<AmafMix>,
    ranks_new: bool,
    with_experience: bool,
    visit_tables: VisitTables,
    squares: ColumnId<SumOfSquares>,
    experience: ColumnId<Experience>,
}

/// What the scores of a node's children are computed from.
struct From<'a> {
    tree: &'a Tree,
    parent: Parent,
    rows: Option<(&'a AmafMix, AmafRows<'a>)>,
    experience: Option<&'a [Experience]>,
    squares: Option<&'a [f64]>,
}

impl<I: Index> Composed<I> {
    /// The rule without all moves as first and without experience.
    pub fn new(index: I, first_play: impl Into<FirstPlay>, arms: Arms) -> Self {
        let (squares, experience, visit_tables) = (ColumnId::default(), ColumnId::default(), VisitTables::new());
        let first_play = first_play.into();
        Composed { index, first_play, arms, mix: None, ranks_new: false, with_experience: false, visit_tables, squares, experience }
    }

    /// The same with values of all moves as first; `ranks_new` says whether unvisited children are ranked by them.
    pub fn with_amaf(self, mix: Option<AmafMix>, ranks_new: bool) -> Self {
        let ranks_new = ranks_new && mix.is_some() || self.with_experience;
        Composed { mix, ranks_new, ..self }
    }

    /// The same with prior experience, which a backup rule must give; unvisited children are then ranked.
    pub fn with_experience(self) -> Self {
        Composed { with_experience: true, ranks_new: true, ..self }
    }

    /// The score of the k-th child; `None` if nothing is known of it.
    fn score(index: &mut I, from: &From<'_>, k: usize, child: &Node) -> Option<f64> {
        let prior = from.experience.map_or(Experience::default(), |rows| rows[k]);
        let mut arm = *child;
        arm.visits += prior.visits;
        arm.value += f64::from(prior.visits) * prior.mean;
        let mean = (arm.visits > 0).then(|| arm.mean());
        let value = match &from.rows {
            Some((mix, rows)) => mix.mixed(rows, k, f64::from(arm.visits), mean, (f64::from(prior.samples), prior.mean)),
            None => mean,
        }?;
        if arm.visits == 0 {
            return Some(value);
        }
        let n = f64::from(arm.visits);
        arm.value = value * n;
        let squares = from.squares.map_or(0.0, |squares| {
            let variance = match child.visits {
                0 => UNKNOWN_VARIANCE,
                visits => (squares[k] / f64::from(visits) - child.mean() * child.mean()).max(0.0),
            };
            (variance + value * value) * n
        });
        Some(index.of(&from.parent, &arm, squares))
    }

    /// The unvisited child with the greatest score, counted among these, and its score; those of which nothing is known have the urgency.
    fn best_new(index: &mut I, from: &From<'_>, node: NodeId, urgency: f64, rng: &mut Rng) -> (usize, f64) {
        let (mut best, mut best_score, mut equal) = (0, f64::NEG_INFINITY, 0);
        let visited = from.tree.visited(node).len();
        for (k, child) in from.tree.children(node).iter().enumerate().skip(visited) {
            let score = Self::score(index, from, k, child).unwrap_or(urgency);
            if score < best_score {
                continue;
            }
            equal = if score > best_score { 1 } else { equal + 1 };
            if equal == 1 || rng.below(equal) == 0 {
                best = k - visited;
            }
            best_score = score;
        }
        (best, best_score)
    }
}

impl<I: Index> Selection for Composed<I> {
    fn declare(&mut self, needs: &mut Needs) {
        self.first_play.declare(needs);
        if I::SQUARES {
            self.squares = needs.reads_from(|| Box::new(SumOfSquares::default()));
        }
        if let Some(mix) = &mut self.mix {
            mix.declare(needs);
        }
        if self.with_experience {
            self.experience = needs.reads();
        }
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, rng: &mut Rng) -> Pick {
        self.first_play.enter(node);
        if let Some(mix) = &mut self.mix {
            mix.enter(tree, node);
        }
        let tree = &*tree;
        let (visits, visited) = (tree.node(node).visits, tree.visited(node));
        let unvisited = tree.unvisited(node) > 0 && self.arms.admits(visits, visited);
        let ranks = self.ranks_new && self.arms == Arms::All;
        if !ranks && (visited.is_empty() || unvisited && self.first_play.is_first()) {
            return Pick::Unvisited;
        }
        let Self { index, mix, .. } = self;
        let epsilon = index.epsilon(self.visit_tables.log(visits.max(1)));
        let ids = if ranks { tree.child_ids(node) } else { tree.visited_ids(node) };
        let from = From {
            tree,
            parent: Parent { visits: f64::from(visits.max(1)), epsilon, children: tree.child_count(node) as f64 },
            rows: mix.as_ref().map(|mix| (mix, mix.rows_of(tree, node, mover, ids.clone()))),
            experience: self.with_experience.then(|| tree.column(self.experience).rows(ids.clone())),
            squares: I::SQUARES.then(|| tree.column(self.squares).rows(ids)),
        };
        let (best, best_score) = greatest(visited, |k, child| Self::score(index, &from, k, child).unwrap_or(f64::NEG_INFINITY));
        if unvisited && ranks {
            let urgency = self.first_play.among(tree, node, mover, 0.0);
            let (k, score) = Self::best_new(index, &from, node, urgency, rng);
            return if score >= best_score { Pick::New(k) } else { Pick::Visited(best) };
        }
        let first = unvisited && self.first_play.among(tree, node, mover, 0.0) >= best_score;
        if first { Pick::Unvisited } else { Pick::Visited(best) }
    }

    fn begin(&mut self, rng: &mut Rng, _budget: crate::budget::Budget) {
        self.index.begin(rng);
    }
}
