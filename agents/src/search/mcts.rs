//! The loop: select, expand, play out, back up.

mod descent;
mod nodal;
mod options;
mod turn;

pub use options::{Growth, MctsOptions};

use super::actions::Actions;
use super::needs::Needs;
use super::phases::{Arrival, Iteration, Playing, Step};
use super::tree::{Edges, NodeId, Tree};
use crate::agent::AgentError;
use crate::budget::Meter;
use descent::Leaf;
use treebench_games::params::ParamError;
use treebench_games::{GameInfo, Move, Player, Position, Rng, Scratch, Turn};

/// Monte-Carlo tree search, composed by a recipe.
pub struct Mcts {
    info: GameInfo,
    options: MctsOptions,
    tree: Tree,
    /// Whether what the tree holds is about the player at its root.
    one_sided: bool,
    rng: Rng,
    /// The position of the root; `None` before the first search of a game.
    root: Option<Box<dyn Position>>,
    /// The node that the moves observed since the last search lead to; `None` if the tree does not hold it.
    next_root: Option<NodeId>,
    buffers: Buffers,
}

/// Memory that one iteration uses and the next one re-uses.
#[derive(Default)]
struct Buffers {
    position: Option<Box<dyn Position>>,
    /// The position and the rest of a move that is added as a whole.
    inside: Option<Box<dyn Position>>,
    rest: Vec<Move>,
    path: Vec<Step>,
    scores: Vec<f64>,
    scratch: Scratch,
    edges: Edges,
    actions: Actions,
    way: Vec<NodeId>,
}

impl Mcts {
    /// A search for such a game.
    ///
    /// # Errors
    /// If the parts do not go together: one reads a column of the tree that none writes, or two write the same.
    pub fn new(info: GameInfo, mut options: MctsOptions) -> Result<Self, ParamError> {
        let mut needs = Needs::new(info);
        options.declare(&mut needs);
        if needs.positions && options.growth.nodal {
            let message = "a part of the search reads the positions of new nodes, which a tree that grows by whole moves does not keep";
            return Err(ParamError::rule("", message));
        }
        let buffers = Buffers { actions: Actions::traced(needs.tracing), ..Buffers::default() };
        let one_sided = needs.one_sided;
        let sparse = options.may_be_sparse(&info) && !needs.reads_unvisited();
        let columns = needs.columns()?;
        let tree = if sparse { Tree::sparse(columns) } else { Tree::new(columns) };
        Ok(Mcts { info, options, tree, one_sided, rng: Rng::from_seed(0), root: None, next_root: None, buffers })
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
    /// If it is no player's turn, or there is no legal move.
    pub fn search(&mut self, position: &dyn Position, meter: &mut Meter) -> Result<(), AgentError> {
        let Turn::Player(player) = position.turn() else {
            return Err(AgentError::new("it is no player's turn"));
        };
        self.take_root(position, player);
        self.options.selection.begin(&mut self.rng, meter.budget());
        while !self.is_solved(player) && meter.another() {
            self.iterate(player, meter)?;
            if meter.is_due() {
                self.checkpoint(position, meter)?;
            }
        }
        Ok(())
    }

    /// Whether the search can end because the root is solved.
    fn is_solved(&self, player: Player) -> bool {
        self.options.stop_when_solved && self.options.backup.iter().any(|rule| rule.is_solved(&self.tree, player))
    }

    /// Makes `position` the root. Keeps the part of the tree that the observed moves lead to if it belongs to this position.
    fn take_root(&mut self, position: &dyn Position, player: Player) {
        let same_side = !self.one_sided || self.tree.root_player() == player;
        let known = same_side && self.root.as_ref().is_some_and(|root| root.notation() == position.notation());
        match self.next_root.filter(|_| known && self.options.reuse) {
            Some(Tree::ROOT) => {}
            Some(node) => self.tree.reroot(node),
            None => self.tree.clear_for(self.packed_words(position)),
        }
        self.tree.set_root_player(player);
        position.store_in(self.root.get_or_insert_with(|| position.boxed()));
        position.store_in(self.buffers.position.get_or_insert_with(|| position.boxed()));
        self.next_root = Some(Tree::ROOT);
    }

    /// The words of a position to keep with every node: 0 where positions have to be followed move by move anyway.
    fn packed_words(&self, position: &dyn Position) -> usize {
        let walks = self.options.selection.walks() && !self.info.chance && !position.is_split() && !self.buffers.actions.are_traced();
        if walks { position.boxed().packed().map_or(0, |packed| packed.words()) } else { 0 }
    }

    /// One iteration. A dead end leaves the tree, and the descent starts again at the root.
    fn iterate(&mut self, player: Player, meter: &mut Meter) -> Result<(), AgentError> {
        let mut states = 0;
        loop {
            match self.descend(player, &mut states)? {
                Leaf::Old if self.finish_move(&mut states) => self.play_out(&mut states),
                Leaf::New => {
                    self.arrive(false);
                    let whole = if self.options.growth.nodal { self.add_move(&mut states) } else { self.finish_move(&mut states) };
                    if !whole {
                        self.prune_dead_end()?;
                        continue;
                    }
                    self.play_out(&mut states);
                }
                Leaf::Over => {
                    self.final_scores();
                    self.arrive(true);
                }
                Leaf::Solved => self.solved_scores(),
                Leaf::Old | Leaf::Dead => {
                    self.prune_dead_end()?;
                    continue;
                }
            }
            break;
        }
        self.back_up();
        meter.spend(states);
        Ok(())
    }

    /// Tells the backup rules that the descent has come to a new node or to the end of the game.
    fn arrive(&mut self, over: bool) {
        let Buffers { position: Some(position), path, scores, scratch, .. } = &mut self.buffers else { return };
        let (Some(step), turn) = (path.last(), position.turn()) else { return };
        let mut arrival = Arrival {
            node: step.node,
            position: position.as_ref(),
            mover: if let Turn::Player(mover) = turn { Some(mover) } else { None },
            scores: if over { Some(scores) } else { None },
            moves: &mut scratch.moves,
        };
        for rule in &mut self.options.backup {
            rule.arrive(&mut self.tree, &mut arrival);
        }
    }

    /// Completes the move inside which the leaf is; `false` if it is a dead end. Playouts begin in nodal positions.
    fn finish_move(&mut self, states: &mut u64) -> bool {
        let Buffers { position: Some(position), path, scratch, actions, .. } = &mut self.buffers else { return false };
        let Some(&Step { inside: true, chooser, .. }) = path.last() else { return true };
        let mut playing = Playing { rng: &mut self.rng, scratch, actions, learner: self.options.learner.as_mut() };
        let found = self.options.playout.finish(position.as_mut(), chooser, &mut playing);
        *states += u64::from(found);
        found
    }

    /// Plays out and fills in the scores.
    fn play_out(&mut self, states: &mut u64) {
        let Buffers { position: Some(position), scratch, actions, scores, .. } = &mut self.buffers else { return };
        let mut playing = Playing { rng: &mut self.rng, scratch, actions, learner: self.options.learner.as_mut() };
        let playout = self.options.playout.play(position.as_mut(), &mut playing);
        *states += u64::from(playout.moves);
        scores.clear();
        if playout.over {
            let end = self.options.playout.end(position.as_ref());
            scores.extend((0..self.info.players).map(|player| self.info.normalise(end.score(player))));
        } else {
            scores.resize(self.info.players, self.options.cap_score);
        }
    }

    /// Fills in the scores of a game that is over where the descent ended.
    fn final_scores(&mut self) {
        let Buffers { position: Some(position), scores, .. } = &mut self.buffers else { return };
        scores.clear();
        scores.extend((0..self.info.players).map(|player| self.info.normalise(position.score(player))));
    }

    /// Fills in the scores of the solved node where the descent ended.
    fn solved_scores(&mut self) {
        let Some(step) = self.buffers.path.last() else { return };
        self.buffers.scores.clear();
        self.options.backup.iter().for_each(|rule| rule.solved_scores(&self.tree, step.node, &mut self.buffers.scores));
    }

    /// Passes the result to the backup rules and the learner.
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
