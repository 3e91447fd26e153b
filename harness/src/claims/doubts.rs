//! What a reader must know before trusting the verdict on a claim, from the results file of its experiment.

use crate::experiment::Hypothesis;
use crate::kinds::Summary;
use crate::report::{Growth, plural, stated};
use crate::results::ResultsFile;
use crate::store::{Build, Verification};
use std::collections::BTreeSet;

/// The doubts about each cell of an experiment.
pub(super) struct Doubts {
    cells: Vec<CellDoubts>,
    /// Per hypothesis, the games of its cells that there were when it was first stated.
    stated: Vec<Option<u64>>,
    /// The same of the rule of `[stop]`, with all games.
    stop: Option<u64>,
    games_per_cell: u32,
    /// What the kind plays, as in "games".
    tasks: &'static str,
}

#[derive(Default)]
struct CellDoubts {
    played: u32,
    failed: u64,
    has_repeats: bool,
    growth: Growth,
    is_mixed: bool,
    is_unverified: bool,
}

impl Doubts {
    /// Those about a results file, of which every cell should have so many games.
    pub(super) fn of(saved: &ResultsFile, summary: &dyn Summary, games_per_cell: u32) -> Result<Doubts, String> {
        let fault = |error: crate::store::StoreError| error.to_string();
        let experiment = &saved.plan.experiment;
        let (done, histories) = saved.histories(None).map_err(fault)?;
        let (builds, verifications) = (saved.builds(None).map_err(fault)?, saved.verifications(None).map_err(fault)?);
        let statements = saved.statements(None).map_err(fault)?;
        let watched = experiment.stop_rule().is_none();
        let (failed, measured) = (summary.played(), summary.baseline().unwrap_or_default());
        let cells = done.cells.iter().zip(&histories).zip(&builds).enumerate().map(|(index, ((done, history), builds))| {
            let keys = measured.get(index).and_then(|measured| measured.statistics.first()).map_or(&[][..], |first| &first.keys[..]);
            let keys: Vec<u64> = keys.iter().copied().filter(|key| *key != 0).collect();
            CellDoubts {
                played: done.count(),
                failed: failed.get(index).map_or(0, |(_, failed)| *failed),
                has_repeats: keys.iter().collect::<BTreeSet<_>>().len() < keys.len(),
                growth: Growth::of(watched.then_some((done.size(), history)).into_iter()),
                is_mixed: verifications.iter().any(|replay| replay.accepted && mixes(builds, replay)),
                is_unverified: if experiment.cells[index].is_timed {
                    builds.len() > 1
                } else {
                    !Verification::connect(builds, &verifications)
                },
            }
        });
        let stop = experiment.stop_hash().map_or(Some(0), |hash| statements.of_hash(&hash));
        let stated = experiment.hypotheses.iter().map(|hypothesis| statements.of(hypothesis)).collect();
        Ok(Doubts { cells: cells.collect(), stated, stop, games_per_cell, tasks: experiment.kind.tasks })
    }

    /// Those that touch a hypothesis, in a few words each.
    pub(super) fn about(&self, index: usize, hypothesis: &Hypothesis) -> Vec<String> {
        let all = hypothesis.cells.iter().chain(hypothesis.than.iter().flatten());
        let cells: Vec<&CellDoubts> = all.map(|&cell| &self.cells[cell]).collect();
        let played: u64 = cells.iter().map(|cell| u64::from(cell.played)).sum();
        if played == 0 {
            return Vec::new();
        }
        let has = |what: fn(&CellDoubts) -> bool, words: &str| cells.iter().any(|cell| what(cell)).then(|| words.to_owned());
        let (planned, failed) = (cells.len() as u64 * u64::from(self.games_per_cell), cells.iter().map(|cell| cell.failed).sum());
        let statement = |after: Option<u64>, what: &str| match after {
            Some(0) => None,
            None => Some(format!("{what}stated at an unknown time")),
            after => Some(format!("{what}stated {}", stated(after, self.tasks))),
        };
        let statements = [statement(self.stated[index], ""), statement(self.stop, "[stop] ")];
        let grown: BTreeSet<&str> = cells.iter().flat_map(|cell| cell.growth.remarks()).collect();
        let first = [(played < planned).then(|| format!("{played} of {planned} {}", self.tasks))];
        let last = [
            (failed > 0).then(|| plural(failed, "failure")),
            has(|cell| cell.has_repeats, "games repeat"),
            has(|cell| cell.is_mixed, "builds differ (--accept-mixed)"),
            has(|cell| cell.is_unverified, "builds not compared"),
        ];
        let grown = grown.into_iter().map(|remark| Some(remark.to_owned()));
        statements.into_iter().chain(first).chain(grown).chain(last).flatten().collect()
    }
}

/// Whether the tasks of a cell are of both builds of a replay.
fn mixes(builds: &[(Build, u64)], replay: &Verification) -> bool {
    let holds = |wanted: &Build| builds.iter().any(|(build, _)| build.executable == wanted.executable);
    holds(&replay.played) && holds(&replay.replayed)
}
