//! The results of a tuning, as reports, checks and results files ask for them.

use super::report::{tune_lead, tune_report};
use super::summary::TuneSummary;
use crate::experiment::References;
use crate::kinds::{Measurements, Summary};
use crate::store::Row;
use treebench_reports::Report;

impl Summary for TuneSummary<'_> {
    fn report(&self, references: &References) -> Report {
        tune_report(self, references)
    }

    fn lead(&self, _references: &References) -> Vec<String> {
        tune_lead(self)
    }

    /// `None`: results choose the games, so cells have no fixed number of games to compare.
    fn baseline(&self) -> Option<Vec<Measurements>> {
        None
    }

    fn played(&self) -> Vec<(u64, u64)> {
        self.cells.iter().map(|tried| (tried.played, tried.failures.iter().sum::<u64>() + tried.void)).collect()
    }

    fn cells(&self) -> Vec<Row> {
        self.kept.clone()
    }
}
