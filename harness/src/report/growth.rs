//! Whether games grew after they could be seen, and what every output says of it.

use super::plural;
use crate::plan::Plan;
use crate::saved::Baseline;
use crate::store::{History, Store, StoreError};
use std::borrow::Borrow;
use std::collections::BTreeSet;

/// How the cells of a run, a results file or a baseline came to their sizes. What a size is, [`size`](crate::store::TaskNumbers::size) says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Growth {
    /// The largest size.
    size: u32,
    /// Smaller sizes at which results could be seen.
    looks: BTreeSet<u32>,
    /// The largest size of which fewer tasks are shown.
    most: Option<u32>,
    /// Cells of which none of this is known.
    unknown: u64,
    /// Tasks without a result that are no longer among the records.
    removed: u64,
}

impl Growth {
    /// That of some cells, each with its size. Those that never had tasks say nothing.
    pub(crate) fn of<H: Borrow<History>>(cells: impl Iterator<Item = (u32, H)>) -> Growth {
        let mut growth = Growth::default();
        for (size, history) in cells {
            let history = history.borrow();
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

    /// That of the cells of a run.
    ///
    /// # Errors
    /// If its file cannot be read.
    pub(crate) fn of_run(plan: &Plan, store: &Store) -> Result<Growth, StoreError> {
        Ok(Growth::of(sized(plan, store)?.into_iter()))
    }

    /// That of each cell of a run.
    ///
    /// # Errors
    /// If its file cannot be read.
    pub(crate) fn of_cells(plan: &Plan, store: &Store) -> Result<Vec<Growth>, StoreError> {
        Ok(sized(plan, store)?.into_iter().map(|cell| Growth::of([cell].into_iter())).collect())
    }

    /// That of the cells of a baseline.
    pub(crate) fn of_baseline(baseline: &Baseline) -> Growth {
        Growth::of(baseline.cells.iter().map(|cell| (cell.saved.size(), cell.saved.history())))
    }

    /// Whether all sizes were fixed before the first look, as tests of a fixed size assume.
    pub(crate) fn is_fixed(&self) -> bool {
        self.remarks().is_empty()
    }

    /// In a few words each.
    pub(crate) fn remarks(&self) -> Vec<&'static str> {
        let all = [
            (!self.looks.is_empty(), "grew while it was looked at"),
            (self.most.is_some(), "more was played or planned than is shown"),
            (self.unknown > 0, "history missing"),
        ];
        all.into_iter().filter(|(holds, _)| *holds).map(|(_, remark)| remark).chain(self.removal_remark()).collect()
    }

    /// In whole sentences. `tasks` is what is played, as in "games"; `judged` is whether the tests allow for growth.
    pub(crate) fn warnings(&self, tasks: &str, judged: Tests) -> Vec<String> {
        let Growth { size, looks, most, unknown, .. } = self;
        let tests = match judged {
            Tests::AnyTime => "it is judged by always-valid tests, which allow for it",
            Tests::OfPairs => "its pairs are judged by always-valid tests, which allow for it; intervals of ratings and likelihoods do not",
            Tests::Others => "tests of a size fixed before the first look do not allow for it",
            Tests::FixedSize => "its tests, which are those of a size fixed before the first look, do not allow for it",
        };
        let mut warnings = Vec::new();
        if !looks.is_empty() {
            let list: Vec<String> = looks.iter().map(u32::to_string).collect();
            warnings.push(format!(
                "This run could be looked at after {} {tasks} per cell, before it grew to {size}: every look is a further chance of a false alarm, and {tests}.",
                list.join(", ")
            ));
        }
        if let Some(most) = most {
            warnings.push(format!(
                "Up to {most} {tasks} per cell have been played or planned, and fewer are shown: to choose how many are shown after they could be seen is a further chance \
                 of a false alarm, and {tests}."
            ));
        }
        if *unknown > 0 {
            warnings.push(format!(
                "History missing: of {} it is not known at which sizes results were looked at, because that was not kept from the first task on or was \
                 changed. The run counts as one that grew, and {tests}.",
                plural(*unknown, "cell")
            ));
        }
        warnings.extend(self.removal(tasks));
        warnings
    }

    /// That failures are gone, in a few words.
    pub(crate) fn removal_remark(&self) -> Option<&'static str> {
        (self.removed > 0).then_some("failures were removed")
    }

    /// That failures are gone, which matters whatever the test is.
    pub(crate) fn removal(&self, tasks: &str) -> Option<String> {
        (self.removed > 0).then(|| {
            format!(
                "Records were removed: {} {tasks} without a result had been stored and are no longer there. Where scores have bounds, these still count them.",
                self.removed
            )
        })
    }
}

/// The size and the history of each cell of a run.
fn sized(plan: &Plan, store: &Store) -> Result<Vec<(u32, History)>, StoreError> {
    let cells = store.done(plan)?.cells.into_iter().zip(store.histories(plan)?).map(|(done, mut history)| {
        // What was removed before the first task that is left has no part in its size.
        let gone = history.held.min(plan.experiment.games_per_cell).saturating_sub(done.count());
        if gone > 0 {
            history.most = history.most.max(done.size() + gone);
        }
        (done.size(), history)
    });
    Ok(cells.collect())
}

/// The tests by which a run that grew is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tests {
    /// They hold at every look.
    AnyTime,
    /// Those of pairs of players hold at every look, and what is said of all players together does not.
    OfPairs,
    /// They hold for a size that was fixed before the first look.
    FixedSize,
    /// Those of whoever reads the records.
    Others,
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
            (of(36, history(false, 36, &[])), "history missing", "History missing: of 1 cell"),
            (of(0, history(true, 36, &[36])), "more was played", "Up to 36 games per cell"),
            (
                of(36, History { removed: [(1, "a".into()), (2, "a".into())].into(), ..history(true, 36, &[36]) }),
                "failures were removed",
                "2 games without a result",
            ),
        ] {
            assert!(!grown.is_fixed() && grown.remarks()[0].starts_with(remark), "{grown:?}");
            let [said] = &grown.warnings("games", Tests::AnyTime)[..] else { panic!("{grown:?}") };
            assert!(said.contains(warning), "{said}");
            if grown.removal("games").is_none() {
                assert!(
                    said.contains("always-valid") && grown.warnings("games", Tests::FixedSize)[0].contains("do not allow for it"),
                    "{said}"
                );
            }
        }
    }
}
