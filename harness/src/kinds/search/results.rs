//! The results of searches, as reports, checks and results files ask for them.

use super::cell::CellRecord;
use super::one_position::is_only_position;
use super::paired_difference::Differences;
use super::report::{groups, search_findings, search_lead, search_report};
use super::summary::{SearchCell, SearchSummary};
use crate::experiment::{Cell, References};
use crate::kinds::{Measurements, Summary};
use crate::report::{Caveat, Findings};
use crate::store::{Record as _, Row};
use treebench_reports::Report;

impl Summary for SearchSummary<'_> {
    /// Papers print only curves of this kind, so there are no printed values to compare with.
    fn report(&self, _references: &References) -> Report {
        search_report(self)
    }

    fn lead(&self, _references: &References) -> Vec<String> {
        search_lead(self)
    }

    fn set_removed_hypotheses(&mut self, hypotheses: u64) {
        self.removed = hypotheses;
    }

    fn findings(&self, _references: &References) -> Findings {
        search_findings(self)
    }

    fn caveats(&self) -> Vec<Vec<(Caveat, u64)>> {
        let caveats = |(cell, summary): (&Cell, &SearchCell)| {
            let all = [(Caveat::OnePosition, u64::from(is_only_position(cell))), (Caveat::RepeatedSearches, summary.repeated())];
            all.into_iter().filter(|(_, count)| *count > 0).collect()
        };
        self.experiment.cells.iter().zip(&self.cells).map(caveats).collect()
    }

    fn baseline(&self) -> Option<Vec<Measurements>> {
        Some(self.cells.iter().map(SearchCell::measured).collect())
    }

    fn seconds(&self) -> Vec<f64> {
        let spent = |cell: &SearchCell| cell.points.last().map_or(0.0, |last| last.micros as f64 / 1e6);
        self.cells.iter().map(spent).collect()
    }

    fn cells(&self) -> Vec<Row> {
        let pairs = groups(self).into_iter().flat_map(|group| {
            let baseline = group.series[group.baseline].cell;
            group.series.into_iter().map(move |series| (series.cell, series.cell.against(baseline, true)))
        });
        let pairs: Vec<(&SearchCell, Differences)> = pairs.collect();
        let differences =
            |cell: &SearchCell| pairs.iter().find(|(of, _)| std::ptr::eq(*of, cell)).map_or(Differences::default(), |pair| pair.1);
        self.cells.iter().map(|cell| CellRecord::of(cell, &differences(cell)).into_row()).collect()
    }
}
