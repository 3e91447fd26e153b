//! The results of matches, as reports, checks and results files ask for them.

use super::caveats::caveats;
use super::cell::CellRecord;
use super::cell_summary::CellSummary;
use super::report::{match_findings, match_lead, match_report};
use super::summary::MatchSummary;
use crate::experiment::References;
use crate::kinds::{Measurements, Summary};
use crate::report::{Caveat, Findings, Tests};
use crate::store::{Record as _, Row};
use treebench_reports::Report;

impl Summary for MatchSummary<'_> {
    fn report(&self, references: &References) -> Report {
        match_report(self, references)
    }

    fn lead(&self, references: &References) -> Vec<String> {
        match_lead(self, references)
    }

    fn findings(&self, references: &References) -> Findings {
        match_findings(self, references)
    }

    fn use_always_valid_tests(&mut self) -> Tests {
        self.always_valid = true;
        Tests::AnyTime
    }

    fn set_removed_hypotheses(&mut self, hypotheses: u64) {
        self.removed = hypotheses;
    }

    fn baseline(&self) -> Option<Vec<Measurements>> {
        Some(self.experiment.cells.iter().zip(&self.cells).map(|(described, cell)| cell.measured(described)).collect())
    }

    fn played(&self) -> Vec<(u64, u64)> {
        self.cells.iter().map(|cell| (cell.played, cell.missing() - cell.retried)).collect()
    }

    fn caveats(&self) -> Vec<Vec<(Caveat, u64)>> {
        self.experiment.cells.iter().zip(&self.cells).map(|(described, cell)| caveats(described, cell)).collect()
    }

    fn add_attempt(&mut self, cell: usize, row: &Row) {
        self.cells[cell].replay(&self.experiment.cells[cell], row);
    }

    fn play_again(&mut self, cell: usize, round: usize, row: &Row) {
        if let Some(game) = self.cells[cell].replay(&self.experiment.cells[cell], row) {
            self.cells[cell].complete(&self.experiment.cells[cell], round, &game);
        }
    }

    fn seconds(&self) -> Vec<f64> {
        let spent = |cell: &CellSummary| cell.effort.iter().map(|effort| effort.cpu_micros as f64 / 1e6).sum();
        self.cells.iter().map(spent).collect()
    }

    fn cells(&self) -> Vec<Row> {
        let cells = self.experiment.cells.iter().zip(&self.cells);
        cells.map(|(described, cell)| CellRecord::of(cell, described, self.kept).into_row()).collect()
    }
}
