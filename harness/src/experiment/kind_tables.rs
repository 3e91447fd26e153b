//! The tables of one kind only, and how they change what an experiment consists of.

use super::{AxisValue, Cell, Hypothesis, ResultRule, Setup};
use crate::config::{Key, Toml};
use std::any::Any;
use std::sync::Arc;

/// The tables that only one kind has, besides the one with its settings.
#[derive(Clone, Copy)]
pub struct KindTables {
    /// Their declarations.
    pub(crate) keys: &'static [Key],
    /// Whether they give the number of tasks per cell, instead of games-per-cell.
    pub(crate) count_tasks: bool,
    /// Resolves them, including the pairings. `None`, with errors, if they are invalid.
    pub(crate) resolve: for<'w> fn(&mut Setup<'w>) -> Option<Box<dyn KindSetup + 'w>>,
    /// What to write in place of tables of other kinds.
    pub(crate) instead: &'static [(&'static str, &'static str)],
    /// The rule by which results decide what is played, if they have one.
    pub(crate) rule: Option<&'static ResultRule>,
}

impl KindTables {
    /// No tables: `[compare]` has the pairings.
    pub const NONE: KindTables = KindTables {
        keys: &[],
        count_tasks: false,
        resolve: |setup| {
            setup.compare();
            Some(Box::new(()))
        },
        instead: &[],
        rule: None,
    };
}

/// The resolved tables of a kind.
pub(crate) trait KindSetup {
    /// The part of it that an experiment with these cells and hypotheses carries: see [`Experiment::own`](super::Experiment::own).
    fn value(&self, cells: &[Cell], hypotheses: &[Hypothesis]) -> Arc<dyn Any + Send + Sync>;

    /// The tables with every default filled in.
    fn tables(&self) -> Vec<(String, Toml)>;

    /// The maximum number of tasks of a cell, if the tables count them.
    fn most_per_cell(&self) -> Option<u32> {
        None
    }

    /// The names of the axes of the first participant and of the others, if they are not candidates and opponents.
    fn sides(&self) -> Option<[&'static str; 2]> {
        None
    }

    /// Whether a combination, by its values on all axes, is never played.
    fn leaves_out(&self, values: &[AxisValue]) -> bool {
        let _ = values;
        false
    }

    /// Whether combinations that an agent refuses are left out, and an agent may meet itself.
    fn tries_all(&self) -> bool {
        false
    }

    /// Checks the tables for a cell; errors are reported.
    fn supports(&self, cell: &Cell) -> bool {
        let _ = cell;
        true
    }

    /// Reports errors that concern all cells together.
    fn check(&self, setup: &Setup<'_>, cells: &[Cell], hypotheses: &[Hypothesis]) {
        let _ = (setup, cells, hypotheses);
    }
}

/// A kind without its own tables.
impl KindSetup for () {
    fn value(&self, _: &[Cell], _: &[Hypothesis]) -> Arc<dyn Any + Send + Sync> {
        Arc::new(())
    }

    fn tables(&self) -> Vec<(String, Toml)> {
        Vec::new()
    }
}
