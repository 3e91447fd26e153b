//! Kinds whose cells and tasks are those of another kind: a tournament and a tuning consist of matches. Everything about cells, tasks and
//! records is delegated here, in one place; such a kind says only what it adds.

use super::{Compared, DamagedCell, Elsewhere, Kind, Outcome, Parting, Rows, Schedule, Summary, TaskPlayer};
use crate::experiment::{Cell, CellKey, EntryError, Experiment, KindRules, Measure};
use crate::games::params::{ParamError, ParamSpec};
use crate::plan::{Plan, TaskSeed};
use crate::store::{Column, Derived, Row};

/// Settings that a kind gives itself, with their values.
type OwnSettings = &'static [(&'static str, &'static [&'static str])];

/// A kind whose cells and tasks are those of another one. Methods without a comment are those of [`KindRules`] and [`Kind`].
pub trait DerivedKind: Sync {
    fn name(&self) -> &'static str;

    fn doc(&self) -> &'static str;

    /// The kind that plays the tasks.
    fn base(&self) -> &'static dyn Kind;

    fn tunes(&self) -> &'static [Measure] {
        &[]
    }

    fn own_settings(&self) -> OwnSettings {
        &[]
    }

    fn has_players(&self) -> bool {
        false
    }

    fn tasks(&self) -> &'static str {
        self.base().tasks()
    }

    fn accepts(&self, cell: &Cell, tasks_per_cell: u32) -> Result<(), ParamError> {
        self.base().accepts(cell, tasks_per_cell)
    }

    fn schedule<'p>(&self, plan: &'p Plan, elsewhere: Option<&Elsewhere>) -> Result<Option<Box<dyn Schedule + 'p>>, DamagedCell>;

    fn ordered(&self, experiment: &Experiment) -> Option<&'static str>;

    fn cell_columns(&self) -> &'static [Column] {
        self.base().cell_columns()
    }

    fn fold_onto<'e>(
        &self,
        experiment: &'e Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<Box<dyn Summary + 'e>, DamagedCell>;
}

impl<D: DerivedKind> KindRules for D {
    fn name(&self) -> &'static str {
        DerivedKind::name(self)
    }

    fn doc(&self) -> &'static str {
        DerivedKind::doc(self)
    }

    fn plays(&self) -> &'static str {
        self.base().name()
    }

    fn tunes(&self) -> &'static [Measure] {
        DerivedKind::tunes(self)
    }

    fn own_settings(&self) -> OwnSettings {
        DerivedKind::own_settings(self)
    }

    fn has_players(&self) -> bool {
        DerivedKind::has_players(self)
    }

    fn tasks(&self) -> &'static str {
        DerivedKind::tasks(self)
    }

    fn settings(&self) -> Vec<ParamSpec> {
        let own = DerivedKind::own_settings(self);
        self.base().settings().into_iter().filter(|spec| own.iter().all(|(name, _)| *name != spec.name)).collect()
    }

    fn keyed_settings(&self) -> Vec<ParamSpec> {
        self.base().settings()
    }

    fn files(&self) -> &'static [&'static str] {
        self.base().files()
    }

    fn keeping(&self) -> &'static [&'static str] {
        self.base().keeping()
    }

    fn check_entry(&self, setting: &str, cell: &Cell, entry: &str) -> Result<(), EntryError> {
        self.base().check_entry(setting, cell, entry)
    }

    fn suits(&self, cell: &Cell) -> Result<(), ParamError> {
        self.base().suits(cell)
    }

    fn accepts(&self, cell: &Cell, tasks_per_cell: u32) -> Result<(), ParamError> {
        DerivedKind::accepts(self, cell, tasks_per_cell)
    }

    fn is_timed(&self, cell: &Cell) -> bool {
        self.base().is_timed(cell)
    }

    fn seed_index(&self, cell: &Cell, task: u32) -> u32 {
        self.base().seed_index(cell, task)
    }

    fn seed_key(&self, cell: &Cell, seed: u64) -> CellKey {
        self.base().seed_key(cell, seed)
    }
}

impl<D: DerivedKind> Kind for D {
    fn columns(&self) -> &'static [Column] {
        self.base().columns()
    }

    fn derived(&self, cells: &[Cell]) -> Vec<Derived> {
        self.base().derived(cells)
    }

    fn beginning(&self, cell: &Cell, tasks: u32) -> Option<String> {
        self.base().beginning(cell, tasks)
    }

    fn player(&self, cell: &Cell) -> Result<Box<dyn TaskPlayer>, ParamError> {
        self.base().player(cell)
    }

    fn schedule<'p>(&self, plan: &'p Plan, elsewhere: Option<&Elsewhere>) -> Result<Option<Box<dyn Schedule + 'p>>, DamagedCell> {
        DerivedKind::schedule(self, plan, elsewhere)
    }

    fn ordered(&self, experiment: &Experiment) -> Option<&'static str> {
        DerivedKind::ordered(self, experiment)
    }

    fn micros(&self, row: &Row) -> u64 {
        self.base().micros(row)
    }

    fn outcomes(&self) -> &'static [Outcome] {
        self.base().outcomes()
    }

    fn compared(&self, cell: &Cell, row: &Row) -> Compared {
        self.base().compared(cell, row)
    }

    fn work(&self) -> (&'static str, &'static str) {
        self.base().work()
    }

    fn parting(&self, cell: &Cell, first: &Row, second: &Row) -> Option<Parting> {
        self.base().parting(cell, first, second)
    }

    fn contradiction(&self, cell: &Cell, task: u32, seed: TaskSeed, row: &Row) -> Option<String> {
        self.base().contradiction(cell, task, seed, row)
    }

    fn cell_columns(&self) -> &'static [Column] {
        DerivedKind::cell_columns(self)
    }

    fn fold_onto<'e>(
        &self,
        experiment: &'e Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<Box<dyn Summary + 'e>, DamagedCell> {
        DerivedKind::fold_onto(self, experiment, earlier, rows)
    }
}
