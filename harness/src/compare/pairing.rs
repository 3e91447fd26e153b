//! The pairing of cells of two runs.

use crate::experiment::{Cell, Experiment, SavedName, pair_cells};
use crate::kinds;
use crate::plan::{Plan, Task};
use crate::report::Growth;
use crate::store::{FinishedTasks, Rows, Store, StoreError};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The cells that two runs of one experiment share.
pub struct Pairing {
    /// The first run's side.
    pub first: Side,
    /// The second run's, with the cells in the same order.
    pub second: Side,
    /// The names of the cells.
    pub names: Vec<String>,
    /// Per cell, whether its key is the same in both, so that equal tasks begin alike and draw the same random numbers. The games of other cells
    /// need not be the same.
    pub same_key: Vec<bool>,
    /// Per cell, the difference between its names, as in `uct: exploration 0.7 → 6.0`.
    pub differences: Vec<String>,
    /// The names of the cells that only the first run has.
    pub only_first: Vec<String>,
    /// The names of those that only the second run has.
    pub only_second: Vec<String>,
}

/// The cells of one run.
pub struct Side {
    /// The plan of the shared cells only.
    pub plan: Plan,
    /// The run's own plan.
    whole: Plan,
    /// The place of each shared cell in it.
    places: Vec<usize>,
}

impl Side {
    fn of(whole: &Plan, places: Vec<usize>) -> Side {
        let experiment = &whole.experiment;
        let cells: Vec<Cell> = places.iter().map(|&place| experiment.cells[place].clone()).collect();
        let plan = Plan { experiment: Arc::new(Experiment { cells, ..(**experiment).clone() }) };
        Side { plan, whole: whole.clone(), places }
    }

    /// How the tasks of the shared cells came to be.
    ///
    /// # Errors
    /// If the run cannot be read.
    pub fn growth(&self, store: &Store) -> Result<Growth, StoreError> {
        kinds::growth_of_part(&self.plan, &self.whole, store)
    }

    /// The records of the shared cells that count.
    ///
    /// # Errors
    /// If the run cannot be read.
    pub fn rows<'s>(&self, store: &'s Store) -> Result<Rows<'s>, StoreError> {
        // Which tasks count may depend on other cells, too.
        let counted = kinds::counted(&self.whole, None, store)?;
        let counted = counted.map(|done| FinishedTasks { cells: self.places.iter().map(|&place| done.cells[place].clone()).collect() });
        Ok(store.rows(&self.plan)?.only(counted))
    }
}

impl Pairing {
    /// [Pairs](pair_cells) the cells.
    ///
    /// # Errors
    /// If the runs are of different kinds, or share no cell.
    pub fn of(first: &Plan, second: &Plan) -> Result<Pairing, String> {
        let (one, two) = (&first.experiment, &second.experiment);
        if one.kind.name != two.kind.name {
            return Err(format!("the runs are of different kinds: `{}` and `{}`", one.kind.name, two.kind.name));
        }
        let (one_names, two_names) = (one.saved_names(), two.saved_names());
        let pairs = pair_cells(&one_names, &two_names);
        if pairs.is_empty() {
            let cells = |names: &[SavedName]| names.first().map_or("none".to_owned(), |cell| format!("`{}`, …", cell.name));
            return Err(format!(
                "the runs of {} share no cell, nor a game with agents of the same names: the first has {}, the second {}. An agent that changes is \
                 compared with itself if both files give it the same name, as in `[agent.opponent]`",
                names_of(one, two, "`"),
                cells(&one_names),
                cells(&two_names)
            ));
        }
        Ok(Pairing {
            first: Side::of(first, pairs.iter().map(|pair| pair.first).collect()),
            second: Side::of(second, pairs.iter().map(|pair| pair.second).collect()),
            names: pairs.iter().map(|pair| one_names[pair.first].name.clone()).collect(),
            same_key: pairs.iter().map(|pair| one.cells[pair.first].key == two.cells[pair.second].key).collect(),
            only_first: without(&one_names, pairs.iter().map(|pair| pair.first)),
            only_second: without(&two_names, pairs.iter().map(|pair| pair.second)),
            differences: pairs.into_iter().map(|pair| pair.difference).collect(),
        })
    }

    /// Whether the tasks of a shared cell have the same seeds in both runs. This holds for equal keys, and for common seeds if nothing differs on which these
    /// depend.
    pub(super) fn has_same_seeds(&self, place: usize) -> bool {
        let [first, second] = [&self.first.plan, &self.second.plan];
        let round = |plan: &Plan| plan.experiment.cells[place].seeding.round;
        let seed = |plan: &Plan| plan.seed(Task { cell: place as u32, number: 0 });
        round(first) == round(second) && seed(first) == seed(second)
    }
}

/// The name of the experiment, or of both; a changed copy may have another one.
pub(super) fn names_of(one: &Experiment, two: &Experiment, quote: &str) -> String {
    let mut names = vec![&one.name, &two.name];
    names.dedup();
    names.iter().map(|name| format!("{quote}{name}{quote}")).collect::<Vec<_>>().join(" and ")
}

/// The names that are not at these places.
fn without(names: &[SavedName], places: impl Iterator<Item = usize>) -> Vec<String> {
    let places: BTreeSet<usize> = places.collect();
    names.iter().enumerate().filter(|(place, _)| !places.contains(place)).map(|(_, cell)| cell.name.clone()).collect()
}
