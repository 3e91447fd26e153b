//! The kind itself. How games are played, recorded and kept is that of matches.

use super::schedule::TuneSchedule;
use super::summary::{TuneSummary, whole_rounds};
use crate::experiment::{Cell, CellKey, EntryError, Experiment, FRESH, KindRules, SEARCHED, SEEDS};
use crate::games::params::{ParamError, ParamSpec};
use crate::kinds::r#match::Match;
use crate::kinds::{Compared, DamagedCell, Elsewhere, Kind, Outcome, Parting, Rows, Schedule, Summary, TaskPlayer};
use crate::plan::Plan;
use crate::store::{Column, Derived, Row};

/// Searches for parameters, and their confirmation.
pub struct Tune;

impl KindRules for Tune {
    fn name(&self) -> &'static str {
        "tune"
    }

    fn doc(&self) -> &'static str {
        "A search for parameters of an agent, whose result is confirmed on seeds that the search never saw."
    }

    fn plays(&self) -> &'static str {
        Match.name()
    }

    fn tunes(&self) -> bool {
        true
    }

    fn own_settings(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &[(SEEDS, &[SEARCHED, FRESH])]
    }

    fn tasks(&self) -> &'static str {
        "games"
    }

    /// Those of matches, but for the seeds.
    fn settings(&self) -> Vec<ParamSpec> {
        Match.settings().into_iter().filter(|spec| spec.name != SEEDS).collect()
    }

    fn files(&self) -> &'static [&'static str] {
        Match.files()
    }

    fn keeping(&self) -> &'static [&'static str] {
        Match.keeping()
    }

    fn check_entry(&self, setting: &str, cell: &Cell, entry: &str) -> Result<(), EntryError> {
        Match.check_entry(setting, cell, entry)
    }

    /// As matches, with whole rounds.
    fn accepts(&self, cell: &Cell, _tasks_per_cell: u32) -> Result<(), ParamError> {
        Match.accepts(cell, cell.game.game.info().players as u32)
    }

    fn seed_index(&self, cell: &Cell, task: u32) -> u32 {
        Match.seed_index(cell, task)
    }

    fn seed_key(&self, cell: &Cell, seed: u64) -> CellKey {
        Match.seed_key(cell, seed)
    }
}

impl Kind for Tune {
    fn columns(&self) -> &'static [Column] {
        Match.columns()
    }

    fn derived(&self, cells: &[Cell]) -> Vec<Derived> {
        Match.derived(cells)
    }

    fn beginning(&self, cell: &Cell, tasks: u32) -> Option<String> {
        Match.beginning(cell, tasks)
    }

    fn player(&self, cell: &Cell) -> Result<Box<dyn TaskPlayer>, ParamError> {
        Match.player(cell)
    }

    fn schedule<'p>(&self, plan: &'p Plan, elsewhere: Option<&Elsewhere>) -> Result<Option<Box<dyn Schedule + 'p>>, DamagedCell> {
        let Some(tuning) = &plan.experiment.tuning else { return Ok(None) };
        Ok(Some(Box::new(TuneSchedule::new(plan, tuning, elsewhere)?)))
    }

    fn ordered(&self, _experiment: &Experiment) -> Option<&'static str> {
        Some("[tune]")
    }

    fn micros(&self, row: &Row) -> u64 {
        Match.micros(row)
    }

    fn outcomes(&self) -> &'static [Outcome] {
        Match.outcomes()
    }

    fn compared(&self, cell: &Cell, row: &Row) -> Compared {
        Match.compared(cell, row)
    }

    fn parting(&self, cell: &Cell, first: &Row, second: &Row) -> Option<Parting> {
        Match.parting(cell, first, second)
    }

    fn cell_columns(&self) -> &'static [Column] {
        Match.cell_columns()
    }

    fn fold_onto<'e>(
        &self,
        experiment: &'e Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<Box<dyn Summary + 'e>, DamagedCell> {
        let matches = Match.summary_onto(experiment, earlier, &mut whole_rounds(experiment, earlier, rows))?;
        Ok(Box::new(TuneSummary::new(matches)))
    }
}
