//! The implementation of the kind. Games are played, recorded and stored as in matches.

use super::pairing::pairing;
use super::players::OWN;
use super::schedule::TournamentSchedule;
use super::summary::TournamentSummary;
use super::table::{Pairing, Tournament};
use crate::experiment::{Experiment, KindRules};
use crate::kinds::r#match::{self, KeptRounds, Match};
use crate::kinds::{DamagedCell, Design, Kind, KindEntry, Rows, SavedTasks, Schedule, Summary, Tasks};
use crate::plan::Plan;
use crate::store::{Column, Row};

/// Games between all players of a tournament.
pub struct Tournaments;

/// The rules of matches, between players instead of candidates and opponents.
const RULES: KindRules = KindRules {
    name: "tournament",
    doc: "Games between all players of a tournament: a crosstable, ratings with their intervals, and who is good where.",
    own: OWN,
    stops: false,
    measures: &[],
    ..r#match::RULES
};

/// The rule by which results choose the games; `None` if all are played.
fn rule(experiment: &Experiment) -> Option<Pairing> {
    experiment.own::<Tournament>().map(|tournament| tournament.pairing).filter(|pairing| *pairing != Pairing::All)
}

inventory::submit! { KindEntry(&Tournaments) }

impl Kind for Tournaments {
    fn rules(&self) -> &'static KindRules {
        &RULES
    }

    fn tasks(&self) -> &'static dyn Tasks {
        Match.tasks()
    }

    fn design(&self, experiment: &Experiment) -> Design {
        let adaptive = Design::Adaptive {
            by: "the pairing of this tournament",
            undealable: "the Swiss system and adaptive pairing choose games by all results, so shards cannot be played separately; play \
                 them on one machine, or as a round robin without adaptive pairing",
        };
        rule(experiment).map_or(Design::Fixed, |_| adaptive)
    }

    fn schedule<'p>(&self, plan: &'p Plan, saved: Option<&SavedTasks>) -> Result<Option<Box<dyn Schedule + 'p>>, DamagedCell> {
        let Some(rule) = rule(&plan.experiment) else { return Ok(None) };
        Ok(Some(Box::new(TournamentSchedule::new(plan, saved, |players| pairing(rule, players))?)))
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
        let kept = if rule(experiment).is_some() { KeptRounds::OrderAndHashes } else { KeptRounds::Order };
        Ok(Box::new(TournamentSummary::new(r#match::summary(experiment, earlier, rows, kept)?)))
    }
}
