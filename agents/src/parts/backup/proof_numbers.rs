//! Proof numbers along the path of an iteration.

use crate::agent::Proof;
use crate::parts::Goals;
use crate::parts::proof_number::{Bias, INFINITE, MOST_FINITE, ProofNumber, is_decided};
use crate::search::{Backup, ColumnId, DescentEnd, Iteration, Needs, NodeId, Rows, Step, Tree, upwards};
use std::ops::Range;
use treebench_games::{Params, Player};

/// Where the update of proof numbers on the way to the root stops.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum EarlyStop {
    /// For each goal where its number does not change (Alg. 1).
    Each,
    /// Where no goal's number changes (the authors' code).
    Joint,
    /// At the root.
    Off,
}

/// Which nodes have the bias terms of their children marked as out of date (needRecalc).
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refresh {
    /// Those with a number that changed (Alg. 1, line 38). The last node of the update is not among them, although a child of it changed.
    Changed,
    /// All that the update reaches, the last one included (the authors' code).
    Visited,
    /// All nodes: the terms are recomputed at every visit, as without the optimisation of the GPN paper's section 3.2.5. They are the same as
    /// under "visited", and cost more.
    Always,
}

/// Keeps the proof numbers of all nodes: the minimum over the children in an OR node, their sum in an AND node, where a child not
/// in the tree counts 1 (Allis et al. 1994; GPN paper, Alg. 1). Numbers that are 0 or infinite stay.
#[derive(Clone, Copy, Debug)]
pub struct ProofNumbers {
    /// The goals to prove.
    pub goals: Goals,
    /// Whether a new node starts with the number of its moves instead of 1 for goals for which it is an AND node (GPN paper, section 3.3).
    pub mobility: bool,
    /// Where the update stops.
    pub early_stop: EarlyStop,
    /// Which terms are recomputed.
    pub refresh: Refresh,
    /// Whether the search may end when it is certain that the root's player cannot reach their goal either.
    pub until_refuted: bool,
    pub(crate) proofs: ColumnId<ProofNumber>,
    pub(crate) bias: ColumnId<Bias>,
}

impl Backup for ProofNumbers {
    fn declare(&mut self, needs: &mut Needs) {
        self.proofs = needs.writes(Rows::new(self.goals.count(), 1));
        self.bias = needs.writes(Rows::single(Bias::default()));
        if matches!(self.goals, Goals::RootPlayer { .. }) {
            needs.one_sided();
        }
    }

    fn arrive(&mut self, tree: &mut Tree, arrival: &mut DescentEnd<'_>) {
        let root = tree.root_player();
        if let Some(scores) = arrival.scores {
            let row = tree.column_mut(self.proofs).row_mut(arrival.node);
            for (goal, number) in row.iter_mut().enumerate() {
                *number = if self.goals.is_reached(goal, root, scores) { 0 } else { INFINITE };
            }
        } else if let Some(mover) = arrival.mover
            && self.mobility
        {
            // A dead end has no moves and leaves the tree; until then it proves nothing.
            let moves = arrival.position.count_moves(arrival.moves).max(1) as u32;
            let row = tree.column_mut(self.proofs).row_mut(arrival.node);
            for (goal, number) in row.iter_mut().enumerate() {
                *number = if self.goals.is_or(goal, mover, root) { 1 } else { moves };
            }
        }
    }

    fn back_up(&mut self, tree: &mut Tree, &Iteration { path, .. }: &Iteration<'_>) {
        self.update_ancestors(tree, path);
    }

    fn removed(&mut self, tree: &mut Tree, path: &[Step]) {
        self.update_ancestors(tree, path);
    }

    fn is_solved(&self, tree: &Tree, player: Player) -> bool {
        let row = tree.column(self.proofs).row(Tree::ROOT);
        match self.goals {
            Goals::EveryPlayer { .. } => row[player] == 0,
            Goals::RootPlayer { .. } => row[0] == 0 || self.until_refuted && row.iter().all(|&number| is_decided(number)),
        }
    }

    fn report(&self, tree: &Tree, node: NodeId, known: &mut Proof) {
        known.proof_numbers = tree.column(self.proofs).row(node).to_vec();
    }
}

impl ProofNumbers {
    /// Numbers that begin at 1, go up as far as they change for [each](EarlyStop::Each) goal, and end the search with a proof.
    pub fn new(goals: Goals) -> ProofNumbers {
        ProofNumbers {
            goals,
            mobility: false,
            early_stop: EarlyStop::Each,
            refresh: Refresh::Changed,
            until_refuted: false,
            proofs: ColumnId::default(),
            bias: ColumnId::default(),
        }
    }

    /// Recomputes the numbers along a path.
    fn update_ancestors(&self, tree: &mut Tree, path: &[Step]) {
        let root = tree.root_player();
        // One bit for every goal whose update goes on.
        let mut rising = (1u64 << self.goals.count()) - 1;
        for (node, mover) in upwards(path) {
            let (missing, visited) = (tree.unvisited(node) as u32, tree.visited_ids(node));
            let proofs = tree.column_mut(self.proofs);
            let mut changed = 0;
            for goal in (0..self.goals.count()).filter(|goal| rising >> goal & 1 == 1) {
                let old = proofs.row(node)[goal];
                let new = number(old, missing, proofs, visited.clone(), goal, self.goals.is_or(goal, mover, root));
                if new != old {
                    proofs.row_mut(node)[goal] = new;
                    changed |= 1 << goal;
                }
            }
            if changed != 0 || matches!(self.refresh, Refresh::Visited | Refresh::Always) {
                tree.column_mut(self.bias).cell_mut(node).stale = true;
            }
            match self.early_stop {
                EarlyStop::Each => rising = changed,
                EarlyStop::Joint if changed == 0 => rising = 0,
                EarlyStop::Joint | EarlyStop::Off => {}
            }
            if rising == 0 {
                return;
            }
        }
    }
}

/// A goal's number in a node, from those of its children: `missing` ones that are unvisited, and these that are visited.
fn number(old: u32, missing: u32, proofs: &Rows<u32>, visited: Range<NodeId>, goal: usize, is_or: bool) -> u32 {
    let rows = proofs.rows(visited);
    if is_decided(old) || missing == 0 && rows.is_empty() {
        return old;
    }
    // Plain loops over rows of known width: most of the cost of proof numbers is here.
    let numbers = rows.chunks_exact(proofs.width()).map(|row| row[goal]);
    if is_or {
        return numbers.fold(if missing > 0 { 1 } else { INFINITE }, u32::min);
    }
    let (sum, most) = numbers.fold((u64::from(missing), 0), |(sum, most), number| (sum + u64::from(number), u32::max(most, number)));
    if most == INFINITE { INFINITE } else { sum.min(u64::from(MOST_FINITE)) as u32 }
}
