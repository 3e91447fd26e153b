//! The options of a search, set by a recipe.

use super::Observer;
use crate::search::needs::Needs;
use crate::search::{Backup, Chance, Expansion, FinalMove, Learner, PlayoutPolicy, Selection};
use treebench_games::GameInfo;

/// Which nodes an iteration adds to the tree, and the treatment of those inside moves (split-moves paper, sections "Raw and nodal variants" and
/// "Combined variants and roll-up").
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Growth {
    /// Whether the whole move is added to whose first part the descent came (Alg. 2), or only that part.
    pub nodal: bool,
    /// Whether the playout policy chooses the rest of a move that is added as a whole, if actions are traced; otherwise it is drawn uniformly.
    pub guided: bool,
    /// A node inside a move, all of whose children were visited, is dissolved into its parent when its visits are this many times the
    /// number of its children (Alg. 3); `None` keeps it.
    pub roll_up: Option<f64>,
}

/// The parts of a search and its settings: what a recipe decides.
pub struct MctsOptions {
    /// The selection rule.
    pub selection: Box<dyn Selection>,
    /// The expansion of leaves.
    pub expansion: Box<dyn Expansion>,
    /// The growth of the tree inside moves.
    pub growth: Growth,
    /// The treatment of chance.
    pub chance: Box<dyn Chance>,
    /// Whose information sets the nodes are, in a game of hidden information; `None` searches the position as if all players saw it. Not for trees
    /// that are carried over.
    pub observer: Option<Observer>,
    /// How to play below the tree.
    pub playout: Box<dyn PlayoutPolicy>,
    /// The learner, for playouts.
    pub learner: Box<dyn Learner>,
    /// The backup rules, in this order. Rules that other parts bring come last.
    pub backup: Vec<Box<dyn Backup>>,
    /// Which move to play in the end.
    pub final_move: Box<dyn FinalMove>,
    /// Whether the search ends before its budget when a backup rule finds the root solved.
    pub stop_when_solved: bool,
    /// Whether a turn with a single legal move is searched like any other, or that move is played at once.
    pub search_single_move: bool,
    /// The result of a playout that was cut off, for every player, on the scale [0, 1].
    pub cap_score: f64,
    /// Whether the tree is carried over to the next turn.
    pub reuse: bool,
    /// The tree stops growing before it has more nodes than this.
    pub max_nodes: usize,
}

impl MctsOptions {
    /// Lets all parts declare what they need, and adds the backup rules that they bring.
    pub(super) fn declare(&mut self, needs: &mut Needs) {
        self.backup.iter_mut().for_each(|rule| rule.declare(needs));
        self.selection.declare(needs);
        self.playout.declare(needs);
        self.learner.declare(needs);
        self.final_move.declare(needs);
        self.backup.append(&mut needs.take_backup());
    }

    /// Whether the tree can do without nodes for unvisited children, as far as the shape of the tree is concerned.
    pub(super) fn may_be_sparse(&self, game: &GameInfo) -> bool {
        !game.chance && self.growth.roll_up.is_none() && self.expansion.is_by_semimove()
    }
}
