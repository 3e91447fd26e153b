//! One iteration: select, expand, simulate, back up.

use super::children::{Leaf, NodeState};
use super::{Buffers, Mcts};
use crate::agent::AgentError;
use crate::budget::Meter;
use crate::search::actions::Actions;
use crate::search::tree::{NodeId, Tree};
use crate::search::{Iteration, Pick, Step};
use treebench_games::{Player, Position, Turn};

/// Where a selection ends.
enum End {
    /// At an unvisited child, which is not yet in the tree.
    Unvisited {
        /// The last node of the path.
        parent: Step,
        /// The player to move there.
        mover: Player,
        /// The child that this player picks.
        pick: Pick,
        /// The number of all children if the parent is [narrowed](Tree::refit) to some.
        narrowed_from: Option<usize>,
    },
    /// At the last node of the path.
    Leaf(Leaf),
}

impl Mcts {
    /// Plays one iteration on `position`. A dead end leaves the tree, and the iteration starts again at the root.
    pub(super) fn iterate(&mut self, position: &mut dyn Position, player: Player, meter: &mut Meter) -> Result<(), AgentError> {
        let mut states = 0;
        loop {
            self.begin(position, meter);
            let end = self.select(position, player, &mut states)?;
            let leaf = self.expand(position, end, &mut states);
            if self.simulate(position, leaf, &mut states) {
                break;
            }
            self.prune_dead_end()?;
        }
        self.back_up();
        meter.spend(states);
        Ok(())
    }

    /// Selects: follows the selection rule from the root over visited children, and counts the moves of players.
    fn select(&mut self, position: &mut dyn Position, player: Player, states: &mut u64) -> Result<End, AgentError> {
        let first = if self.sets.is_some() { self.first_node(position) } else { Tree::ROOT };
        let mut step = Step { node: first, chooser: player, ..Step::default() };
        loop {
            let mut picked = None;
            if self.tree.positions.are_kept() {
                (step, picked) = self.walk(position, step, states);
            }
            self.buffers.path.push(step);
            if self.sets.is_some() {
                step = self.enter_set(position, step);
            }
            let node = step.node;
            // Where moves were found before, and nothing can have changed them, the game is not over.
            let (turn, narrowed_from) = if self.fixed && self.tree.child_count(node) > 0 {
                (position.mover(), None)
            } else {
                match self.open(position, node)? {
                    NodeState::Inner { turn, narrowed_from } => (turn, narrowed_from),
                    NodeState::Leaf(leaf) => return Ok(End::Leaf(leaf)),
                }
            };
            let child = match turn {
                Turn::Player(mover) => {
                    match picked.unwrap_or_else(|| self.options.selection.select(&mut self.tree, node, mover, position, &mut self.rng)) {
                        Pick::Visited(k) => self.tree.visited_ids(node).start + k as NodeId,
                        Pick::Solved => {
                            self.widen(node, narrowed_from);
                            return Ok(End::Leaf(Leaf::Solved));
                        }
                        pick => return Ok(End::Unvisited { parent: step, mover, pick, narrowed_from }),
                    }
                }
                // The outcomes of chance are sampled, not selected.
                Turn::Chance => self.sample(position, node)?,
                Turn::Over => return Ok(End::Leaf(Leaf::Over)),
            };
            self.widen(node, narrowed_from);
            step = self.follow(position, child, turn, step, states);
        }
    }

    /// Puts the position at the root, and forgets the iteration before.
    #[inline(always)]
    fn begin(&mut self, position: &mut dyn Position, meter: &Meter) {
        self.buffers.path.clear();
        self.buffers.actions.clear();
        self.redrawn = false;
        if self.sets.is_some() {
            self.redraw(position, meter);
        } else if let Some(root) = &self.root {
            position.copy_from(root.as_ref());
        }
    }

    /// Selects several visited children in one call of the selection rule, where the tree keeps positions: of these only the last is needed.
    /// Also returns what was selected there, if it has children.
    #[inline(always)]
    fn walk(&mut self, position: &mut dyn Position, mut step: Step, states: &mut u64) -> (Step, Option<Pick>) {
        let Buffers { way, path, .. } = &mut self.buffers;
        way.clear();
        let picked = self.options.selection.walk(&self.tree, step.node, &mut self.rng, way);
        let Some(&last) = way.last() else { return (step, picked) };
        self.tree.positions.restore(last, position);
        *states += way.len() as u64;
        for &node in way.iter() {
            // Players move in turn where positions are kept; the root's player is both the chooser of the root and of its children.
            let next = step.chooser + usize::from(!path.is_empty());
            path.push(step);
            step = Step { node, chooser: if next == self.info.players { 0 } else { next }, ..step };
        }
        (step, picked)
    }

    /// Plays the submove to a child of the node at `from`, and returns the step there.
    #[inline(always)]
    fn follow(&mut self, position: &mut dyn Position, child: NodeId, turn: Turn, from: Step, states: &mut u64) -> Step {
        self.tree.edge(child).for_each(|m| position.apply(m));
        let inside = self.split && !position.is_nodal();
        // Behind chance the last chooser keeps their view of the result.
        let Turn::Player(chooser) = turn else { return Step { node: child, inside, ..from } };
        *states += u64::from(!inside);
        let Buffers { actions, .. } = &mut self.buffers;
        let traced = if actions.are_traced() { trace(actions, &self.tree, child, inside, chooser) } else { from.actions };
        Step { node: child, chooser, actions: traced, inside }
    }

    /// Expands: adds the unvisited child that was selected to the tree, and the rest of its move if the tree grows by whole moves.
    fn expand(&mut self, position: &mut dyn Position, end: End, states: &mut u64) -> Leaf {
        let (parent, mover, pick, narrowed_from) = match end {
            End::Unvisited { parent, mover, pick, narrowed_from } => (parent, mover, pick, narrowed_from),
            End::Leaf(leaf) => return leaf,
        };
        let child = self.add_child(parent.node, mover, pick);
        self.widen(parent.node, narrowed_from);
        let step = self.follow(position, child, Turn::Player(mover), parent, states);
        self.tree.positions.keep(child, position);
        self.buffers.path.push(step);
        if position.turn() == Turn::Over {
            return Leaf::Over;
        }
        self.arrive(position, false);
        if self.options.growth.nodal && !self.add_move(position, states) { Leaf::DeadEnd } else { Leaf::New }
    }

    /// Backs up: passes the result to the backup rules and the learner.
    fn back_up(&mut self) {
        let Buffers { path, scores, actions, .. } = &mut self.buffers;
        if actions.are_traced() {
            actions.number();
        }
        let iteration = Iteration { path, scores, actions };
        for rule in &mut self.options.backup {
            rule.back_up(&mut self.tree, &iteration);
        }
        self.options.learner.learn(&self.tree, &iteration);
        if let Some(factor) = self.options.growth.roll_up {
            self.roll_up(factor);
        }
    }

    /// Removes the last node of the path, a dead end, from the tree.
    fn prune_dead_end(&mut self) -> Result<(), AgentError> {
        let path = &self.buffers.path[..];
        let [.., parent, dead] = path else { return Err(AgentError::new("there is no legal move")) };
        self.tree.remove_child(parent.node, dead.node);
        for rule in &mut self.options.backup {
            rule.removed(&mut self.tree, path);
        }
        Ok(())
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
