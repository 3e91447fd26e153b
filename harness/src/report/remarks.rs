//! Caveats in a few words each, for claims, lists of runs and exports, which have no room for sentences.

use super::{Growth, plural, stated};
use crate::experiment::{Experiment, Hypothesis, ResultRule};
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
fn played_again(failures: u64) -> Option<String> {
    (failures > 0).then(|| format!("{} played again", plural(failures, "failure")))
}

/// That hypotheses are no longer shown.
fn removed_statements(statements: u64) -> Option<String> {
    (statements > 0).then(|| {
        format!("{} removed", if statements == 1 { "1 hypothesis or rule".to_owned() } else { format!("{statements} hypotheses or rules") })
    })
}

/// The share of a core that an agent must get for its budget of wall time to be worth its name.
pub(crate) const LEAST_CORE_SHARE: f64 = 0.9;

/// A counted caveat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Caveat {
    /// Games whose result is due to a failure.
    LostByFailure,
    /// Games that ended by a limit of their length.
    CutOff,
    /// Games that ended by the scores which agents reported.
    Adjudicated,
    /// Cells whose scores do not add up to one win per game, so that an equal share of a win is not an even result.
    UnevenScores,
    /// Those of them that ended by the scores of the loser alone.
    OneSided,
    /// Openings that continue others, so that one game may count as several.
    NestedOpenings,
    /// Cells in most rounds of which both sides play the same moves.
    AlikeSides,
    /// Games of which an engine named another winner than the referee.
    Disagreement,
    /// Positions that agree with what a searching agent knew and were not found, so that it searched others.
    FailedDraws,
    /// Cells in which an agent exceeded its budget of time too often.
    TurnsOver,
    /// Cells in which an agent got less of a core than its budget of time promises.
    Starved,
    /// Cells whose searches are all of one position.
    OnePosition,
    /// Searches that find the same result as another in the same position.
    RepeatedSearches,
}

/// Caveats in a few words each, those of the same sort added up.
pub(crate) fn caveats(all: impl Iterator<Item = (Caveat, u64)>) -> Vec<String> {
    let mut sums: BTreeMap<Caveat, u64> = BTreeMap::new();
    all.for_each(|(caveat, count)| *sums.entry(caveat).or_default() += count);
    let words = |(caveat, count): (Caveat, u64)| match caveat {
        Caveat::LostByFailure => format!("{} lost by failure", plural(count, "game")),
        Caveat::CutOff => format!("{} cut off", plural(count, "game")),
        Caveat::Adjudicated => format!("{} adjudicated", plural(count, "game")),
        Caveat::UnevenScores => format!("scores that do not sum to one win per game in {}", plural(count, "cell")),
        Caveat::OneSided => format!("{} lost by resignation on one's own score", plural(count, "game")),
        Caveat::NestedOpenings => format!(
            "{} what another begins",
            if count == 1 { "1 opening continues".to_owned() } else { format!("{count} openings continue") }
        ),
        Caveat::AlikeSides => format!("both sides play the same moves in most games of {}", plural(count, "cell")),
        Caveat::Disagreement => format!("{} of an engine with the referee", plural(count, "disagreement")),
        Caveat::FailedDraws => format!("hidden positions not found {}", plural(count, "time")),
        Caveat::TurnsOver => format!("turns over budget in {}", plural(count, "cell")),
        Caveat::OnePosition => format!("all searches of one position in {}", plural(count, "cell")),
        Caveat::RepeatedSearches if count == 1 => "1 search repeats another".to_owned(),
        Caveat::RepeatedSearches => format!("{count} searches repeat others"),
        Caveat::Starved => format!("less than {:.0} % of a core in {}", 100.0 * LEAST_CORE_SHARE, plural(count, "cell")),
    };
    sums.into_iter().map(words).collect()
}

/// When something was stated, if it was not before its tasks.
fn statement(after: Option<u64>, what: &str, tasks: &str) -> Option<String> {
    match after {
        Some(0) => None,
        None => Some(format!("{what}stated at an unknown time")),
        after => Some(format!("{what}stated {}", stated(after, tasks))),
    }
}

/// How the tasks of a cell came to be, as far as it must be known before its numbers are trusted.
pub(crate) struct CellProvenance {
    /// Tasks that were played.
    pub(crate) played: u32,
    /// Those of them without a result.
    pub(crate) failed: u64,
    /// Failed tasks that were played again.
    pub(crate) retried: u64,
    /// What its numbers suffer from.
    pub(crate) caveats: Vec<(Caveat, u64)>,
    /// Whether games repeat others.
    pub(crate) has_repeats: bool,
    /// Whether a budget is a time.
    pub(crate) has_timed_budgets: bool,
    /// Whether a clock decides only about speeds.
    pub(crate) only_speeds_vary: bool,
    /// Whether its players have different budgets.
    pub(crate) has_unequal_budgets: bool,
    /// Whether engines or classes of an interpreter play.
    pub(crate) has_programs: bool,
    /// Agents and games under the names of others.
    pub(crate) borrowed_names: Vec<String>,
    pub(crate) growth: Growth,
    /// That games of different code are mixed.
    pub(crate) origins: Vec<&'static str>,
}

/// What must be known of some cells of an experiment, in a few words each. Every output has it from here.
pub(crate) fn cell_remarks<'c>(cells: impl Iterator<Item = &'c CellProvenance>, experiment: &Experiment) -> Vec<String> {
    let all: Vec<&CellProvenance> = cells.collect();
    let has_rule = experiment.stop_rule().is_some();
    // A cell that shows nothing may have shown something.
    let grown: BTreeSet<&str> = all.iter().flat_map(|cell| cell.growth.remarks(has_rule)).collect();
    let cells: Vec<&CellProvenance> = all.into_iter().filter(|cell| cell.played > 0).collect();
    let sum = |of: fn(&CellProvenance) -> u64| cells.iter().map(|cell| of(cell)).sum::<u64>();
    let any = |of: fn(&CellProvenance) -> bool, words: &str| cells.iter().any(|cell| of(cell)).then(|| words.to_owned());
    let origins: BTreeSet<&str> = cells.iter().flat_map(|cell| cell.origins.iter().copied()).collect();
    let failed = sum(|cell| cell.failed);
    let last = [
        (failed > 0).then(|| plural(failed, "failure")),
        played_again(sum(|cell| cell.retried)),
        any(|cell| cell.has_repeats, "games repeat"),
        any(|cell| cell.has_unequal_budgets, "unequal budgets"),
        any(|cell| cell.has_programs, "engines or Python agents: games may depend on more than their identity"),
        any(|cell| cell.has_timed_budgets, "budgets of time: games depend on the machine"),
        any(|cell| cell.only_speeds_vary, "speeds depend on the machine"),
    ];
    let counted = caveats(cells.iter().flat_map(|cell| cell.caveats.iter().copied()));
    let words = |all: BTreeSet<&str>| all.into_iter().map(str::to_owned).collect::<Vec<_>>();
    let names: BTreeSet<&str> = cells.iter().flat_map(|cell| cell.borrowed_names.iter().map(String::as_str)).collect();
    words(grown).into_iter().chain(words(names)).chain(counted).chain(last.into_iter().flatten()).chain(words(origins)).collect()
}

/// What must be known of a hypothesis: when it was stated, and in what its two sides differ beside what it compares.
pub(crate) fn hypothesis_remarks(hypothesis: &Hypothesis, experiment: &Experiment, statements: &Statements, what: &str) -> Vec<String> {
    let differ = hypothesis.confounded.join(", ");
    let differ = (!differ.is_empty())
        .then(|| format!("{what}{}differ in {differ}", if what.is_empty() { "the two sides " } else { "with sides that " }));
    let sourced = sourced(hypothesis, experiment, statements).map(|words| format!("{what}{words}"));
    statement(statements.of(hypothesis), what, experiment.kind.tasks).into_iter().chain(sourced).chain(differ).collect()
}

/// Whether a hypothesis became a claim of a source after its tasks, or is one no longer: results may have chosen which claims are counted.
fn sourced(hypothesis: &Hypothesis, experiment: &Experiment, statements: &Statements) -> Option<String> {
    // What is younger than its tasks is said to be.
    let before = statements.of(hypothesis).is_some_and(|after| after == 0);
    match (hypothesis.source.is_empty(), statements.sourced_after(hypothesis)) {
        (true, _) => statements.was_sourced(hypothesis).then(|| "source removed".to_owned()),
        (false, Some(after)) if after > 0 && before => Some(format!("source named {}", stated(Some(after), experiment.kind.tasks))),
        (false, _) => None,
    }
}

/// What must be known of the statements of an experiment beside its hypotheses, of those that are gone, and of what overrides its file.
pub(crate) fn statement_remarks(experiment: &Experiment, statements: &Statements) -> Vec<String> {
    let of_rule =
        |(rule, hash): (&ResultRule, String)| statement(statements.of_hash(&hash), &format!("{} ", rule.name), experiment.kind.tasks);
    let rule = experiment.result_rule().and_then(of_rule);
    let removed = removed_statements(statements.count_removed(experiment));
    statements.overrides().map(str::to_owned).chain(rule).chain(removed).collect()
}

/// When the printed values were first those that they are, if it was not before the tasks.
pub(crate) fn printed_remark(experiment: &Experiment, statements: &Statements) -> Option<String> {
    statement(statements.of_hash(&experiment.printed_hash()?), "printed values ", experiment.kind.tasks)
}

/// What must be known of a whole run or results file.
pub(crate) fn run_remarks(experiment: &Experiment, cells: &[CellProvenance], statements: &Statements) -> Vec<String> {
    let hypotheses =
        experiment.hypotheses.iter().flat_map(|hypothesis| hypothesis_remarks(hypothesis, experiment, statements, "hypothesis "));
    let mut known = BTreeSet::new();
    let all = hypotheses.chain(statement_remarks(experiment, statements)).chain(printed_remark(experiment, statements));
    all.chain(cell_remarks(cells.iter(), experiment)).filter(|remark| known.insert(remark.clone())).collect()
}
