//! The kinds themselves. How tasks are played, recorded and kept is that of matches, or of searches.

use super::schedule::TuneSchedule;
use super::summary::TuneSummary;
use super::trial::{Evaluation, evaluation};
use crate::experiment::{Cell, Experiment, FRESH, Measure, SEARCHED, SEEDS};
use crate::games::params::ParamError;
use crate::kinds::derived::DerivedKind;
use crate::kinds::{DamagedCell, Elsewhere, Kind, Rows, Schedule, Summary};
use crate::plan::Plan;
use crate::store::{Column, Row};

/// A kind of tuning: a search for parameters, and its confirmation.
pub struct Tuner {
    name: &'static str,
    doc: &'static str,
    tasks: &'static str,
    /// By what the agent is judged, the default first.
    measures: &'static [Measure],
}

/// Tuning by games against opponents.
pub static TUNE: Tuner = Tuner {
    name: "tune",
    doc: "A search for parameters of an agent, whose result is confirmed on seeds that the search never saw.",
    tasks: "games",
    measures: &[Measure::Score],
};

/// Tuning by the moves that an agent finds alone.
pub static TUNE_SEARCH: Tuner = Tuner {
    name: "tune-search",
    doc: "The same, judged by how often an agent finds an optimal move of positions whose optimal moves are known.",
    tasks: "searches",
    measures: &[Measure::Optimal, Measure::Area],
};

impl Tuner {
    /// How tasks are evaluated; the same for all measures of a kind, but for the numbers.
    fn evaluation(&self) -> &'static dyn Evaluation {
        evaluation(self.measures[0])
    }
}

impl DerivedKind for Tuner {
    fn name(&self) -> &'static str {
        self.name
    }

    fn doc(&self) -> &'static str {
        self.doc
    }

    fn base(&self) -> &'static dyn Kind {
        self.evaluation().base()
    }

    fn tunes(&self) -> &'static [Measure] {
        self.measures
    }

    fn own_settings(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &[(SEEDS, &[SEARCHED, FRESH])]
    }

    fn tasks(&self) -> &'static str {
        self.tasks
    }

    /// As the base, with whole rounds.
    fn accepts(&self, cell: &Cell, _tasks_per_cell: u32) -> Result<(), ParamError> {
        self.base().accepts(cell, self.evaluation().round(cell))
    }

    fn schedule<'p>(&self, plan: &'p Plan, elsewhere: Option<&Elsewhere>) -> Result<Option<Box<dyn Schedule + 'p>>, DamagedCell> {
        let Some(tuning) = &plan.experiment.tuning else { return Ok(None) };
        Ok(Some(Box::new(TuneSchedule::new(plan, tuning, elsewhere)?)))
    }

    fn ordered(&self, _experiment: &Experiment) -> Option<&'static str> {
        Some("[tune]")
    }

    fn cell_columns(&self) -> &'static [Column] {
        self.evaluation().cell_columns()
    }

    fn fold_onto<'e>(
        &self,
        experiment: &'e Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<Box<dyn Summary + 'e>, DamagedCell> {
        Ok(Box::new(TuneSummary::onto(experiment, earlier, rows)?))
    }
}
