//! The tree of a search with priors and values (PUCT, as in Silver et al. 2017).

use crate::actions::Actions;
use treebench::games::{GameInfo, Move, Player, Position, Turn};

/// A move in a tree, and the position after it.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    m: Move,
    /// The action of the move.
    pub(crate) action: i32,
    /// Its share of the priors.
    pub(crate) prior: f32,
    /// Its visits.
    pub(crate) visits: u32,
    /// The sum of the results of the player who makes the move, on [0, 1].
    pub(crate) sum: f32,
    /// Its children, once it is expanded.
    first: u32,
    count: u32,
}

/// A position that no search has seen, with the actions of its legal moves.
pub(crate) struct Leaf<'t> {
    pub(crate) position: &'t dyn Position,
    pub(crate) actions: &'t [i32],
}

/// The search from one position.
pub(crate) struct Tree {
    root: Box<dyn Position>,
    here: Box<dyn Position>,
    nodes: Vec<Node>,
    /// The nodes from the root to the leaf, each with the player who chose it.
    path: Vec<(usize, Player)>,
    /// The player to move at the leaf; `None` if the game is over there.
    mover: Option<Player>,
    /// The legal moves at the leaf and their actions.
    moves: Vec<Move>,
    actions: Vec<i32>,
}

impl Tree {
    pub(crate) fn new(root: Box<dyn Position>) -> Tree {
        let node = Node { m: Move::default(), action: 0, prior: 1.0, visits: 0, sum: 0.0, first: 0, count: 0 };
        let (path, moves, actions) = (Vec::new(), Vec::new(), Vec::new());
        Tree { here: root.boxed(), root, nodes: vec![node], path, mover: None, moves, actions }
    }

    /// Walks to a leaf. At the end of a game its scores are added, and there is none.
    ///
    /// # Errors
    /// If there are more moves than actions.
    pub(crate) fn descend(&mut self, numbering: &Actions, exploration: f32, info: &GameInfo) -> Result<Option<Leaf<'_>>, String> {
        self.here.copy_from(self.root.as_ref());
        self.path.clear();
        let mut at = 0;
        loop {
            let Turn::Player(mover) = self.here.turn() else {
                let scores = [0, 1].map(|player| info.normalise(self.here.score(player)) as f32);
                self.back_up(|player| scores[player]);
                return Ok(None);
            };
            if self.nodes[at].count == 0 {
                self.mover = Some(mover);
                self.list(numbering)?;
                self.here.fault().map_or(Ok(()), |fault| Err(fault.to_string()))?;
                return Ok(Some(Leaf { position: self.here.as_ref(), actions: &self.actions }));
            }
            at = self.best(at, exploration);
            self.path.push((at, mover));
            self.here.apply(self.nodes[at].m);
        }
    }

    /// Lists the moves of the leaf, each once.
    fn list(&mut self, numbering: &Actions) -> Result<(), String> {
        self.here.moves(&mut self.moves);
        self.actions.clear();
        numbering.in_order(self.here.as_ref(), &self.moves, &mut self.actions)?;
        if self.actions.contains(&-1) {
            let mut actions = self.actions.iter();
            self.moves.retain(|_| actions.next() != Some(&-1));
            self.actions.retain(|&action| action != -1);
        }
        Ok(())
    }

    /// The best child; the first of several.
    fn best(&self, at: usize, exploration: f32) -> usize {
        let Node { first, visits, .. } = self.nodes[at];
        let children = self.children(at);
        let (seen, total) = children.iter().fold((0, 0.0), |(n, sum), child| (n + child.visits, sum + child.sum));
        // What was not tried is worth as much as what was.
        let unseen = if seen == 0 { 0.5 } else { total / seen as f32 };
        let weight = exploration * (visits as f32).sqrt();
        let worth = |child: &Node| {
            let mean = if child.visits == 0 { unseen } else { child.sum / child.visits as f32 };
            mean + weight * child.prior / (1.0 + child.visits as f32)
        };
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (place, child) in children.iter().enumerate() {
            let worth = worth(child);
            if worth > most {
                (best, most) = (place, worth);
            }
        }
        first as usize + best
    }

    /// The moves of a node that is expanded.
    fn children(&self, at: usize) -> &[Node] {
        let Node { first, count, .. } = self.nodes[at];
        &self.nodes[first as usize..][..count as usize]
    }

    /// The moves of the root.
    pub(crate) fn root(&self) -> &[Node] {
        self.children(0)
    }

    /// Gives the leaf its children and adds its value for the player to move. Priors are those of its legal moves; if all are zero, they are taken to be equal.
    pub(crate) fn expand(&mut self, priors: &[f32], value: f32) {
        let leaf = self.path.last().map_or(0, |&(at, _)| at);
        let first = self.nodes.len() as u32;
        let total: f32 = priors.iter().sum();
        let share = 1.0 / self.moves.len() as f32;
        self.nodes.extend(self.moves.iter().zip(&self.actions).zip(priors).map(|((&m, &action), &prior)| {
            let prior = if total > 0.0 { prior / total } else { share };
            Node { m, action, prior, visits: 0, sum: 0.0, first: 0, count: 0 }
        }));
        (self.nodes[leaf].first, self.nodes[leaf].count) = (first, self.moves.len() as u32);
        let mover = self.mover;
        self.back_up(|player| if Some(player) == mover { value } else { 1.0 - value });
    }

    /// Adds the results of the players to all nodes on the path.
    fn back_up(&mut self, result: impl Fn(Player) -> f32) {
        self.nodes[0].visits += 1;
        for &(at, mover) in &self.path {
            self.nodes[at].visits += 1;
            self.nodes[at].sum += result(mover);
        }
    }
}
