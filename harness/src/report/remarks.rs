//! Caveats in a few words each, for claims, lists of runs and exports, which have no room for sentences.

use super::{Growth, plural, stated};
use crate::experiment::Experiment;
use crate::plan::Plan;
use crate::store::{Build, Statements, Store, StoreError, Verification};
use std::collections::{BTreeMap, BTreeSet};

/// The builds that played a cell, each with the number of its tasks, and what was replayed of them.
#[derive(Clone, Copy)]
pub(crate) struct Origins<'a> {
    pub(crate) builds: &'a [(Build, u64)],
    pub(crate) verifications: &'a [Verification],
}

impl Origins<'_> {
    /// Whether games of different code are mixed. Budgets of time cannot be replayed, and are if several builds played.
    pub(crate) fn remarks(self, is_timed: bool) -> impl Iterator<Item = &'static str> {
        let mixed = self.verifications.iter().any(|replay| replay.accepted && self.mixes(replay));
        let unverified = if is_timed { self.builds.len() > 1 } else { !Verification::connect(self.builds, self.verifications) };
        let all = [(mixed, "builds differ (--accept-mixed)"), (unverified, "builds not compared")];
        all.into_iter().filter_map(|(holds, remark)| holds.then_some(remark))
    }

    /// Whether the tasks are of both builds of a replay.
    fn mixes(self, replay: &Verification) -> bool {
        let holds = |wanted: &Build| self.builds.iter().any(|(build, _)| build.executable == wanted.executable);
        holds(&replay.played) && holds(&replay.replayed)
    }
}

/// In how many cells of a run games of different code are mixed, or of builds that were not compared.
///
/// # Errors
/// If the records cannot be read.
pub(crate) fn mixed_builds(plan: &Plan, store: &Store) -> Result<Vec<String>, StoreError> {
    let (builds, verifications) = (store.builds().of_cells(plan)?, store.builds().verifications()?);
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    for (cell, builds) in plan.experiment.cells.iter().zip(&builds) {
        Origins { builds, verifications: &verifications }.remarks(cell.is_timed).for_each(|remark| *found.entry(remark).or_default() += 1);
    }
    let all = plan.experiment.cells.len();
    Ok(found.into_iter().map(|(remark, cells)| format!("Games of several builds are mixed in {cells} of {all} cells: {remark}.")).collect())
}

/// That failures were played again.
pub(crate) fn played_again(failures: u64) -> Option<String> {
    (failures > 0).then(|| format!("{} played again", plural(failures, "failure")))
}

/// That hypotheses are no longer shown.
pub(crate) fn gone(statements: u64) -> Option<String> {
    (statements > 0).then(|| {
        format!("{} removed", if statements == 1 { "1 hypothesis or rule".to_owned() } else { format!("{statements} hypotheses or rules") })
    })
}

/// A counted caveat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Doubt {
    /// Games whose result is due to a failure.
    LostByFailure,
    /// Games that ended by a limit of their length.
    CutOff,
    /// Games that ended by the scores which agents reported.
    Adjudicated,
    /// Cells whose scores do not add up to one win per game, so that an equal share of a win is not an even result.
    UnevenScores,
    /// Games of which an engine named another winner than the referee.
    Disagreement,
    /// Agents that exceeded their budgets of time too often.
    TurnsOver,
    /// Agents that got less of a core than their budgets of time promise.
    Starved,
    /// Cells whose searches are all of one position.
    OnePosition,
    /// Searches that find the same result as another in the same position.
    RepeatedSearches,
}

/// Doubts in a few words each, those of the same sort added up.
pub(crate) fn doubts(all: impl Iterator<Item = (Doubt, u64)>) -> Vec<String> {
    let mut sums: BTreeMap<Doubt, u64> = BTreeMap::new();
    all.for_each(|(doubt, count)| *sums.entry(doubt).or_default() += count);
    let words = |(doubt, count): (Doubt, u64)| match doubt {
        Doubt::LostByFailure => format!("{} lost by failure", plural(count, "game")),
        Doubt::CutOff => format!("{} cut off", plural(count, "game")),
        Doubt::Adjudicated => format!("{} adjudicated", plural(count, "game")),
        Doubt::UnevenScores => format!("scores that do not add up to one win a game in {}", plural(count, "cell")),
        Doubt::Disagreement => format!("{} of an engine with the referee", plural(count, "disagreement")),
        Doubt::TurnsOver => format!("turns over budget in {}", plural(count, "case")),
        Doubt::OnePosition => format!("all searches of one position in {}", plural(count, "cell")),
        Doubt::RepeatedSearches if count == 1 => "1 search repeats another".to_owned(),
        Doubt::RepeatedSearches => format!("{count} searches repeat others"),
        Doubt::Starved => format!("less than 90 % of a core in {}", plural(count, "case")),
    };
    sums.into_iter().map(words).collect()
}

/// When something was stated, if it was not before its tasks.
pub(crate) fn statement(after: Option<u64>, what: &str, tasks: &str) -> Option<String> {
    match after {
        Some(0) => None,
        None => Some(format!("{what}stated at an unknown time")),
        after => Some(format!("{what}stated {}", stated(after, tasks))),
    }
}

/// The origin of the tasks of a whole run or results file.
pub(crate) struct Past<'a> {
    /// Per cell, whether games repeat others.
    pub(crate) repeats: &'a [bool],
    /// The caveats of its numbers, cell by cell.
    pub(crate) doubts: &'a [Vec<(Doubt, u64)>],
    pub(crate) growth: &'a Growth,
    /// Per cell, the builds that played it.
    pub(crate) builds: &'a [Vec<(Build, u64)>],
    pub(crate) verifications: &'a [Verification],
    pub(crate) statements: &'a Statements,
    /// Failed tasks that were played again.
    pub(crate) retried: u64,
}

impl Past<'_> {
    /// The remarks on the numbers of an experiment.
    pub(crate) fn remarks(&self, experiment: &Experiment) -> Vec<String> {
        let Past { repeats, doubts: suffered, growth, builds, verifications, statements, retried } = *self;
        let tasks = experiment.kind.tasks;
        let hypotheses = experiment.hypotheses.iter().filter_map(|hypothesis| statement(statements.of(hypothesis), "hypothesis ", tasks));
        let gone = gone(statements.gone(experiment));
        let stop = experiment.stop_hash().and_then(|hash| statement(statements.of_hash(&hash), "[stop] ", tasks));
        let cells = experiment.cells.iter().zip(builds);
        let origins: BTreeSet<&str> = cells.flat_map(|(cell, builds)| Origins { builds, verifications }.remarks(cell.is_timed)).collect();
        let repeated = repeats.contains(&true).then_some("games repeat");
        let words = growth
            .remarks(experiment.stop_rule().is_some())
            .into_iter()
            .chain(repeated)
            .chain(origins)
            .map(str::to_owned)
            .chain(doubts(suffered.iter().flatten().copied()))
            .chain(played_again(retried));
        let mut known = BTreeSet::new();
        hypotheses.chain(stop).chain(gone).chain(words).filter(|remark| known.insert(remark.clone())).collect()
    }
}
