//! Proof numbers in the selection.

use super::term::{Arm, Siblings, Term};
use super::{BiasRule, Ranks};
use crate::parts::Goals;
use crate::parts::proof_number::{Bias, INFINITE, ProofNumber};
use crate::search::{ColumnId, Needs, Node, NodeId, Tree};
use treebench_games::Player;

/// Adds C_pn·term (GPN paper, eq. 2), and corrects values by what is proven.
#[derive(Clone, Debug)]
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
    pub(crate) numbers: Vec<u32>,
    pub(crate) order: Vec<u64>,
    pub(crate) proofs: ColumnId<ProofNumber>,
    pub(crate) terms: ColumnId<Bias>,
}

/// The terms and the proof numbers of a node's children.
pub struct ProofRows<'t> {
    terms: &'t [Bias],
    /// The numbers themselves, if something depends on them beside the terms: those of every goal, how many goals there are, and that of the mover.
    numbers: Option<(&'t [u32], usize, usize)>,
    prune: bool,
}

impl ProofBias {
    /// Dense ranks of the numbers of these goals, with the weight ½.
    pub fn new(goals: Goals) -> ProofBias {
        let (numbers, order, proofs, terms) = Default::default();
        let (rule, ranks, skip_hopeless_after) = (BiasRule::Rank, Ranks::Dense, None);
        ProofBias { goals, rule, ranks, weight: 0.5, wins: false, always: false, skip_hopeless_after, numbers, order, proofs, terms }
    }

    /// Computes the terms of a node's children ("UpdateChildrenPNScores" in Alg. 1).
    fn refresh(&mut self, tree: &mut Tree, node: NodeId, mover: Player) {
        let (proofs, visited) = (tree.column(self.proofs), tree.visited_ids(node));
        let goal = self.goals.of_mover(tree, proofs, node, mover);
        self.numbers.clear();
        self.numbers.extend(proofs.rows(visited).chunks_exact(proofs.width()).map(|row| row[goal]));
        self.numbers.resize(self.numbers.len() + tree.unvisited(node), 1);
        let ids = tree.child_ids(node);
        let terms = tree.column_mut(self.terms);
        terms.cell_mut(node).stale = false;
        let cells = terms.rows_mut(ids);
        self.rule.terms(self.ranks, &self.numbers, &mut self.order, |k, term| cells[k].term = term);
    }
}

impl Term for ProofBias {
    type Context<'t> = ProofRows<'t>;

    fn declare(&mut self, needs: &mut Needs) {
        (self.proofs, self.terms) = (needs.reads(), needs.reads());
    }

    /// The terms are updated only when they are used; Alg. 1 updates them before it looks for untried moves.
    #[inline(always)]
    fn update(&mut self, tree: &mut Tree, node: NodeId, mover: Player) {
        if self.always || tree.column(self.terms).cell(node).stale {
            self.refresh(tree, node, mover);
        }
    }

    #[inline(always)]
    fn at<'t>(&self, &Siblings { tree, node, mover, ref ids, prune }: &Siblings<'t>) -> ProofRows<'t> {
        let terms = tree.column(self.terms).rows(ids.clone());
        let reads_numbers = self.wins || self.skip_hopeless_after.is_some();
        let numbers = reads_numbers.then(|| {
            let proofs = tree.column(self.proofs);
            (proofs.rows(ids.clone()), proofs.width(), self.goals.of_mover(tree, proofs, node, mover))
        });
        ProofRows { terms, numbers, prune }
    }

    #[inline(always)]
    fn value(&mut self, at: &ProofRows<'_>, k: usize, child: &Node, arm: &mut Arm) -> bool {
        let Some((numbers, goals, goal)) = at.numbers else { return true };
        let number = numbers[k * goals + goal];
        if at.prune && number == INFINITE && self.skip_hopeless_after.is_some_and(|least| child.visits > least) {
            return false;
        }
        if self.wins && number == 0 {
            arm.value = 1.0;
        }
        true
    }

    #[inline(always)]
    fn add(&self, at: &ProofRows<'_>, k: usize, _child: &Node, _arm: &Arm, score: f64) -> f64 {
        score + self.weight * f64::from(at.terms[k].term)
    }

    fn of_node(&self, tree: &Tree, node: NodeId, mover: Player, value: f64) -> f64 {
        let proofs = tree.column(self.proofs);
        let is_won = self.wins && proofs.row(node)[self.goals.of_mover(tree, proofs, node, mover)] == 0;
        if is_won { 1.0 } else { value }
    }

    /// All unvisited children have the same term.
    fn add_new(&self, tree: &Tree, node: NodeId, _explores: bool, score: f64) -> f64 {
        score + self.weight * f64::from(tree.column(self.terms).cell(tree.visited_ids(node).end).term)
    }
}
