//! The results of a tournament: those of its matches.

use super::report::{tournament_lead, tournament_report};
use super::table::Tournament;
use crate::experiment::References;
use crate::kinds::r#match::MatchSummary;
use crate::kinds::{Measurements, Summary};
use crate::report::{Caveat, Tests};
use crate::store::Row;
use treebench_reports::Report;

/// The results of a tournament, cell by cell. Ratings are computed when a report is made.
pub struct TournamentSummary<'e> {
    /// The results of the cells.
    pub matches: MatchSummary<'e>,
}

impl<'e> TournamentSummary<'e> {
    /// The tournament that consists of these matches.
    pub fn new(matches: MatchSummary<'e>) -> TournamentSummary<'e> {
        TournamentSummary { matches }
    }
}

impl Summary for TournamentSummary<'_> {
    fn report(&self, references: &References) -> Report {
        tournament_report(&self.matches, references)
    }

    fn lead(&self, _references: &References) -> Vec<String> {
        tournament_lead(&self.matches)
    }

    fn use_always_valid_tests(&mut self) -> Tests {
        self.matches.use_always_valid_tests();
        Tests::OfPairs
    }

    /// The score of every pair: ratings depend on the other players, scores do not. `None` if results choose the games: cells then have no fixed
    /// number of games to compare.
    fn baseline(&self) -> Option<Vec<Measurements>> {
        let tournament = self.matches.experiment().own::<Tournament>();
        if tournament.is_some_and(Tournament::follows_results) { None } else { self.matches.baseline() }
    }

    fn caveats(&self) -> Vec<Vec<(Caveat, u64)>> {
        self.matches.caveats()
    }

    fn played(&self) -> Vec<(u64, u64)> {
        self.matches.played()
    }

    fn add_attempt(&mut self, cell: usize, row: &Row) {
        self.matches.add_attempt(cell, row);
    }

    fn play_again(&mut self, cell: usize, round: usize, row: &Row) {
        self.matches.play_again(cell, round, row);
    }

    fn cells(&self) -> Vec<Row> {
        self.matches.cells()
    }
}
