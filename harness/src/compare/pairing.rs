//! Which cells of two runs belong together.

use crate::experiment::{Cell, Experiment};
use crate::plan::Plan;
use std::collections::HashMap;
use std::sync::Arc;

/// The cells that two runs of one experiment share.
pub struct Pairing {
    /// The first run's plan of these cells.
    pub first: Plan,
    /// The second run's, in the same order.
    pub second: Plan,
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

impl Pairing {
    /// Finds the cells that belong together: those with the same key, then those of the same name.
    ///
    /// # Errors
    /// If the runs are of different experiments or kinds, or share no cell.
    pub fn of(first: &Plan, second: &Plan) -> Result<Pairing, String> {
        let (one, two) = (&first.experiment, &second.experiment);
        let told = |experiment: &Experiment| format!("`{}` of kind `{}`", experiment.name, experiment.kind.name());
        if one.name != two.name || one.kind.name() != two.kind.name() {
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
        for (place, name) in one_names.iter().enumerate().filter(|_| !one.cells.is_empty()) {
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
        let part = |experiment: &Experiment, places: Vec<usize>| {
            let cells: Vec<Cell> = places.into_iter().map(|place| experiment.cells[place].clone()).collect();
            Plan { experiment: Arc::new(Experiment { cells, ..experiment.clone() }) }
        };
        Ok(Pairing {
            first: part(one, pairs.iter().map(|pair| pair.0).collect()),
            second: part(two, pairs.iter().map(|pair| pair.1).collect()),
            names: pairs.iter().map(|pair| one_names[pair.0].clone()).collect(),
            same_key: pairs.iter().map(|pair| one.cells[pair.0].key == two.cells[pair.1].key).collect(),
            only_first: one_names.iter().zip(&partner).filter(|(_, found)| found.is_none()).map(|(name, _)| name.clone()).collect(),
            only_second: two_names.iter().zip(&taken).filter(|(_, taken)| !**taken).map(|(name, _)| name.clone()).collect(),
        })
    }
}
