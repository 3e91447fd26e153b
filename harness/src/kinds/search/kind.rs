//! The implementation of the kind.

use super::cell::CellRecord;
use super::player::SearchPlayer;
use super::record::{SearchRecord, SearchTrace};
use super::settings::{SearchSettings, Seeds};
use super::summary::{SearchCell, SearchSummary, area};
use crate::experiment::{Cell, CellKey, Experiment, KindRules, Measure, Seeding, canonical};
use crate::kinds::kind::restored;
use crate::kinds::solver::Solver;
use crate::kinds::{ComparedRecord, DamagedCell, Direction, Kind, KindEntry, Outcome, Rows, Spending, Summary, TaskPlayer, Tasks, Terms};
use crate::store::{Column, Record as _, Row};
use std::collections::BTreeMap;
use treebench_agents::Budget;
use treebench_games::params::{ParamError, ParamField as _, Params, Values};

/// Decision quality over the course of a search.
pub struct Search;

/// The rules of searches.
pub(in crate::kinds) const RULES: KindRules = KindRules {
    measures: &[Measure::Optimal, Measure::Area, Measure::Difficulty, Measure::Exploitability],
    seeding,
    ..KindRules::new(
        "search",
        "Searches of positions whose optimal moves are known: how often an optimal move would be played after each number of iterations. In games of hidden \
         information the exploitability of what is played.",
        SearchSettings::specs,
        accepts,
    )
};

/// Checks that one agent searches, by iterations, a game with known optimal moves.
fn accepts(cell: &Cell, _tasks_per_cell: u32) -> Result<(), ParamError> {
    let [participant] = &cell.participants[..] else {
        let message = "agents search alone here: define [agent.NAME] tables and remove [compare]";
        return Err(ParamError::rule("", message));
    };
    if !matches!(participant.budget, Budget::Iterations(_)) {
        return Err(ParamError::rule("", "searches are evaluated by iterations: write [budget] iterations = …"));
    }
    let game = &cell.game.game;
    if game.info().hidden && cell.settings.decode::<SearchSettings>()?.opening_moves > 0 {
        let message = format!(
            "in `{}`, agents are queried in every information set, so there are no random moves before: remove opening-moves",
            cell.game.label
        );
        return Err(ParamError::rule("opening-moves", message));
    }
    if game.info().hidden || Solver::supports(&game.info(), game.start().as_ref()) {
        return Ok(());
    }
    let message = format!(
        "the optimal moves of `{}` are unknown: this kind needs a game that knows its values, one for two players without chance, or a \
         small one with hidden information",
        cell.game.label
    );
    Err(ParamError::rule("game", message))
}

/// All agents search the same positions, whatever their parameters and budgets.
fn seeding(cell: &Cell, seed: u64) -> Seeding {
    let mut settings = Values::default();
    if cell.settings.decode::<SearchSettings>().is_ok_and(|settings| matches!(settings.seeds, Seeds::Fresh)) {
        settings.set("seeds".to_owned(), Seeds::Fresh.to_value());
    }
    Seeding::of(CellKey::of(&canonical(&RULES, &settings, &BTreeMap::new(), &cell.game, &[], seed)))
}

impl Tasks for Search {
    fn columns(&self) -> &'static [Column] {
        SearchRecord::COLUMNS
    }

    fn player(&self, cell: &Cell) -> Result<Box<dyn TaskPlayer>, ParamError> {
        Ok(Box::new(SearchPlayer::new(cell)?))
    }

    fn micros(&self, row: &Row) -> u64 {
        SearchRecord::from_row(row).map_or(0, |search| search.micros.last().copied().unwrap_or(0))
    }

    fn terms(&self) -> Terms {
        let outcomes = &[
            Outcome { name: "optimal", better: Direction::More, share: true },
            Outcome { name: "area", better: Direction::More, share: true },
            Outcome { name: "difficulty", better: Direction::Less, share: false },
        ];
        Terms { outcomes, unit: "iteration", clock: "wall time" }
    }

    fn compared(&self, _cell: &Cell, row: &Row) -> ComparedRecord {
        let search =
            SearchRecord::from_row(row).ok().filter(|record| record.message.is_empty()).and_then(|record| SearchTrace::of(&record));
        let Some((search, last)) = search.as_ref().and_then(|search| Some((search, search.checkpoints.last()?))) else {
            return ComparedRecord { values: vec![None; 3], ..ComparedRecord::default() };
        };
        let difficulty = Some(last.difficulty).filter(|difficulty| difficulty.is_finite());
        ComparedRecord {
            values: vec![Some(f64::from(u8::from(last.optimal))), Some(area(&search.checkpoints)), difficulty],
            key: 0,
            spent: vec![Spending { participant: 0, work: last.iterations as f64, micros: last.micros as f64, bytes: 0.0 }],
        }
    }
}

inventory::submit! { KindEntry(&Search) }

impl Kind for Search {
    fn rules(&self) -> &'static KindRules {
        &RULES
    }

    fn tasks(&self) -> &'static dyn Tasks {
        &Search
    }

    fn cell_columns(&self) -> &'static [Column] {
        CellRecord::COLUMNS
    }

    fn fold_onto<'e>(
        &self,
        experiment: &'e Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<Box<dyn Summary + 'e>, DamagedCell> {
        let cells = restored(experiment, earlier, SearchCell::empty, CellRecord::restore)?;
        Ok(Box::new(SearchSummary::onto(cells, experiment, rows)))
    }
}
