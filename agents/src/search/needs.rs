//! Backup rules, and what the parts of a search require: columns of the tree, traces of actions, and such rules.

use super::actions::Tracing;
use super::iteration::{DescentEnd, ExpandedNode, Iteration, Step};
use super::tree::{Column, ColumnId, Columns, NodeId, Table, Tree};
use crate::agent::Proof;
use std::any::TypeId;
use treebench_games::params::ParamError;
use treebench_games::{GameInfo, Player};

/// A backup rule: what an iteration leaves in the tree. A search may have several, which are called one after the other.
pub trait Backup: Send {
    /// Declares the columns that the rule writes and reads, and what else it needs.
    fn declare(&mut self, _needs: &mut Needs) {}

    /// Called before the playout when the descent has come to a new node, or (every time) to the end of the game.
    fn arrive(&mut self, _tree: &mut Tree, _arrival: &mut DescentEnd<'_>) {}

    /// Called when a node has been given its children.
    fn expanded(&mut self, _tree: &mut Tree, _expanded: &mut ExpandedNode<'_>) {}

    /// Called when a node whose position differs in every descent has been given more children; children that are not legal now are hidden.
    fn added(&mut self, _tree: &mut Tree, _expanded: &mut ExpandedNode<'_>) {}

    /// Called once per iteration: adds its result to the nodes on its path.
    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>);

    /// Called when the last node of a path was a dead end and has left the tree.
    fn removed(&mut self, _tree: &mut Tree, _path: &[Step]) {}

    /// Whether more search cannot change what is best for the player at the root.
    fn is_solved(&self, _tree: &Tree, _player: Player) -> bool {
        false
    }

    /// Fills in the scores of a node that a selection rule found [solved](super::Pick::Solved), if this rule knows them.
    fn solved_scores(&self, _tree: &Tree, _node: NodeId, _scores: &mut Vec<f64>) {}

    /// Adds what this rule has proven of a node.
    fn report(&self, _tree: &Tree, _node: NodeId, _known: &mut Proof) {}
}

/// Collects what the parts of a search declare when it is built. A column that is read must be written by exactly one part: anything else is
/// an error, and no search is built.
///
/// The backup rules declare first, in their order; then selection, playout policy, learner and final move.
pub struct Needs {
    game: GameInfo,
    columns: Vec<NamedColumn>,
    brought: Vec<Box<dyn Backup>>,
    pub(super) tracing: Tracing,
    pub(super) unvisited_children: bool,
    pub(super) one_sided: bool,
    pub(super) positions: bool,
    errors: Vec<String>,
}

/// A column that a part has named.
struct NamedColumn {
    column: TypeId,
    name: &'static str,
    of_unvisited: bool,
    /// The storage; `None` until a part declares that it writes the column.
    table: Option<Box<dyn Table>>,
}

impl Needs {
    /// Empty needs of a search for such a game.
    pub fn new(game: GameInfo) -> Needs {
        Needs {
            game,
            columns: Vec::new(),
            brought: Vec::new(),
            tracing: Tracing::Off,
            unvisited_children: false,
            one_sided: false,
            positions: false,
            errors: Vec::new(),
        }
    }

    /// The facts of the game.
    pub fn game(&self) -> &GameInfo {
        &self.game
    }

    /// The part writes this column, which begins as `table`.
    pub fn writes<C: Column>(&mut self, table: C::Table) -> ColumnId<C> {
        let id = self.reads::<C>();
        let declared = &mut self.columns[id.slot()];
        if declared.table.replace(Box::new(table)).is_some() {
            self.errors.push(format!("two parts of the search write {}", C::NAME));
        }
        id
    }

    /// The part reads this column, which another part must write.
    pub fn reads<C: Column>(&mut self) -> ColumnId<C> {
        let column = TypeId::of::<C>();
        let slot = self.columns.iter().position(|declared| declared.column == column).unwrap_or_else(|| {
            self.columns.push(NamedColumn { column, name: C::NAME, of_unvisited: C::OF_UNVISITED, table: None });
            self.columns.len() - 1
        });
        ColumnId::new(slot)
    }

    /// The part reads this column, which `rule` writes. The rule becomes the last backup rule of the search, unless a rule that writes the
    /// column has declared before.
    pub fn reads_from<C: Column>(&mut self, rule: impl FnOnce() -> Box<dyn Backup>) -> ColumnId<C> {
        if self.finds::<C>().is_none() {
            let mut rule = rule();
            rule.declare(self);
            self.brought.push(rule);
        }
        self.reads()
    }

    /// This column if a part that has declared before writes it.
    pub fn finds<C: Column>(&self) -> Option<ColumnId<C>> {
        let column = TypeId::of::<C>();
        self.columns.iter().position(|declared| declared.column == column && declared.table.is_some()).map(ColumnId::new)
    }

    /// The part reads the moves that lead to unvisited children, so that these need nodes.
    pub fn unvisited_children(&mut self) {
        self.unvisited_children = true;
    }

    /// The part reads the actions of iterations, traced at least this closely.
    pub fn actions(&mut self, tracing: Tracing) {
        self.tracing = self.tracing.max(tracing);
    }

    /// The part reads the positions of nodes that are expanded; a search that adds whole moves at once does not have them.
    pub fn positions(&mut self) {
        self.positions = true;
    }

    /// The part's statistics are for the player at the root, so the tree cannot be carried over to a turn of another player.
    pub fn one_sided(&mut self) {
        self.one_sided = true;
    }

    /// The backup rules that parts brought.
    pub(super) fn take_backup(&mut self) -> Vec<Box<dyn Backup>> {
        std::mem::take(&mut self.brought)
    }

    /// Whether the tree needs nodes for unvisited children.
    pub(super) fn reads_unvisited(&self) -> bool {
        self.unvisited_children || self.columns.iter().any(|declared| declared.of_unvisited)
    }

    /// The columns of the tree.
    ///
    /// # Errors
    /// If a column is read and not written, or written twice.
    pub fn columns(self) -> Result<Columns, ParamError> {
        let mut errors = self.errors;
        let mut columns = Columns::default();
        for NamedColumn { column, name, of_unvisited, table } in self.columns {
            match table {
                Some(table) => columns.push(column, table, of_unvisited),
                None => errors.push(format!("a part of the search reads {name}, which no part writes")),
            }
        }
        if errors.is_empty() { Ok(columns) } else { Err(ParamError::rule("", errors.join("; "))) }
    }
}
