//! The results of playouts, as reports, checks and results files ask for them.

use super::cell::CellRecord;
use super::report::{playout_findings, playout_lead, playout_report};
use super::summary::PlayoutSummary;
use crate::experiment::References;
use crate::kinds::{Measurements, Summary};
use crate::report::Findings;
use crate::store::{Record as _, Row};
use treebench_reports::Report;

impl Summary for PlayoutSummary<'_> {
    fn report(&self, references: &References) -> Report {
        playout_report(self, references)
    }

    fn lead(&self, references: &References) -> Vec<String> {
        playout_lead(self, references)
    }

    fn findings(&self, references: &References) -> Findings {
        playout_findings(self, references)
    }

    fn baseline(&self) -> Option<Vec<Measurements>> {
        let cells = self.experiment.cells.iter().zip(&self.cells);
        Some(cells.map(|(cell, numbers)| numbers.measured(&cell.game.game.info())).collect())
    }

    fn cells(&self) -> Vec<Row> {
        self.cells.iter().map(|cell| CellRecord::of(cell).into_row()).collect()
    }
}
