//! The implementation of the kinds. Tasks are played, recorded and stored as in matches or searches.

use super::measures::evaluation;
use super::resolve::{BY_GAMES, BY_SEARCHES};
use super::schedule::TuneSchedule;
use super::summary::TuneSummary;
use super::trial::Evaluation;
use super::tuning::{FRESH, SEARCHED, SEEDS, Tuning};
use crate::config::Choice as _;
use crate::experiment::{Experiment, KindRules, Measure};
use crate::kinds::{DamagedCell, Design, Kind, KindEntry, Rows, SavedTasks, Schedule, Summary, Tasks, r#match, search};
use crate::plan::Plan;
use crate::report::plural;
use crate::store::{Column, Row};

/// A kind of tuning: a search for parameters, and its confirmation.
pub struct Tuner {
    rules: &'static KindRules,
    /// The default measure of the agent.
    measure: Measure,
}

/// The cells of the search, and those of the confirmation.
const VARIES: &[(&str, &[&str])] = &[(SEEDS, &[SEARCHED, FRESH])];

/// Tuning by games against opponents.
pub static TUNE: Tuner = Tuner {
    measure: Measure::Score,
    rules: &KindRules {
        name: "tune",
        doc: "A search for parameters of an agent, whose result is confirmed on fresh seeds.",
        own: BY_GAMES,
        varies: VARIES,
        measures: &[],
        // Whole rounds, however many.
        accepts: |cell, _| (r#match::RULES.accepts)(cell, evaluation(Measure::Score).round(cell)),
        stops: false,
        ..r#match::RULES
    },
};

/// Tuning by the moves of an agent in known positions.
pub static TUNE_SEARCH: Tuner = Tuner {
    measure: Measure::Optimal,
    rules: &KindRules {
        name: "tune-search",
        doc: "The same, judged by how often an agent finds an optimal move in positions with known optimal moves.",
        tasks: "searches",
        own: BY_SEARCHES,
        varies: VARIES,
        measures: &[],
        ..search::RULES
    },
};

inventory::submit! { KindEntry(&TUNE) }
inventory::submit! { KindEntry(&TUNE_SEARCH) }

impl Tuner {
    /// How tasks are evaluated; the same for all measures of a kind, but for the numbers.
    fn evaluation(&self) -> &'static dyn Evaluation {
        evaluation(self.measure)
    }
}

impl Kind for Tuner {
    fn rules(&self) -> &'static KindRules {
        self.rules
    }

    fn tasks(&self) -> &'static dyn Tasks {
        self.evaluation().tasks()
    }

    fn design(&self, _experiment: &Experiment) -> Design {
        Design::Adaptive {
            by: "[tune]",
            undealable: "a tuning chooses each evaluation by all earlier results, so shards cannot be played separately; play it on one \
                 machine, or every budget or game as a separate tuning on its own machine, with --set 'only={game=\"NAME\"}' and --out",
        }
    }

    fn choice_in_words(&self, experiment: &Experiment) -> Option<String> {
        let tuning = experiment.own::<Tuning>()?;
        let many = self.evaluation().unit().many;
        let confirmed = match tuning.confirm {
            0 => "no confirmation".to_owned(),
            games => format!("confirmation: {games} {many} on fresh seeds for each of the chosen point, the default and the runner-up"),
        };
        Some(format!(
            "search: {} among {}, in at most {} {many} each; {confirmed}",
            tuning.method.word(),
            plural(tuning.points.len() as u64, "point"),
            tuning.games
        ))
    }

    fn schedule<'p>(&self, plan: &'p Plan, saved: Option<&SavedTasks>) -> Result<Option<Box<dyn Schedule + 'p>>, DamagedCell> {
        let Some(tuning) = plan.experiment.own::<Tuning>() else { return Ok(None) };
        Ok(Some(Box::new(TuneSchedule::new(plan, tuning, saved)?)))
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
