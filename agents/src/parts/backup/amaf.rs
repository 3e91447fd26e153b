//! All moves as first: the results of an action wherever below a node it was played.

use super::{Backup, Iteration};
use crate::search::{ActionId, ActionStep, Actions, NodeId, Tree, Wanted};

/// What counts as the same action (split-moves paper, "Action-based heuristics" and Table 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AmafUnit {
    /// The same semimove; for trees whose edges are semimoves.
    Split,
    /// The same submove in the same context, that is after the same beginning of a move. In a tree of whole moves: the same move.
    Context,
    /// Both, side by side: `Split` in the first column, `Context` in the second.
    Mix,
}

impl AmafUnit {
    /// How many statistics a node has.
    pub fn columns(self) -> usize {
        match self {
            AmafUnit::Split | AmafUnit::Context => 1,
            AmafUnit::Mix => 2,
        }
    }
}

/// Counts, for every node passed and every child of it, visited or not, the iterations in which the node's mover played the child's action
/// there or later (Gelly and Silver 2011; split-moves paper, Alg. 5). An action played twice counts once.
///
/// With a table in the tree ([`Tree::shared`]) it also counts the actions of all players below every node from its second
/// visit on, for GRAVE.
#[derive(Clone, Debug)]
pub struct Amaf {
    unit: AmafUnit,
    players: usize,
    /// By action and player, the iteration in which a semimove was last played.
    split: Vec<u32>,
    /// The same for submoves in their context.
    context: Vec<u32>,
    iteration: u32,
    /// The actions below the node at hand, for tables.
    below: Vec<(usize, ActionId)>,
}

impl Amaf {
    /// The rule for a game of so many players.
    pub fn new(unit: AmafUnit, players: usize) -> Amaf {
        Amaf { unit, players, split: Vec::new(), context: Vec::new(), iteration: 0, below: Vec::new() }
    }

    /// Notes that an action is played below the nodes to come.
    fn stamp(&mut self, step: &ActionStep, tables: bool) {
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

/// Writes the iteration's number into a cell; tells whether it was not there.
fn mark(stamps: &mut Vec<u32>, at: usize, iteration: u32) -> bool {
    if at >= stamps.len() {
        stamps.resize((at + 1) * 2, 0);
    }
    let new = stamps[at] != iteration;
    stamps[at] = iteration;
    new
}

impl Backup for Amaf {
    fn wants(&self) -> Wanted {
        if self.unit == AmafUnit::Split { Wanted::Semimoves } else { Wanted::Prefixes }
    }

    fn expanded(&mut self, tree: &mut Tree, node: NodeId, actions: &mut Actions) {
        let context = (self.unit != AmafUnit::Split).then(|| {
            let open = actions.trace.open().iter();
            open.fold(ActionId::NONE, |context, &m| actions.ids.number(context, m))
        });
        let columns = self.unit.columns();
        for child in tree.child_ids(node) {
            let mut numbers = [ActionId::NONE; 2];
            if self.unit != AmafUnit::Context {
                let first = tree.edge(child).next();
                numbers[0] = first.map_or(ActionId::NONE, |m| actions.ids.number(ActionId::NONE, m));
            }
            if let Some(context) = context {
                numbers[columns - 1] = tree.edge(child).fold(context, |context, m| actions.ids.number(context, m));
            }
            for (cell, number) in tree.amaf_mut().row_mut(child).iter_mut().zip(numbers) {
                cell.action = number;
            }
        }
        tree.open_table(node);
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        self.iteration = self.iteration.wrapping_add(1).max(1);
        self.below.clear();
        let (steps, columns, tables) = (iteration.actions.steps(), self.unit.columns(), tree.has_tables());
        let mut from = steps.len();
        for (i, here) in iteration.path.iter().enumerate().rev() {
            for step in steps[here.actions as usize..from].iter().rev() {
                self.stamp(step, tables);
            }
            from = here.actions as usize;
            if tables {
                tree.add_to_table(here.node, &self.below, iteration.scores);
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
            for row in tree.amaf_mut().rows_mut(children).chunks_exact_mut(columns) {
                for (cell, stamps) in row.iter_mut().zip(stamps) {
                    // Nobody can foretell which children were played, so that a branch would cost more than adding nothing.
                    let played = stamps.get(cell.action.0 as usize * self.players + mover) == Some(&self.iteration);
                    cell.visits += u32::from(played);
                    cell.value += if played { score } else { 0.0 };
                }
            }
        }
    }
}
