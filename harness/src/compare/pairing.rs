//! Which cells of two runs belong together.

use crate::experiment::{Cell, Experiment};
use crate::kinds;
use crate::plan::Plan;
use crate::store::{Done, Rows, Store, StoreError};
use std::collections::HashMap;
use std::sync::Arc;

/// The cells that two runs of one experiment share.
pub struct Pairing {
    /// The first run's side.
    pub first: Side,
    /// The second run's, with the cells in the same order.
    pub second: Side,
    /// What each cell is called.
    pub names: Vec<String>,
    /// Per cell: whether its key is the same in both, so that equal tasks begin alike and draw the same random numbers. Other cells only have
    /// the same name: their games cannot be the same.
    pub same_key: Vec<bool>,
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

    /// The records of the shared cells that count.
    ///
    /// # Errors
    /// If the run cannot be read.
    pub fn rows<'s>(&self, store: &'s Store) -> Result<Rows<'s>, StoreError> {
        // Which tasks count may depend on other cells, too.
        let counted = kinds::counted(&self.whole, None, store)?;
        let counted = counted.map(|done| Done { cells: self.places.iter().map(|&place| done.cells[place].clone()).collect() });
        Ok(store.rows(&self.plan)?.only(counted))
    }
}

impl Pairing {
    /// Finds the cells that belong together: those with the same key, then those of the same name.
    ///
    /// # Errors
    /// If the runs are of different experiments or kinds, or share no cell.
    pub fn of(first: &Plan, second: &Plan) -> Result<Pairing, String> {
        let (one, two) = (&first.experiment, &second.experiment);
        let told = |experiment: &Experiment| format!("`{}` of kind `{}`", experiment.name, experiment.kind.name);
        if one.name != two.name || one.kind.name != two.kind.name {
            return Err(format!(
                "the runs are of different experiments: {} and {}; two runs of one experiment can be compared",
                told(one),
                told(two)
            ));
        }
        let (one_names, two_names) = (one.cell_names(), two.cell_names());
        let by_key: HashMap<_, usize> = two.cells.iter().enumerate().map(|(place, cell)| (cell.key, place)).collect();
        let mut partner: Vec<Option<usize>> = one.cells.iter().map(|cell| by_key.get(&cell.key).copied()).collect();
        let mut taken = vec![false; two.cells.len()];
        partner.iter().flatten().for_each(|&place| taken[place] = true);
        for (place, name) in one_names.iter().enumerate() {
            if partner[place].is_none()
                && let Some(found) = two_names.iter().position(|other| other == name).filter(|&found| !taken[found])
            {
                partner[place] = Some(found);
                taken[found] = true;
            }
        }
        let pairs: Vec<(usize, usize)> = partner.iter().enumerate().filter_map(|(place, found)| Some((place, (*found)?))).collect();
        if pairs.is_empty() {
            let cells = |names: &[String]| names.first().map_or("none".to_owned(), |name| format!("`{name}`, …"));
            return Err(format!(
                "the runs of `{}` share no cell: the first has {}, the second {}; `bench plan` shows the cells of a file",
                one.name,
                cells(&one_names),
                cells(&two_names)
            ));
        }
        Ok(Pairing {
            first: Side::of(first, pairs.iter().map(|pair| pair.0).collect()),
            second: Side::of(second, pairs.iter().map(|pair| pair.1).collect()),
            names: pairs.iter().map(|pair| one_names[pair.0].clone()).collect(),
            same_key: pairs.iter().map(|pair| one.cells[pair.0].key == two.cells[pair.1].key).collect(),
            only_first: one_names.iter().zip(&partner).filter(|(_, found)| found.is_none()).map(|(name, _)| name.clone()).collect(),
            only_second: two_names.iter().zip(&taken).filter(|(_, taken)| !**taken).map(|(name, _)| name.clone()).collect(),
        })
    }
}
