//! A search as a player of games: one search per turn, and the tree carried along.

use super::{Buffers, Mcts};
use crate::agent::{Agent, AgentError, Proof, RootMove, SearchReport};
use crate::budget::Meter;
use crate::search::{MoveLister, NodeId, Tree};
use treebench_games::playout::finish_move;
use treebench_games::{Move, Player, Position, Rng, Turn};

impl Agent for Mcts {
    fn start(&mut self, _seat: Player, rng: Rng) {
        self.rng = rng;
        self.tree.clear();
        self.buffers.actions.forget();
        self.options.learner.forget();
        self.root = None;
        self.next_root = None;
        self.answer = Some(Tree::ROOT);
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        self.options.learner.begin_turn();
        if !self.options.search_single_move
            && let Turn::Player(player) = position.turn()
            && self.only_move(position, submove)
        {
            // The tree is carried along, and what is reported belongs to this position.
            self.take_root(position, player);
            return Ok(());
        }
        self.search(position, meter)?;
        self.answer = self.node_of(position);
        let mut rng = self.rng.clone();
        self.best_move(position, &mut rng, submove)?;
        self.rng = rng;
        Ok(())
    }

    fn observe(&mut self, before: &dyn Position, submove: &[Move]) {
        if let Turn::Player(_) = before.turn() {
            self.options.learner.observe();
        }
        if let Some(root) = &mut self.root {
            submove.iter().for_each(|&m| root.apply(m));
        }
        self.next_root = self.next_root.and_then(|node| self.tree.descend(node, submove));
    }

    fn memory(&self) -> u64 {
        self.tree.bytes() as u64
    }

    fn report(&self) -> SearchReport {
        let mut root: Vec<RootMove> = self
            .answer
            .into_iter()
            .flat_map(|node| visited(&self.tree, node))
            .map(|child| {
                let node = self.tree.node(child);
                RootMove {
                    submove: self.tree.edge(child).collect(),
                    written: None,
                    visits: u64::from(node.visits),
                    mean: node.mean(),
                    known: self.known(child),
                }
            })
            .collect();
        root.sort_by(|a, b| (b.visits, b.mean).partial_cmp(&(a.visits, a.mean)).unwrap_or(std::cmp::Ordering::Equal));
        SearchReport { nodes: self.tree.len() as u64, bytes: self.memory(), known: self.known(Tree::ROOT), root, line: self.line() }
    }
}

/// The maximum number of whole moves of a principal variation, and the fewest visits that a move in it has after the first.
const LINE_MOVES: usize = 16;
const LINE_VISITS: u32 = 2;

impl Mcts {
    /// The most visited child again and again, as whole moves in notation, as long as the moves are legal: in trees that several positions
    /// share, such as those of open loops, they need not be.
    fn line(&self) -> Vec<String> {
        let mut line = Vec::new();
        // Below the start of a joint choice, the position that was searched is none of the tree's.
        let root = self.root.as_ref().filter(|_| self.answer == Some(Tree::ROOT));
        let Some(mut before) = root.map(|root| root.boxed()) else { return line };
        let (mut here, mut node, mut submove, mut legal) = (before.boxed(), Tree::ROOT, Vec::new(), Vec::new());
        while line.len() < LINE_MOVES {
            let child = visited(&self.tree, node).max_by_key(|&child| (self.tree.node(child).visits, std::cmp::Reverse(child)));
            let Some(child) = child.filter(|&child| line.is_empty() || self.tree.node(child).visits >= LINE_VISITS) else { break };
            for m in self.tree.edge(child) {
                here.moves(&mut legal);
                if !legal.contains(&m) {
                    return line;
                }
                here.apply(m);
                submove.push(m);
            }
            node = child;
            if here.is_nodal() && !submove.is_empty() {
                line.push(before.move_notation(&submove));
                submove.clear();
                before.copy_from(here.as_ref());
            }
        }
        line
    }

    /// The proven facts about a node.
    fn known(&self, node: NodeId) -> Proof {
        let mut known = Proof::default();
        self.options.backup.iter().for_each(|rule| rule.report(&self.tree, node, &mut known));
        known
    }

    /// Writes the only legal move, if there is no other.
    fn only_move(&mut self, position: &dyn Position, submove: &mut Vec<Move>) -> bool {
        let Buffers { scratch, edges, .. } = &mut self.buffers;
        edges.clear();
        MoveLister::default().list(position, scratch, edges);
        let only = edges.len() == 1;
        if only {
            edges.copy(0, submove);
        }
        only
    }

    /// Appends the move that would be played now.
    fn best_move(&mut self, position: &dyn Position, rng: &mut Rng, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        let mut here = position.boxed();
        let mut node = self.node_of(position);
        while let Some(child) = node.and_then(|node| self.preferred(node, here.turn(), rng)) {
            submove.extend(self.tree.edge(child));
            self.tree.edge(child).for_each(|m| here.apply(m));
            if here.is_nodal() {
                return Ok(());
            }
            node = Some(child);
        }
        // The tree ends inside the move: the rest is random (split-moves paper, "Final selection").
        if finish_move(here.as_mut(), rng, &mut self.buffers.scratch).is_some() {
            submove.extend_from_slice(self.buffers.scratch.submove());
            return Ok(());
        }
        Err(AgentError::new("the search found no legal move"))
    }

    /// Notes what would be played now. Clones the RNG so that observing does not perturb the search.
    pub(super) fn checkpoint(&mut self, position: &dyn Position, meter: &mut Meter) -> Result<(), AgentError> {
        let mut submove = Vec::new();
        self.best_move(position, &mut self.rng.clone(), &mut submove)?;
        meter.note(submove, self.tree.len() as u64);
        Ok(())
    }

    /// The child that the final-move rule prefers.
    fn preferred(&self, node: NodeId, turn: Turn, rng: &mut Rng) -> Option<NodeId> {
        let Turn::Player(mover) = turn else { return None };
        let children: Vec<NodeId> = visited(&self.tree, node).collect();
        self.options.final_move.choose(&self.tree, node, &children, mover, rng)
    }
}

/// The children that were visited.
fn visited(tree: &Tree, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    tree.stored_ids(node).filter(|&child| tree.node(child).visits > 0)
}
