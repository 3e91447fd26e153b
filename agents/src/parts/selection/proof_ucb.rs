//! UCB1 with proofs: score bounds, proof numbers, or both.

use super::greatest::Ties;
use super::visit_tables::VisitTables;
use super::{AmafMix, Bias, BiasRule, FirstPlay, HistoryBias, Ranks};
use crate::parts::Goals;
use crate::parts::backup::{Bounds, INFINITE, ProofNumber, Pruned, SumOfSquares};
use crate::search::{ColumnId, Needs, NodeId, Pick, Selection, Tree};
use treebench_games::{Params, Player, Position, Rng};

/// What happens to a child that cannot improve on the score that is already certain for the mover: opti(child) ≤ pess(node) (Cazenave and
/// Saffidine 2010).
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// Nothing.
    Off,
    /// Its mean counts as −10 000, unless it gives the mover the best score possible here.
    Soft,
    /// As "soft", but tested only when a bound of it or of the node changes, not at every selection (Ludii's code): children that are added
    /// where a win is proven are searched like any others.
    Marked,
    /// It is not selected while there is another, and a solved node ends the iteration.
    Hard,
}

/// How proof numbers enter the selection.
#[derive(Clone, Copy, Debug)]
pub struct ProofBias {
    /// What the numbers are about.
    pub goals: Goals,
    /// How they become terms.
    pub rule: BiasRule,
    /// How ranks are counted, where the rule ranks.
    pub ranks: Ranks,
    /// The weight C_pn of the term on the scale [0, 1].
    pub weight: f64,
    /// Whether a child proven to reach the mover's goal counts as a win instead of its mean.
    pub wins: bool,
    /// Whether the terms are computed at every selection, and not only where numbers have changed.
    pub always: bool,
    /// Visits after which a child that can never reach the mover's goal is no longer selected, if there is another.
    pub skip_hopeless_after: Option<u32>,
}

/// Maximises value + C·√(ln N / n) + C_pn·term (GPN paper, eq. 2).
///
/// The value is the mean, corrected by what is proven. With neither bounds nor bias the rule is [`Ucb1`](super::Ucb1).
#[derive(Clone, Debug)]
pub struct ProofUcb {
    /// The exploration weight C on the scale [0, 1].
    exploration: f64,
    first_play: FirstPlay,
    pruning: Pruning,
    /// Whether means are clipped to the bounds.
    clip: bool,
    bias: Option<ProofBias>,
    /// All-moves-as-first values, mixed with the means before these are corrected.
    mix: Option<AmafMix>,
    /// The bias of Progressive History.
    history: Option<HistoryBias>,
    /// The squares of results, if exploration falls with their variance (UCB1-Tuned).
    tuned: Option<ColumnId<SumOfSquares>>,
    ties: Ties,
    visit_tables: VisitTables,
    numbers: Vec<u32>,
    order: Vec<u64>,
    /// `None` if the search keeps no bounds.
    bounds: Option<ColumnId<Bounds>>,
    /// `None` if children are not marked as pruned.
    marks: Option<ColumnId<Pruned>>,
    proofs: ColumnId<ProofNumber>,
    terms: ColumnId<Bias>,
}

impl ProofUcb {
    /// The rule; bounds are used if the search keeps any, proof numbers if `bias` says how.
    pub fn new(exploration: f64, first_play: impl Into<FirstPlay>, pruning: Pruning, clip: bool, bias: Option<ProofBias>) -> Self {
        let (visit_tables, numbers, order) = (VisitTables::new(), Vec::new(), Vec::new());
        let (bounds, marks, (proofs, terms)) = (None, None, Default::default());
        ProofUcb {
            exploration,
            first_play: first_play.into(),
            pruning,
            clip,
            bias,
            mix: None,
            history: None,
            tuned: None,
            ties: Ties::First,
            visit_tables,
            numbers,
            order,
            bounds,
            marks,
            proofs,
            terms,
        }
    }

    /// The same rule with all-moves-as-first values mixed with the means (RAVE).
    pub fn with_amaf(self, mix: Option<AmafMix>) -> Self {
        ProofUcb { mix, ..self }
    }

    /// The same rule with the bias of Progressive History.
    pub fn with_history(self, history: Option<HistoryBias>) -> Self {
        ProofUcb { history, ..self }
    }

    /// The same rule with the exploration of UCB1-Tuned if `tuned`: 2C·√(ln N / n · min(¼, V′)) with V′ = mean of squares − mean² + √(2 ln N / n), which
    /// never exceeds the term of UCB1 (Auer et al. 2002, section 4).
    pub fn with_tuned(self, tuned: bool) -> Self {
        ProofUcb { tuned: tuned.then(ColumnId::default), ..self }
    }

    /// The same rule with ties broken in this way.
    pub fn with_ties(self, ties: Ties) -> Self {
        ProofUcb { ties, ..self }
    }

    /// Brings the terms of a node's children up to date ("UpdateChildrenPNScores" in Alg. 1).
    fn update_terms(&mut self, tree: &mut Tree, node: NodeId, bias: ProofBias, mover: Player) {
        let (proofs, visited) = (tree.column(self.proofs), tree.visited_ids(node));
        let goal = bias.goals.of_mover(tree, proofs, node, mover);
        self.numbers.clear();
        self.numbers.extend(proofs.rows(visited).chunks_exact(proofs.width()).map(|row| row[goal]));
        self.numbers.resize(self.numbers.len() + tree.unvisited(node), 1);
        let ids = tree.child_ids(node);
        let terms = tree.column_mut(self.terms);
        terms.cell_mut(node).stale = false;
        let cells = terms.rows_mut(ids);
        bias.rule.terms(bias.ranks, &self.numbers, &mut self.order, |k, term| cells[k].term = term);
    }

    /// The value of a node for the mover, from its mean and its bounds.
    #[inline]
    fn value(&self, mean: f64, bounds: Bounds) -> f64 {
        if bounds.is_tight() || self.clip {
            return mean.clamp(f64::from(bounds.pess), f64::from(bounds.opti.max(bounds.pess)));
        }
        mean
    }

    /// The visited child of the greatest score, and that score; `prune` leaves out hopeless ones. With it the sum of all
    /// results and visits.
    fn best(&self, tree: &Tree, node: NodeId, mover: Player, weight: f64, prune: bool, rng: &mut Rng) -> Best {
        let plain = self.mix.is_none() && self.history.is_none() && self.tuned.is_none() && self.ties == Ties::First;
        if plain {
            self.scan::<true>(tree, node, mover, weight, prune, rng)
        } else {
            self.scan::<false>(tree, node, mover, weight, prune, rng)
        }
    }

    /// The same; `PLAIN` says that nothing is mixed in, no other term is added and ties are not drawn, which then is not asked for every child.
    #[inline]
    fn scan<const PLAIN: bool>(&self, tree: &Tree, node: NodeId, mover: Player, weight: f64, prune: bool, rng: &mut Rng) -> Best {
        let ids = tree.visited_ids(node);
        let (bounds, players, own) = match self.bounds.map(|bounds| tree.column(bounds)) {
            Some(bounds) => (bounds.rows(ids.clone()), bounds.width(), bounds.row(node)[mover]),
            None => (&[][..], 0, Bounds::OPEN),
        };
        let marks = self.marks.map(|marks| tree.column(marks).rows(ids.clone()));
        let amaf = self.mix.as_ref().filter(|_| !PLAIN).map(|mix| (mix, mix.rows(tree, node, mover)));
        let history = self.history.as_ref().filter(|_| !PLAIN).map(|history| (history, history.column(tree)));
        let first_id = ids.start;
        let squares = self.tuned.filter(|_| !PLAIN).map(|squares| tree.column(squares).rows(ids.clone()));
        let ln_visits = if squares.is_some() { self.visit_tables.log(tree.node(node).visits) } else { 0.0 };
        let (hard, soft) = (prune && self.pruning == Pruning::Hard, self.pruning == Pruning::Soft);
        let random_ties = !PLAIN && self.ties == Ties::Random;
        let terms = if self.bias.is_some() { tree.column(self.terms).rows(ids.clone()) } else { &[] };
        // The numbers themselves are looked at only if something depends on them beside the terms.
        let numbers = self.bias.filter(|bias| bias.wins || bias.skip_hopeless_after.is_some()).map(|bias| {
            let proofs = tree.column(self.proofs);
            (proofs.rows(ids), proofs.width(), bias.goals.of_mover(tree, proofs, node, mover))
        });
        let mut found = Best { child: None, score: f64::NEG_INFINITY, equal: 0, sum: 0.0, visits: 0 };
        for (k, child) in tree.visited(node).iter().enumerate() {
            let (over_n, over_root) = self.visit_tables.of(child.visits);
            found.sum += child.value;
            found.visits += child.visits;
            let mut value = child.value * over_n;
            if let Some((mix, rows)) = &amaf {
                value = mix.value(rows, k, child, value);
            }
            if players > 0 {
                let bound = bounds[k * players + mover];
                if hard && bound.opti <= own.pess {
                    continue;
                }
                // There are marks only where children are pruned by them.
                let pruned = soft && bound.opti <= own.pess || marks.is_some_and(|marks| marks[k]);
                value = if pruned && own.opti > bound.pess { PRUNED } else { self.value(value, bound) };
            }
            let mut score = match squares {
                None => weight * over_root,
                Some(squares) => {
                    let (mean, ratio) = (child.value * over_n, ln_visits * over_n);
                    let variance = (squares[k] * over_n - mean * mean).max(0.0) + (2.0 * ratio).sqrt();
                    2.0 * self.exploration * (ratio * variance.min(0.25)).sqrt()
                }
            };
            if let Some((history, column)) = &history {
                score += history.term(column, first_id + k as NodeId, child, mover);
            }
            if let Some(bias) = &self.bias {
                if let Some((proofs, goals, goal)) = numbers {
                    let number = proofs[k * goals + goal];
                    if prune && number == INFINITE && bias.skip_hopeless_after.is_some_and(|least| child.visits > least) {
                        continue;
                    }
                    if bias.wins && number == 0 {
                        value = 1.0;
                    }
                }
                score += bias.weight * f64::from(terms[k].term);
            }
            score += value;
            if score > found.score {
                (found.child, found.score, found.equal) = (Some(k), score, 1);
            } else if random_ties && score == found.score {
                found.equal += 1;
                if rng.below(found.equal) == 0 {
                    found.child = Some(k);
                }
            }
        }
        found
    }

    /// The score of an unvisited child, but for its term; `siblings` are the visited ones.
    #[inline]
    fn new_score(&self, tree: &Tree, node: NodeId, mover: Player, siblings: &Best, weight: f64) -> f64 {
        if !self.first_play.is_node_value() {
            return self.first_play.score(siblings.sum, siblings.visits, weight);
        }
        let mut value = self.first_play.node_value(tree, node, mover);
        if let Some(bounds) = self.bounds {
            value = self.value(value, tree.column(bounds).row(node)[mover]);
        }
        if let Some(bias) = self.bias.filter(|bias| bias.wins) {
            let proofs = tree.column(self.proofs);
            if proofs.row(node)[bias.goals.of_mover(tree, proofs, node, mover)] == 0 {
                value = 1.0;
            }
        }
        value + weight
    }
}

/// The value of a pruned child in Ludii.
const PRUNED: f64 = -10_000.0;

/// The result of a scan of the visited children.
struct Best {
    child: Option<usize>,
    score: f64,
    /// How many children have this score, if ties are drawn.
    equal: usize,
    sum: f64,
    visits: u32,
}

impl Selection for ProofUcb {
    fn declare(&mut self, needs: &mut Needs) {
        self.first_play.declare(needs);
        self.bounds = needs.finds();
        self.marks = (self.pruning == Pruning::Marked && self.bounds.is_some()).then(|| needs.reads());
        if let Some(mix) = &mut self.mix {
            mix.declare(needs);
        }
        if let Some(history) = &mut self.history {
            history.declare(needs);
        }
        if let Some(squares) = &mut self.tuned {
            *squares = needs.reads_from(|| Box::new(SumOfSquares::default()));
        }
        if self.bias.is_some() {
            (self.proofs, self.terms) = (needs.reads(), needs.reads());
        }
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, rng: &mut Rng) -> Pick {
        self.first_play.enter(node);
        if let Some(mix) = &mut self.mix {
            mix.enter(tree, node);
        }
        let mut untried = tree.unvisited(node) > 0;
        if self.pruning == Pruning::Hard
            && let Some(bounds) = self.bounds
        {
            let own = tree.column(bounds).row(node);
            if own.iter().all(|bound| bound.is_tight()) {
                return Pick::Solved;
            }
            // An untried move may still reach the best score.
            untried &= own[mover].pess < 1.0;
        }
        if untried && self.first_play.is_first() {
            return Pick::Unvisited;
        }
        // The terms are updated only when they are used; Alg. 1 updates them before it looks for untried moves.
        if let Some(bias) = self.bias
            && (bias.always || tree.column(self.terms).cell(node).stale)
        {
            self.update_terms(tree, node, bias, mover);
        }
        let weight = self.exploration * self.visit_tables.log_root(tree.node(node).visits);
        let found = self.best(tree, node, mover, weight, true, rng);
        if untried {
            let mut first = self.new_score(tree, node, mover, &found, weight);
            if let Some(bias) = &self.bias {
                // All unvisited children have the same term.
                first += bias.weight * f64::from(tree.column(self.terms).cell(tree.visited_ids(node).end).term);
            }
            let mut tied = || self.ties == Ties::First || rng.below(found.equal + tree.unvisited(node)) >= found.equal;
            if first > found.score || first == found.score && tied() {
                return Pick::Unvisited;
            }
        }
        match found.child.or_else(|| self.best(tree, node, mover, weight, false, rng).child) {
            Some(k) => Pick::Visited(k),
            None => Pick::Unvisited,
        }
    }
}
