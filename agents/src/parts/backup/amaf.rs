//! All moves as first (AMAF): the results of an action, wherever it was played below a node.

use super::ActionTables;
use crate::search::{ActionId, ActionStep, Backup, Column, ColumnId, ExpandedNode, Iteration, Needs, Rows, Tracing, Tree};
use treebench_games::{Params, Player};

/// What is treated as the same action (split-moves paper, "Action-based heuristics" and Table 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AmafUnit {
    /// The same semimove; for trees whose edges are semimoves.
    Split,
    /// The same submove in the same context, that is after the same beginning of a move. In a tree of whole moves: the same move.
    Context,
    /// Both, side by side: `Split` in the first column, `Context` in the second.
    Mix,
}

/// What RAVE treats as the same action, as a parameter: whole moves are submoves in an empty context.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum RaveUnit {
    /// No RAVE.
    Off,
    /// The same semimove.
    Split,
    /// The same whole move.
    Join,
    /// The same submove after the same beginning of a move.
    Context,
    /// "context" where it has enough samples, otherwise "split".
    Mix,
}

impl RaveUnit {
    /// What is counted; `None` for no RAVE.
    pub fn counted(self) -> Option<AmafUnit> {
        match self {
            RaveUnit::Off => None,
            RaveUnit::Split => Some(AmafUnit::Split),
            RaveUnit::Join | RaveUnit::Context => Some(AmafUnit::Context),
            RaveUnit::Mix => Some(AmafUnit::Mix),
        }
    }
}

impl AmafUnit {
    /// Number of statistics per node.
    pub fn columns(self) -> usize {
        match self {
            AmafUnit::Split | AmafUnit::Context => 1,
            AmafUnit::Mix => 2,
        }
    }
}

/// An all-moves-as-first statistic of the action that leads to a node: over the iterations that passed its parent and in which the
/// parent's mover played the action there or later.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AmafCount {
    /// Sum of the results for that mover, each on the scale [0, 1].
    pub value: f64,
    /// The number of these iterations.
    pub visits: u32,
    /// The number of the action.
    pub action: ActionId,
}

impl Default for AmafCount {
    fn default() -> Self {
        AmafCount { value: 0.0, visits: 0, action: ActionId::NONE }
    }
}

impl Column for AmafCount {
    type Table = Rows<AmafCount>;
    const NAME: &'static str = "all-moves-as-first statistics";
    const OF_UNVISITED: bool = true;
}

/// Which nodes keep results of all actions below them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AncestorTables {
    /// None.
    Off,
    /// The root (HRAVE).
    Root,
    /// Every expanded node (GRAVE).
    All,
}

/// Counts, for every node passed and every child of it, visited or not, the iterations in which the node's mover played the child's action
/// there or later (Gelly and Silver 2011; split-moves paper, Alg. 5). An action played twice counts once.
///
/// With [tables](AncestorTables) it also counts the actions of all players below a node from its second visit on.
#[derive(Clone, Debug)]
pub(crate) struct Amaf {
    unit: AmafUnit,
    tables: AncestorTables,
    amaf: ColumnId<AmafCount>,
    /// `None` without tables.
    table_column: Option<ColumnId<ActionTables>>,
    players: usize,
    /// By action and player, the iteration in which a semimove was last played.
    split: Vec<u32>,
    /// The same for submoves in their context.
    context: Vec<u32>,
    iteration: u32,
    /// The actions below the current node, for tables.
    below: Vec<(usize, ActionId)>,
}

impl Amaf {
    /// The rule that counts these actions.
    pub(crate) fn new(unit: AmafUnit, tables: AncestorTables) -> Amaf {
        Amaf {
            unit,
            tables,
            amaf: ColumnId::default(),
            table_column: None,
            players: 0,
            split: Vec::new(),
            context: Vec::new(),
            iteration: 0,
            below: Vec::new(),
        }
    }

    /// Records that these actions were played below the nodes that follow.
    fn stamp(&mut self, steps: &[ActionStep], tables: bool) {
        if self.unit == AmafUnit::Split && !tables {
            // Most steps are those of the playout: nothing else is looked at for them.
            for step in steps {
                mark(&mut self.split, step.split.0 as usize * self.players + step.player(), self.iteration);
            }
            return;
        }
        for step in steps.iter().rev() {
            if self.unit != AmafUnit::Context {
                let new = mark(&mut self.split, step.split.0 as usize * self.players + step.player(), self.iteration);
                if new && tables && self.unit == AmafUnit::Split {
                    self.below.push((step.player(), step.split));
                }
            }
            if self.unit != AmafUnit::Split {
                let new = mark(&mut self.context, step.prefix.0 as usize * self.players + step.player(), self.iteration);
                if new && tables {
                    self.below.push((step.player(), step.prefix));
                }
            }
        }
    }
}

/// Writes the iteration's number into a cell; returns whether it is new there.
#[inline(always)]
fn mark(stamps: &mut Vec<u32>, at: usize, iteration: u32) -> bool {
    if at >= stamps.len() {
        stamps.resize((at + 1) * 2, 0);
    }
    let new = stamps[at] != iteration;
    stamps[at] = iteration;
    new
}

impl Backup for Amaf {
    fn declare(&mut self, needs: &mut Needs) {
        needs.actions(if self.unit == AmafUnit::Split { Tracing::Semimoves } else { Tracing::Prefixes });
        self.players = needs.game().players;
        self.amaf = needs.writes(Rows::new(self.unit.columns(), AmafCount::default()));
        if self.tables != AncestorTables::Off {
            self.table_column = Some(needs.writes(ActionTables::new(self.players, self.tables == AncestorTables::Root)));
        }
    }

    fn expanded(&mut self, tree: &mut Tree, expanded: &mut ExpandedNode<'_>) {
        self.added(tree, expanded);
        if let Some(tables) = self.table_column {
            tree.column_mut(tables).open(expanded.node);
        }
    }

    /// Numbers the actions of the children; existing children keep their numbers.
    fn added(&mut self, tree: &mut Tree, ExpandedNode { node, actions, .. }: &mut ExpandedNode<'_>) {
        let context = (self.unit != AmafUnit::Split).then(|| {
            let open = actions.trace.open().iter();
            open.fold(ActionId::NONE, |context, &m| actions.ids.number(context, m))
        });
        let columns = self.unit.columns();
        for child in tree.child_ids(*node) {
            let mut numbers = [ActionId::NONE; 2];
            if self.unit != AmafUnit::Context {
                let first = tree.edge(child).next();
                numbers[0] = first.map_or(ActionId::NONE, |m| actions.ids.number(ActionId::NONE, m));
            }
            if let Some(context) = context {
                numbers[columns - 1] = tree.edge(child).fold(context, |context, m| actions.ids.number(context, m));
            }
            for (cell, number) in tree.column_mut(self.amaf).row_mut(child).iter_mut().zip(numbers) {
                cell.action = number;
            }
        }
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        self.iteration = self.iteration.wrapping_add(1).max(1);
        self.below.clear();
        let (steps, columns, tables) = (iteration.actions.steps(), self.unit.columns(), self.table_column.is_some());
        let mut from = steps.len();
        for (i, here) in iteration.path.iter().enumerate().rev() {
            self.stamp(&steps[here.actions as usize..from], tables);
            from = here.actions as usize;
            if let Some(tables) = self.table_column {
                tree.column_mut(tables).add_results(here.node, &self.below, iteration.scores);
            }
            let Some(next) = iteration.path.get(i + 1).filter(|next| next.actions > here.actions) else { continue };
            let (mover, children) = (next.chooser, tree.child_ids(here.node));
            let score = iteration.scores[mover];
            // What the columns count.
            let stamps = match self.unit {
                AmafUnit::Split => [&self.split, &self.split],
                AmafUnit::Context => [&self.context, &self.context],
                AmafUnit::Mix => [&self.split, &self.context],
            };
            let rows = tree.column_mut(self.amaf).rows_mut(children);
            if columns == 1 {
                // The usual case in a loop of its own.
                rows.iter_mut().for_each(|cell| count(cell, stamps[0], self.players, mover, self.iteration, score));
                continue;
            }
            for row in rows.chunks_exact_mut(columns) {
                for (cell, stamps) in row.iter_mut().zip(stamps) {
                    count(cell, stamps, self.players, mover, self.iteration, score);
                }
            }
        }
    }
}

/// Counts the iteration if the mover played a child's action in it.
///
/// Which children were played cannot be predicted: a branch would cost more than adding zero.
#[inline(always)]
fn count(cell: &mut AmafCount, stamps: &[u32], players: usize, mover: Player, iteration: u32, score: f64) {
    let played = stamps.get(cell.action.0 as usize * players + mover) == Some(&iteration);
    cell.visits += u32::from(played);
    cell.value += if played { score } else { 0.0 };
}
