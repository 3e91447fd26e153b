//! Whether games grew after they could be seen, and the corresponding warnings.

use super::plural;
use crate::saved::Baseline;
use crate::store::History;
use std::borrow::Borrow;
use std::collections::BTreeSet;

/// The growth of the cells of a run, a results file or a baseline. A size is a number of tasks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Growth {
    /// The largest size.
    size: u32,
    /// Smaller sizes at which results could be seen.
    looks: BTreeSet<u32>,
    /// The largest size of which fewer tasks are shown.
    most: Option<u32>,
    /// Cells with an unknown history.
    unknown: u64,
    /// Tasks without a result that are no longer among the records.
    removed: u64,
    /// The maximum number of tasks of a cell that could be seen before they were set aside.
    afresh: u32,
    incidents: Incidents,
}

/// What happened to a run beside its growth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Incidents {
    /// Cells that could be seen and are not shown.
    pub other_cells: u64,
    /// Killed sessions of programs that are not repeatable.
    pub killed: u64,
    /// Rows of cells, of their histories and of hypotheses that were deleted from its file by hand.
    pub deleted: u64,
    /// Tasks that were merged with another result than the one that is kept.
    pub contested: u64,
}

impl Growth {
    /// The growth of some cells, each with its size. Cells that never had tasks are skipped.
    pub(crate) fn of<H: Borrow<History>>(cells: impl Iterator<Item = (u32, H)>) -> Growth {
        let mut growth = Growth::default();
        for (size, history) in cells {
            let history = history.borrow();
            growth.afresh = growth.afresh.max(history.afresh);
            if size.max(history.most) == 0 {
                continue;
            }
            growth.size = growth.size.max(size);
            growth.looks.extend(history.looks.range(..size));
            growth.most = growth.most.max(Some(history.most).filter(|most| *most > size));
            growth.unknown += u64::from(!history.known);
            growth.removed += history.removed.len() as u64;
        }
        growth
    }

    /// The same in a run to which this happened.
    #[must_use]
    pub(crate) fn with(self, incidents: Incidents) -> Growth {
        Growth { incidents, ..self }
    }

    /// That of the cells of a baseline.
    pub(crate) fn of_baseline(baseline: &Baseline) -> Growth {
        Growth::of(baseline.cells.iter().map(|cell| (cell.saved.size(), cell.saved.history())))
    }

    /// Whether sizes and the selection of games are independent of results, as far as known; tests of fixed size assume this.
    pub(crate) fn is_fixed(&self) -> bool {
        self.remarks(false).is_empty()
    }

    /// In a few words each. A rule of `[stop]` holds however games grew.
    pub(crate) fn remarks(&self, has_rule: bool) -> Vec<&'static str> {
        let all = [
            (!has_rule && !self.looks.is_empty(), "grew while it was looked at"),
            (!has_rule && self.most.is_some(), "more was played or planned than is shown"),
            (!has_rule && self.unknown > 0, "history missing"),
            (self.removed > 0, "failures were removed"),
            (self.afresh > 0, "restarted after a look"),
            (self.incidents.other_cells > 0, "other cells were seen"),
            (self.incidents.killed > 0, "sessions were killed"),
            (self.incidents.deleted > 0, "rows were deleted by hand"),
            (self.incidents.contested > 0, "other results were merged"),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, remark)| remark).collect()
    }

    /// In whole sentences. `tasks` is what is played, as in "games"; `judged` is whether the tests allow for growth.
    pub(crate) fn warnings(&self, tasks: &str, judged: Tests) -> Vec<String> {
        let Growth { size, looks, most, unknown, .. } = self;
        let tests = match judged {
            Tests::StopRule => return self.beyond_tests(tasks),
            Tests::AnyTime => "it is judged by always-valid tests, which allow for this",
            Tests::OfPairs => {
                "its pairs are judged by always-valid tests, which allow for this; intervals of ratings and likelihoods do \
                 not"
            }
            Tests::Others => "fixed-size tests do not allow for this",
            Tests::FixedSize => "its tests are fixed-size tests, which do not allow for this",
        };
        let mut warnings = Vec::new();
        if !looks.is_empty() {
            let list: Vec<String> = looks.iter().take(LISTED).map(u32::to_string).collect();
            let more = if looks.len() > LISTED { format!(" … {}", looks.iter().next_back().unwrap_or(size)) } else { String::new() };
            warnings.push(format!(
                "This run could be looked at after {}{more} {tasks} per cell, before it grew to {size}: every look is another chance of a \
                 false alarm, and {tests}.",
                list.join(", ")
            ));
        }
        if let Some(most) = most {
            warnings.push(format!(
                "Up to {most} {tasks} per cell have been played or planned, but fewer are shown: choosing the number after they could be \
                 seen is another chance of a false alarm, and {tests}."
            ));
        }
        if *unknown > 0 {
            warnings.push(format!(
                "History missing: the sizes at which results of {} were looked at are unknown, because they were not recorded from the \
                 first task or were edited. The run counts as one that grew, and {tests}.",
                plural(*unknown, "cell")
            ));
        }
        warnings.extend(self.beyond_tests(tasks));
        warnings
    }

    /// Warnings that matter for all tests: removed failures, and results that were set aside or left out.
    fn beyond_tests(&self, tasks: &str) -> Vec<String> {
        let Growth { removed, afresh, incidents, .. } = self;
        let Incidents { other_cells, killed, deleted, contested } = incidents;
        let removal = format!(
            "Records were removed: {removed} {tasks} without a result were stored once and are missing. Bounds of scores still count them."
        );
        let restart = format!(
            "Restarted: up to {afresh} {tasks} per cell could be looked at in this folder before `--fresh` set them aside. If their \
             results were the reason, no test allows for it."
        );
        let choice = format!(
            "Other cells were seen: {} that this experiment does not have could be looked at in its folder. If they were dropped because \
             of their results, no test allows for it.",
            plural(*other_cells, "cell")
        );
        let kill = format!(
            "{} ended prematurely: {tasks} in progress were not counted and were replayed by programs that need not play the same way. If \
             their course was the reason, no test allows for it.",
            if *killed == 1 { "1 session".to_owned() } else { format!("Each of {killed} sessions") }
        );
        let deletion = format!(
            "Rows were deleted by hand: the stored results once held at least {} of cells, of their histories or of hypotheses that {} gone. What \
             remains may have been selected by results; no test allows for that.",
            if *deleted == 1 { "1 row".to_owned() } else { format!("{deleted} rows") },
            if *deleted == 1 { "is" } else { "are" }
        );
        let contest = format!(
            "Several results were merged: at least {contested} {tasks} had been played more than once with different results, as a budget \
             of time allows. The first ones are shown: if the order was chosen by results, no test allows for it."
        );
        let all = [
            (*removed > 0, removal),
            (*afresh > 0, restart),
            (*other_cells > 0, choice),
            (*killed > 0, kill),
            (*deleted > 0, deletion),
            (*contested > 0, contest),
        ];
        all.into_iter().filter_map(|(holds, warning)| holds.then_some(warning)).collect()
    }
}

/// The maximum number of looks that a warning lists, before the last.
const LISTED: usize = 8;

/// The tests by which a run that grew is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tests {
    /// They hold at every look.
    AnyTime,
    /// Those of pairs of players hold at every look; those of all players together do not.
    OfPairs,
    /// A rule of `[stop]`, which holds however games grew.
    StopRule,
    /// They hold for a size that was fixed before the first look.
    FixedSize,
    /// Those of the reader of the records.
    Others,
}

impl Tests {
    /// What the intervals of a run that grew are, in a few words.
    pub(crate) fn intervals(self) -> Option<&'static str> {
        match self {
            Tests::AnyTime => Some("intervals are always valid"),
            Tests::OfPairs => Some("intervals of ratings assume a fixed size"),
            Tests::FixedSize => Some("intervals assume a fixed size"),
            Tests::StopRule | Tests::Others => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(known: bool, most: u32, looks: &[u32]) -> History {
        History { known, most, looks: looks.iter().copied().collect(), ..History::default() }
    }

    #[test]
    fn a_fixed_size_needs_a_history_without_smaller_looks() {
        let of = |size, history: History| Growth::of([(size, history)].into_iter());
        assert!(of(36, history(true, 36, &[36])).is_fixed() && of(0, history(false, 0, &[])).is_fixed());
        for (grown, remark, warning) in [
            (of(36, history(true, 36, &[12, 36])), "grew", "after 12 games per cell, before it grew to 36"),
            (of(36, history(true, 400, &[400])), "more was played", "Up to 400 games per cell"),
            (of(36, history(false, 36, &[])), "history missing", "looked at are unknown"),
            (of(0, history(true, 36, &[36])), "more was played", "Up to 36 games per cell"),
            (
                of(36, History { removed: [(1, "a".into()), (2, "a".into())].into(), ..history(true, 36, &[36]) }),
                "failures were removed",
                "2 games without a result",
            ),
            (of(36, History { afresh: 108, ..history(true, 36, &[36]) }), "restarted after a look", "up to 108 games per cell"),
            (
                of(36, history(true, 36, &[36])).with(Incidents { other_cells: 8, ..Incidents::default() }),
                "other cells",
                "8 cells that this experiment does not have",
            ),
            (
                of(36, history(true, 36, &[36])).with(Incidents { contested: 9, ..Incidents::default() }),
                "other results",
                "at least 9 games had been played",
            ),
            (
                of(36, history(true, 36, &[36])).with(Incidents { deleted: 1, ..Incidents::default() }),
                "rows were deleted",
                "at least 1 row of cells",
            ),
        ] {
            assert!(!grown.is_fixed() && grown.remarks(false)[0].starts_with(remark), "{grown:?}");
            let [said] = &grown.warnings("games", Tests::AnyTime)[..] else { panic!("{grown:?}") };
            assert!(said.contains(warning), "{said}");
            let under_rule = grown.warnings("games", Tests::StopRule);
            assert_eq!(grown.remarks(true).len(), under_rule.len());
            if under_rule.is_empty() {
                assert!(
                    said.contains("always-valid") && grown.warnings("games", Tests::FixedSize)[0].contains("do not allow for this"),
                    "{said}"
                );
            }
        }
    }
}
