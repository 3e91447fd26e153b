//! The loop: select, expand, play out, back up.

mod leaf;
mod nodal;
mod options;
mod turn;

pub use options::{Growth, MctsOptions};

use super::actions::Actions;
use super::tree::{Edges, NodeId, Tree};
use crate::agent::AgentError;
use crate::budget::Meter;
use crate::parts::Pick;
use crate::parts::backup::{Iteration, Step};
use treebench_games::{GameInfo, Player, Position, Rng, Scratch, Turn};

/// Monte-Carlo tree search, composed by a recipe.
pub struct Mcts {
    info: GameInfo,
    options: MctsOptions,
    tree: Tree,
    rng: Rng,
    /// The position of the root; `None` before the first search of a game.
    root: Option<Box<dyn Position>>,
    /// The node that the moves observed since the last search lead to; `None` if the tree does not hold it.
    next_root: Option<NodeId>,
    buffers: Buffers,
}

/// What an iteration needs and the next one uses again.
#[derive(Default)]
struct Buffers {
    position: Option<Box<dyn Position>>,
    path: Vec<Step>,
    scores: Vec<f64>,
    scratch: Scratch,
    edges: Edges,
    actions: Actions,
}

/// How a descent ended.
enum Leaf {
    /// At a node that is new in the tree.
    New,
    /// At a node that stays a leaf for now.
    Old,
    /// At the end of the game.
    Over,
    /// At a node where every player's score is known.
    Settled,
    /// At a dead end.
    Dead,
}

impl Mcts {
    /// A search for a game with these facts.
    pub fn new(info: GameInfo, options: MctsOptions) -> Self {
        let tree = if options.may_be_sparse(&info) { Tree::sparse(options.facts) } else { Tree::new(options.facts) };
        let mut buffers = Buffers::default();
        buffers.actions.wanted = options.backup.iter().map(|rule| rule.wants()).fold(options.playout.wants(), Ord::max);
        Mcts { info, options, tree, rng: Rng::from_seed(0), root: None, next_root: None, buffers }
    }

    /// The tree as the last search left it.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The actions of the last iteration, with the numbers of all actions met in this game.
    pub fn actions(&self) -> &Actions {
        &self.buffers.actions
    }

    /// Searches a position until the budget is spent; the tree can then be read.
    ///
    /// # Errors
    /// If it is no player's turn, or no whole move exists.
    pub fn search(&mut self, position: &dyn Position, meter: &mut Meter) -> Result<(), AgentError> {
        let Turn::Player(player) = position.turn() else {
            return Err(AgentError("it is no player's turn".into()));
        };
        self.take_root(position, player);
        self.options.selection.begin(&mut self.rng, meter.budget());
        while !self.is_settled(player) && meter.another() {
            self.iterate(player, meter)?;
            if meter.is_due() {
                self.look(position, meter)?;
            }
        }
        Ok(())
    }

    /// Whether the rest of the budget can be saved.
    fn is_settled(&self, player: Player) -> bool {
        self.options.stop_when_settled && self.options.backup.iter().any(|rule| rule.is_settled(&self.tree, player))
    }

    /// Makes `position` the root: keeps the part of the tree that the observed moves lead to if it is really this position.
    fn take_root(&mut self, position: &dyn Position, player: Player) {
        let same_view = !self.options.facts.one_sided || self.tree.root_player() == player;
        let known = same_view && self.root.as_ref().is_some_and(|root| root.notation() == position.notation());
        match self.next_root.filter(|_| known && self.options.reuse) {
            Some(Tree::ROOT) => {}
            Some(node) => self.tree.reroot(node),
            None => self.tree.clear(),
        }
        self.tree.set_root_player(player);
        position.store_in(self.root.get_or_insert_with(|| position.boxed()));
        position.store_in(self.buffers.position.get_or_insert_with(|| position.boxed()));
        self.next_root = Some(Tree::ROOT);
    }

    /// One iteration. Dead ends that it meets leave the tree, and it begins anew.
    fn iterate(&mut self, player: Player, meter: &mut Meter) -> Result<(), AgentError> {
        let mut states = 0;
        loop {
            match self.descend(player, &mut states)? {
                Leaf::Old if self.finish_move(&mut states) => self.play_out(&mut states),
                Leaf::New => {
                    self.arrive(false);
                    let whole = if self.options.growth.nodal { self.add_move(&mut states) } else { self.finish_move(&mut states) };
                    if !whole {
                        self.bury()?;
                        continue;
                    }
                    self.play_out(&mut states);
                }
                Leaf::Over => {
                    self.final_scores();
                    self.arrive(true);
                }
                Leaf::Settled => self.known_scores(),
                Leaf::Old | Leaf::Dead => {
                    self.bury()?;
                    continue;
                }
            }
            break;
        }
        self.back_up();
        meter.spend(states);
        Ok(())
    }

    /// Tells the result to all who learn from it.
    fn back_up(&mut self) {
        let Buffers { path, scores, actions, .. } = &mut self.buffers;
        if actions.are_wanted() {
            actions.number();
        }
        let iteration = Iteration { path, scores, actions };
        for rule in &mut self.options.backup {
            rule.back_up(&mut self.tree, &iteration);
        }
        self.options.playout.learn(&self.tree, &iteration);
        if let Some(factor) = self.options.growth.roll_up {
            self.roll_up(factor);
        }
    }

    /// Select and expand: walks from the root to the first new node, or to where the tree ends.
    fn descend(&mut self, player: Player, states: &mut u64) -> Result<Leaf, AgentError> {
        let Buffers { position, path, scratch, edges, actions, .. } = &mut self.buffers;
        let (Some(root), Some(position)) = (&self.root, position) else {
            return Err(AgentError("the search has no root".into()));
        };
        let (tree, options) = (&mut self.tree, &mut self.options);
        position.copy_from(root.as_ref());
        let split = position.is_split();
        path.clear();
        actions.clear();
        let mut step = Step { node: Tree::ROOT, chooser: player, ..Step::default() };
        // Whether chance has acted above without leaving a trace in the tree.
        let mut redrawn = false;
        loop {
            path.push(step);
            let here = step.node;
            redrawn |= self.info.chance && options.chance.pass(position.as_mut(), &mut self.rng, &mut scratch.moves);
            // Where moves were found before, and chance cannot have changed anything, the game is not over.
            let open = !self.info.chance && tree.child_count(here) > 0;
            let turn = if open { position.mover() } else { position.turn() };
            if turn == Turn::Over {
                return Ok(Leaf::Over);
            }
            let mut whole = None;
            if !tree.node(here).is_expanded() {
                let depth = path.len() - 1;
                if depth > 0 && (!options.expansion.grows(tree.node(here).visits, depth) || tree.allocated() >= options.max_nodes) {
                    return Ok(Leaf::Old);
                }
                edges.clear();
                options.expansion.list(position.as_ref(), scratch, edges);
                if edges.len() > Tree::MOST_CHILDREN {
                    let message = format!("{} submoves at `{}` are more than a node can hold", edges.len(), position.notation());
                    return Err(AgentError(message));
                }
                tree.expand(here, edges);
                options.backup.iter_mut().for_each(|rule| rule.grown(tree, here, position.as_ref()));
                if actions.are_wanted() {
                    options.backup.iter_mut().for_each(|rule| rule.expanded(tree, here, actions));
                }
            } else if redrawn {
                // The node was expanded in another position. Moves are whole here, so that none leads to a dead end.
                edges.clear();
                options.expansion.list(position.as_ref(), scratch, edges);
                let room = tree.allocated() < options.max_nodes;
                let all = tree.refit(here, edges, room);
                if tree.child_count(here) == 0 {
                    tree.unfit(here, all);
                    return Ok(if edges.is_empty() { Leaf::Over } else { Leaf::Old });
                }
                whole = Some(all);
            }
            if tree.child_count(here) == 0 {
                // Every way from here was dead. A nodal position of that kind is the end of the game.
                return Ok(if position.is_nodal() { Leaf::Over } else { Leaf::Dead });
            }
            let mut new = false;
            step.node = match turn {
                Turn::Player(mover) => {
                    step.chooser = mover;
                    match options.selection.select_at(tree, here, mover, position.as_ref(), &mut self.rng) {
                        Pick::Visited(k) => tree.child_ids(here).start + k as NodeId,
                        Pick::Unvisited => {
                            new = true;
                            let chosen = options.playout.choose_new(tree, here, mover, actions, &mut self.rng);
                            let k = chosen.unwrap_or_else(|| self.rng.below(tree.unvisited(here)));
                            tree.visit_new(here, k)
                        }
                        Pick::New(k) => {
                            new = true;
                            tree.visit_new(here, k)
                        }
                        Pick::Settled => {
                            whole.into_iter().for_each(|all| tree.unfit(here, all));
                            return Ok(Leaf::Settled);
                        }
                    }
                }
                // The outcomes below chance are sampled, not selected; the last chooser keeps his view of the result.
                Turn::Chance | Turn::Over => {
                    let outcome = options.chance.outcome(tree, here, position.as_ref(), &mut self.rng, &mut scratch.moves);
                    let found = tree.child_ids(here).find(|&child| tree.edge(child).eq([outcome]));
                    found.ok_or_else(|| AgentError("chance had an outcome that it had not listed".into()))?
                }
            };
            whole.into_iter().for_each(|all| tree.unfit(here, all));
            for m in tree.edge(step.node) {
                position.apply(m);
            }
            step.inside = split && !position.is_nodal();
            if let Turn::Player(mover) = turn {
                *states += u64::from(!step.inside);
                if actions.are_wanted() {
                    step.actions = note(actions, tree, step.node, step.inside, mover);
                }
            }
            if new {
                path.push(step);
                return Ok(if position.turn() == Turn::Over { Leaf::Over } else { Leaf::New });
            }
        }
    }

    /// Completes the move in which a leaf stands; `false` if every way is dead. Playouts begin in nodal positions.
    fn finish_move(&mut self, states: &mut u64) -> bool {
        let Buffers { position: Some(position), path, scratch, actions, .. } = &mut self.buffers else { return false };
        let Some(&Step { inside: true, chooser, .. }) = path.last() else { return true };
        let found = self.options.playout.finish(position.as_mut(), chooser, &mut self.rng, scratch, actions);
        *states += u64::from(found);
        found
    }

    /// Removes the last node of the path, a dead end.
    fn bury(&mut self) -> Result<(), AgentError> {
        let path = &self.buffers.path[..];
        let [.., parent, dead] = path else { return Err(AgentError("there is no legal move".into())) };
        self.tree.remove_child(parent.node, dead.node);
        for rule in &mut self.options.backup {
            rule.removed(&mut self.tree, path);
        }
        Ok(())
    }
}

/// Notes the step to a node that was just taken in the tree, and returns the number of semimoves so far. It is given what it needs of the
/// step and not the step's address: what has an address is written to memory in parts, and read from there as a whole it is waited for.
fn note(actions: &mut Actions, tree: &Tree, node: NodeId, inside: bool, mover: Player) -> u32 {
    tree.edge(node).for_each(|m| actions.trace.push_semimove(m));
    if !inside {
        actions.trace.end(mover);
    }
    actions.in_tree = actions.trace.semimoves().len();
    actions.in_tree as u32
}
