//! Caveats of the verdict on a claim, from the results file of its experiment.

use crate::experiment::Hypothesis;
use crate::kinds::Summary;
use crate::report::{Doubt, Growth, Origins, doubts, gone, played_again, plural, statement};
use crate::results::ResultsFile;
use std::collections::BTreeSet;

/// The caveats of each cell of an experiment.
pub(super) struct Doubts {
    cells: Vec<CellDoubts>,
    /// Per hypothesis, the number of games of its cells when it was first stated.
    stated: Vec<Option<u64>>,
    /// The same for the rule of `[stop]`, with all games.
    stop: Option<u64>,
    /// Whether there is such a rule.
    has_rule: bool,
    /// Hypotheses and rules that the experiment no longer states.
    gone: u64,
    games_per_cell: u32,
    /// The noun for the kind's tasks, as in "games".
    tasks: &'static str,
}

#[derive(Default)]
struct CellDoubts {
    played: u32,
    failed: u64,
    counted: Vec<(Doubt, u64)>,
    retried: u64,
    has_repeats: bool,
    is_timed: bool,
    growth: Growth,
    origins: Vec<&'static str>,
}

impl Doubts {
    /// The caveats of a results file, in which every cell should have `games_per_cell` games.
    pub(super) fn of(saved: &ResultsFile, summary: &dyn Summary, games_per_cell: u32) -> Result<Doubts, String> {
        let fault = |error: crate::store::StoreError| error.to_string();
        let experiment = &saved.plan.experiment;
        let (done, histories) = saved.histories(None).map_err(fault)?;
        let (builds, verifications) = (saved.builds(None).map_err(fault)?, saved.verifications(None).map_err(fault)?);
        let statements = saved.statements(None).map_err(fault)?;
        let (others, killed) = (saved.other_cells(None).map_err(fault)?, saved.killed(None).map_err(fault)?);
        let (failed, retried, repeated) = (summary.played(), saved.retried(), summary.repeats());
        let mut counted = summary.doubts();
        let cells = done.cells.iter().zip(&histories).zip(&builds).enumerate().map(|(index, ((done, history), builds))| CellDoubts {
            played: done.count(),
            failed: failed.get(index).map_or(0, |(_, failed)| *failed),
            counted: counted.get_mut(index).map(std::mem::take).unwrap_or_default(),
            retried: retried[index],
            has_repeats: repeated.get(index).copied().unwrap_or(false),
            is_timed: experiment.cells[index].is_timed,
            growth: Growth::of(std::iter::once((done.count(), history))).beside(others).killed(killed),
            origins: Origins { builds, verifications: &verifications }.remarks(experiment.cells[index].is_timed).collect(),
        });
        let stop = experiment.stop_hash().map_or(Some(0), |hash| statements.of_hash(&hash));
        let stated = experiment.hypotheses.iter().map(|hypothesis| statements.of(hypothesis)).collect();
        let gone = statements.gone(experiment);
        let has_rule = experiment.stop_rule().is_some();
        Ok(Doubts { cells: cells.collect(), stated, stop, gone, has_rule, games_per_cell, tasks: experiment.kind.tasks })
    }

    /// The caveats that concern a hypothesis, in a few words each.
    pub(super) fn about(&self, index: usize, hypothesis: &Hypothesis) -> Vec<String> {
        let all = hypothesis.cells.iter().chain(hypothesis.than.iter().flatten());
        let cells: Vec<&CellDoubts> = all.map(|&cell| &self.cells[cell]).collect();
        let played: u64 = cells.iter().map(|cell| u64::from(cell.played)).sum();
        if played == 0 {
            return Vec::new();
        }
        let (planned, failed) = (cells.len() as u64 * u64::from(self.games_per_cell), cells.iter().map(|cell| cell.failed).sum());
        let statements = [statement(self.stated[index], "", self.tasks), statement(self.stop, "[stop] ", self.tasks), gone(self.gone)];
        let grown: BTreeSet<&str> = cells.iter().flat_map(|cell| cell.growth.remarks(self.has_rule)).collect();
        let first = [(played < planned).then(|| format!("{played} of {planned} {}", self.tasks))];
        let last = [
            (failed > 0).then(|| plural(failed, "failure")),
            played_again(cells.iter().map(|cell| cell.retried).sum()),
            cells.iter().any(|cell| cell.has_repeats).then(|| "games repeat".to_owned()),
            cells.iter().any(|cell| cell.is_timed).then(|| "budgets of time: other machines play other games".to_owned()),
        ];
        let origins: BTreeSet<&str> = cells.iter().flat_map(|cell| cell.origins.iter().copied()).collect();
        let owned = |remarks: BTreeSet<&str>| remarks.into_iter().map(|remark| Some(remark.to_owned())).collect::<Vec<_>>();
        let counted = doubts(cells.iter().flat_map(|cell| cell.counted.iter().copied())).into_iter().map(Some);
        statements.into_iter().chain(first).chain(owned(grown)).chain(counted).chain(last).chain(owned(origins)).flatten().collect()
    }
}
