//! The kind itself. How games are played, recorded and kept is that of matches.

use super::pairing::pairing;
use super::schedule::TournamentSchedule;
use super::summary::TournamentSummary;
use crate::experiment::{Cell, CellKey, EntryError, Experiment, KindRules};
use crate::games::params::{ParamError, ParamSpec};
use crate::kinds::r#match::Match;
use crate::kinds::{Compared, DamagedCell, Elsewhere, Kind, Outcome, Parting, Rows, Schedule, Summary, TaskPlayer};
use crate::plan::Plan;
use crate::store::{Column, Derived, Row};

/// Games between all players of a tournament.
pub struct Tournaments;

impl KindRules for Tournaments {
    fn name(&self) -> &'static str {
        "tournament"
    }

    fn doc(&self) -> &'static str {
        "Games between all players of a tournament: a crosstable, ratings with their intervals, and who is good where."
    }

    fn plays(&self) -> &'static str {
        Match.name()
    }

    fn has_players(&self) -> bool {
        true
    }

    fn tasks(&self) -> &'static str {
        "games"
    }

    fn settings(&self) -> Vec<ParamSpec> {
        Match.settings()
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

    fn accepts(&self, cell: &Cell, tasks_per_cell: u32) -> Result<(), ParamError> {
        Match.accepts(cell, tasks_per_cell)
    }

    fn seed_index(&self, cell: &Cell, task: u32) -> u32 {
        Match.seed_index(cell, task)
    }

    fn seed_key(&self, cell: &Cell, seed: u64) -> CellKey {
        Match.seed_key(cell, seed)
    }
}

impl Kind for Tournaments {
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
        let tournament = plan.experiment.tournament.as_ref().filter(|tournament| tournament.follows_results());
        let Some(rule) = tournament.map(|tournament| tournament.pairing) else { return Ok(None) };
        Ok(Some(Box::new(TournamentSchedule::new(plan, elsewhere, |players| pairing(rule, players))?)))
    }

    fn ordered(&self, experiment: &Experiment) -> Option<&'static str> {
        experiment.tournament.as_ref().filter(|tournament| tournament.follows_results()).map(|_| "the pairing of this tournament")
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
        Ok(Box::new(TournamentSummary::new(Match.summary_onto(experiment, earlier, rows)?)))
    }
}
