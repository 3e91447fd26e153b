//! The search: its memory, its root, and the loop over iterations.

mod iteration;
mod children;
mod nodal;
mod information_sets;
mod simulation;
mod options;
mod turn;

pub use information_sets::Observer;
pub use options::{Growth, MctsOptions};

use super::actions::Actions;
use super::iteration::Step;
use super::needs::Needs;
use super::tree::{Edges, NodeId, Tree};
use crate::agent::AgentError;
use crate::budget::Meter;
use information_sets::InformationSets;
use treebench_games::params::ParamError;
use treebench_games::{GameInfo, Move, Player, Position, Rng, Scratch, Turn};

/// Monte-Carlo tree search, composed by a recipe.
pub struct Mcts {
    info: GameInfo,
    options: MctsOptions,
    tree: Tree,
    /// Whether the tree's statistics are for the player at its root.
    one_sided: bool,
    rng: Rng,
    /// The position of the root; `None` before the first search of a game.
    root: Option<Box<dyn Position>>,
    /// The node that the moves observed since the last search lead to; `None` if the tree does not hold it.
    next_root: Option<NodeId>,
    /// The node of the position that was searched last; `None` if the search did not come to it.
    answer: Option<NodeId>,
    /// The position on which iterations play; kept from one search to the next for its memory.
    position: Option<Box<dyn Position>>,
    /// Whether moves may consist of several semimoves.
    split: bool,
    /// Whether the moves of a node are the same in every descent.
    fixed: bool,
    /// The nodes of information sets, if nodes are information sets.
    sets: Option<InformationSets>,
    /// Whether this iteration has come to another position than earlier ones by the same moves: one that was drawn at the root, or by chance that
    /// leaves no trace in the tree.
    redrawn: bool,
    /// Positions that were to be drawn in this turn and were not found.
    failed_draws: u64,
    buffers: Buffers,
}

/// Memory that one iteration uses and the next one re-uses.
#[derive(Default)]
struct Buffers {
    /// The position and the rest of a move that is added as a whole.
    inside: Option<Box<dyn Position>>,
    rest: Vec<Move>,
    path: Vec<Step>,
    scores: Vec<f64>,
    scratch: Scratch,
    edges: Edges,
    actions: Actions,
    /// The nodes that a selection rule walks through at once.
    way: Vec<NodeId>,
}

impl Mcts {
    /// A search for such a game.
    ///
    /// # Errors
    /// If the parts are incompatible: one reads a column that none writes, or two write the same.
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
        let sets = options.observer.filter(|_| info.hidden).map(InformationSets::new);
        Ok(Mcts {
            info,
            options,
            tree,
            one_sided,
            rng: Rng::from_seed(0),
            root: None,
            next_root: None,
            answer: Some(Tree::ROOT),
            position: None,
            split: false,
            fixed: !info.chance && sets.is_none(),
            sets,
            redrawn: false,
            failed_draws: 0,
            buffers,
        })
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
        let joint = if self.sets.is_some() { position.information().and_then(|information| information.joint_start()) } else { None };
        let root = joint.as_deref().unwrap_or(position);
        self.take_root(root, player);
        self.options.selection.begin(&mut self.rng, meter.budget());
        let mut here = self.position.take().unwrap_or_else(|| root.boxed());
        root.store_in(&mut here);
        while !self.is_solved(player) && meter.another() {
            self.iterate(here.as_mut(), player, meter)?;
            if meter.is_due() {
                self.checkpoint(position, meter)?;
            }
        }
        self.position = Some(here);
        meter.count_failed_draws(std::mem::take(&mut self.failed_draws));
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
            None => {
                self.tree.positions.set_width(self.packed_words(position));
                self.tree.clear();
                self.sets.iter_mut().for_each(|sets| sets.begin(position, player));
            }
        }
        self.tree.set_root_player(player);
        self.answer = Some(Tree::ROOT);
        self.split = position.is_split();
        position.store_in(self.root.get_or_insert_with(|| position.boxed()));
        self.next_root = Some(Tree::ROOT);
    }

    /// The words of a position to keep with every node: 0 where positions have to be followed move by move anyway.
    fn packed_words(&self, position: &dyn Position) -> usize {
        let walks = self.options.selection.walks() && !self.info.chance && !position.is_split() && !self.buffers.actions.are_traced();
        if walks { position.boxed().packed().map_or(0, |packed| packed.words()) } else { 0 }
    }
}
