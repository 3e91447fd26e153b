//! Selection and expansion: from the root to the leaf of an iteration.

mod open;

use super::{Buffers, Mcts, MctsOptions};
use crate::agent::AgentError;
use crate::search::actions::Actions;
use crate::search::phases::{Pick, Playing, Step, Walk};
use crate::search::tree::{Edges, NodeId, Tree};
use treebench_games::{GameInfo, Player, Position, Rng, Scratch, Turn};

/// Where a descent ended.
pub(super) enum Leaf {
    /// At a node that is new in the tree.
    New,
    /// At a node that stays a leaf for now.
    Old,
    /// At the end of the game.
    Over,
    /// At a node where every player's score is known.
    Solved,
    /// At a dead end.
    Dead,
}

/// Why a step of the descent is the last.
enum End {
    Leaf(Leaf),
    Error(AgentError),
}

impl From<AgentError> for End {
    fn from(error: AgentError) -> Self {
        End::Error(error)
    }
}

/// A descent: what it uses of the search, and what it has seen on its way.
struct Descent<'a> {
    info: &'a GameInfo,
    options: &'a mut MctsOptions,
    tree: &'a mut Tree,
    rng: &'a mut Rng,
    position: &'a mut dyn Position,
    path: &'a mut Vec<Step>,
    scratch: &'a mut Scratch,
    edges: &'a mut Edges,
    actions: &'a mut Actions,
    /// Whether moves may consist of several semimoves.
    split: bool,
    /// Whether chance has acted above without leaving a trace in the tree.
    redrawn: bool,
    /// The nodes that the selection rule has walked through.
    way: &'a mut Vec<NodeId>,
}

impl Mcts {
    /// Walks from the root to the first new node, or to where the tree ends; counts the moves of players.
    pub(super) fn descend(&mut self, player: Player, states: &mut u64) -> Result<Leaf, AgentError> {
        let Buffers { position, path, scratch, edges, actions, way, .. } = &mut self.buffers;
        let (Some(root), Some(position)) = (&self.root, position) else {
            return Err(AgentError::new("the search has no root"));
        };
        position.copy_from(root.as_ref());
        path.clear();
        actions.clear();
        let descent = Descent {
            info: &self.info,
            options: &mut self.options,
            tree: &mut self.tree,
            rng: &mut self.rng,
            split: position.is_split(),
            position: position.as_mut(),
            path,
            scratch,
            edges,
            actions,
            redrawn: false,
            way,
        };
        match descent.walk(player, states) {
            Ok(leaf) | Err(End::Leaf(leaf)) => Ok(leaf),
            Err(End::Error(error)) => Err(error),
        }
    }
}

impl Descent<'_> {
    #[inline(always)]
    fn walk(mut self, player: Player, states: &mut u64) -> Result<Leaf, End> {
        let mut step = Step { node: Tree::ROOT, chooser: player, ..Step::default() };
        let mut picked = if self.tree.keeps_positions() { self.run(&mut step, states) } else { None };
        loop {
            if picked.is_none() && !self.info.chance {
                picked = self.glide(&mut step, states);
            }
            let node = step.node;
            let (turn, (child, new)) = match picked.take() {
                Some((mover, pick)) => (Turn::Player(mover), self.take(node, mover, pick, None)?),
                None => self.choose(step)?,
            };
            let inside = self.follow(child);
            let (chooser, actions) = match turn {
                Turn::Player(mover) => {
                    *states += u64::from(!inside);
                    (mover, if self.actions.are_traced() { trace(self.actions, self.tree, child, inside, mover) } else { step.actions })
                }
                Turn::Chance | Turn::Over => (step.chooser, step.actions),
            };
            step = Step { node: child, chooser, actions, inside };
            if new {
                if let Some((words, position)) = self.tree.position_mut(child).zip(self.position.packed()) {
                    position.pack(words);
                }
                self.path.push(step);
                return Ok(if self.position.turn() == Turn::Over { Leaf::Over } else { Leaf::New });
            }
        }
    }

    /// Walks as [`glide`](Self::glide) does with one call of the selection rule, where the positions of nodes are kept.
    #[inline(always)]
    fn run(&mut self, step: &mut Step, states: &mut u64) -> Option<(Player, Pick)> {
        self.way.clear();
        let walk = self.options.selection.walk(self.tree, step.node, self.rng, self.way);
        if let Some((words, position)) = self.way.last().and_then(|&last| self.tree.position(last)).zip(self.position.packed()) {
            position.unpack(words);
            *states += self.way.len() as u64;
            for &node in self.way.iter() {
                self.path.push(*step);
                // In games that pack their positions players move in turn.
                let mover = if self.path.len() == 1 { step.chooser } else { self.after(step.chooser) };
                *step = Step { node, chooser: mover, ..*step };
            }
        }
        let Walk::Picked(pick) = walk else { return None };
        // Where moves were found before, the game is not over.
        let Turn::Player(mover) = self.position.mover() else { return None };
        self.path.push(*step);
        Some((mover, pick))
    }

    /// The player behind another.
    #[inline(always)]
    fn after(&self, player: Player) -> Player {
        if player + 1 == self.info.players { 0 } else { player + 1 }
    }

    /// Walks on as long as visited children are picked in nodes that have children already, in a game without chance: what most steps are, in
    /// a loop that keeps to what they need. Returns what else was picked in the node at `step`, if it came to that.
    #[inline(always)]
    fn glide(&mut self, step: &mut Step, states: &mut u64) -> Option<(Player, Pick)> {
        while self.tree.child_count(step.node) > 0 {
            // Where moves were found before, the game is not over.
            let Turn::Player(mover) = self.position.mover() else { return None };
            self.path.push(*step);
            match self.options.selection.select(self.tree, step.node, mover, self.position, self.rng) {
                Pick::Visited(k) => {
                    let child = self.tree.visited_ids(step.node).start + k as NodeId;
                    let inside = self.follow(child);
                    *states += u64::from(!inside);
                    let actions =
                        if self.actions.are_traced() { trace(self.actions, self.tree, child, inside, mover) } else { step.actions };
                    *step = Step { node: child, chooser: mover, actions, inside };
                }
                pick => return Some((mover, pick)),
            }
        }
        None
    }

    /// Whose turn it is at a node, the child that the descent takes, and whether that is new.
    #[inline(always)]
    fn choose(&mut self, step: Step) -> Result<(Turn, (NodeId, bool)), End> {
        self.path.push(step);
        let node = step.node;
        let turn = self.turn(node)?;
        let narrowed_from = self.open(node)?;
        let taken = match turn {
            Turn::Player(mover) => {
                let pick = self.options.selection.select(self.tree, node, mover, self.position, self.rng);
                self.take(node, mover, pick, narrowed_from)?
            }
            // The outcomes of chance are sampled, not selected; the last chooser keeps their view of the result.
            Turn::Chance | Turn::Over => (self.sample(node)?, false),
        };
        self.widen(node, narrowed_from);
        Ok((turn, taken))
    }

    /// Whose turn it is at a node, after chance has acted where it leaves no trace in the tree.
    #[inline(always)]
    fn turn(&mut self, node: NodeId) -> Result<Turn, End> {
        self.redrawn |= self.info.chance && self.options.chance.pass(self.position, self.rng, &mut self.scratch.moves);
        // Where moves were found before, and chance cannot have changed anything, the game is not over.
        let open = !self.info.chance && self.tree.child_count(node) > 0;
        match if open { self.position.mover() } else { self.position.turn() } {
            Turn::Over => Err(End::Leaf(Leaf::Over)),
            turn => Ok(turn),
        }
    }

    /// The child that the selection rule has picked, and whether it is new.
    #[inline(always)]
    fn take(&mut self, node: NodeId, mover: Player, pick: Pick, narrowed_from: Option<usize>) -> Result<(NodeId, bool), End> {
        match pick {
            Pick::Visited(k) => Ok((self.tree.visited_ids(node).start + k as NodeId, false)),
            Pick::Unvisited => {
                let learner = self.options.learner.as_mut();
                let mut playing = Playing { rng: self.rng, scratch: self.scratch, actions: self.actions, learner };
                let chosen = self.options.playout.choose_new(self.tree, node, mover, &mut playing);
                let k = chosen.unwrap_or_else(|| self.rng.below(self.tree.unvisited(node)));
                Ok((self.tree.visit_new(node, k), true))
            }
            Pick::New(k) => Ok((self.tree.visit_new(node, k), true)),
            Pick::Solved => {
                self.widen(node, narrowed_from);
                Err(End::Leaf(Leaf::Solved))
            }
        }
    }

    /// The child of a chance node whose outcome was drawn.
    #[inline(always)]
    fn sample(&mut self, node: NodeId) -> Result<NodeId, End> {
        let outcome = self.options.chance.outcome(self.tree, node, self.position, self.rng, &mut self.scratch.moves);
        let found = self.tree.stored_ids(node).find(|&child| self.tree.edge(child).eq([outcome]));
        found.ok_or_else(|| AgentError::new("chance had an outcome that it had not listed").into())
    }

    /// Plays the submove to a child; whether it ends inside a move.
    #[inline(always)]
    fn follow(&mut self, child: NodeId) -> bool {
        self.tree.edge(child).for_each(|m| self.position.apply(m));
        self.split && !self.position.is_nodal()
    }
}

/// Traces the submove to a node and returns the number of semimoves traced so far. Takes the fields of the step by value: reading
/// them back from memory would stall on store forwarding.
pub(super) fn trace(actions: &mut Actions, tree: &Tree, node: NodeId, inside: bool, mover: Player) -> u32 {
    tree.edge(node).for_each(|m| actions.trace.push_semimove(m));
    if !inside {
        actions.trace.end(mover);
    }
    actions.in_tree = actions.trace.semimoves().len();
    actions.in_tree as u32
}
