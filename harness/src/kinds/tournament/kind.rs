//! The kind itself. How games are played, recorded and kept is that of matches.

use super::pairing::pairing;
use super::schedule::TournamentSchedule;
use super::summary::TournamentSummary;
use crate::experiment::Experiment;
use crate::kinds::derived::DerivedKind;
use crate::kinds::r#match::Match;
use crate::kinds::{DamagedCell, Elsewhere, Kind, Rows, Schedule, Summary};
use crate::plan::Plan;
use crate::store::Row;

/// Games between all players of a tournament.
pub struct Tournaments;

impl DerivedKind for Tournaments {
    fn name(&self) -> &'static str {
        "tournament"
    }

    fn doc(&self) -> &'static str {
        "Games between all players of a tournament: a crosstable, ratings with their intervals, and who is good where."
    }

    fn base(&self) -> &'static dyn Kind {
        &Match
    }

    fn has_players(&self) -> bool {
        true
    }

    fn schedule<'p>(&self, plan: &'p Plan, elsewhere: Option<&Elsewhere>) -> Result<Option<Box<dyn Schedule + 'p>>, DamagedCell> {
        let tournament = plan.experiment.tournament.as_ref().filter(|tournament| tournament.follows_results());
        let Some(rule) = tournament.map(|tournament| tournament.pairing) else { return Ok(None) };
        Ok(Some(Box::new(TournamentSchedule::new(plan, elsewhere, |players| pairing(rule, players))?)))
    }

    fn ordered(&self, experiment: &Experiment) -> Option<&'static str> {
        experiment.tournament.as_ref().filter(|tournament| tournament.follows_results()).map(|_| "the pairing of this tournament")
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
