//! Caveats of the verdict on a claim, from the results file of its experiment.

use crate::experiment::{Experiment, Hypothesis};
use crate::kinds::Summary;
use crate::report::{CellProvenance, cell_remarks, hypothesis_remarks, printed_remark, statement_remarks};
use crate::results::{ResultsFile, cell_provenance};
use crate::store::{Statements, StoreError};

/// The caveats about an experiment.
pub(super) struct Caveats<'e> {
    experiment: &'e Experiment,
    cells: Vec<CellProvenance>,
    statements: Statements,
    games_per_cell: u32,
}

impl<'e> Caveats<'e> {
    /// The caveats of a results file, in which every cell should have `games_per_cell` games.
    pub(super) fn of(saved: &'e ResultsFile, summary: &dyn Summary, games_per_cell: u32) -> Result<Caveats<'e>, StoreError> {
        Ok(Caveats {
            experiment: &saved.plan.experiment,
            cells: cell_provenance(saved, None, summary)?,
            statements: saved.statements(None)?,
            games_per_cell,
        })
    }

    /// The caveats that concern a hypothesis, in a few words each.
    pub(super) fn about(&self, hypothesis: &Hypothesis) -> Vec<String> {
        let cells: Vec<&CellProvenance> = hypothesis.about().map(|cell| &self.cells[cell]).collect();
        let own = hypothesis_remarks(hypothesis, self.experiment, &self.statements, "");
        self.touching(&cells, own.into_iter().chain(statement_remarks(self.experiment, &self.statements)))
    }

    /// Those that touch the printed values.
    pub(super) fn about_print(&self) -> Vec<String> {
        let overrides = self.statements.overrides().map(str::to_owned);
        self.touching(&self.cells.iter().collect::<Vec<_>>(), overrides.chain(printed_remark(self.experiment, &self.statements)))
    }

    fn touching(&self, cells: &[&CellProvenance], statements: impl Iterator<Item = String>) -> Vec<String> {
        let played: u64 = cells.iter().map(|cell| u64::from(cell.played)).sum();
        if played == 0 {
            return Vec::new();
        }
        let planned = cells.len() as u64 * u64::from(self.games_per_cell);
        let partly = (played < planned).then(|| format!("{played} of {planned} {}", self.experiment.kind.tasks));
        statements.chain(partly).chain(cell_remarks(cells.iter().copied(), self.experiment)).collect()
    }
}
