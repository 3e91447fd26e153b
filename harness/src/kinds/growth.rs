//! How the cells of a run came to their sizes, by the design of its kind.

use super::Design;
use crate::plan::Plan;
use crate::report::Growth;
use crate::store::{History, Store, StoreError, other_cells};

/// The growth of the cells of a run.
///
/// # Errors
/// If its file cannot be read.
pub(crate) fn growth(plan: &Plan, store: &Store) -> Result<Growth, StoreError> {
    Ok(Growth::of(sized(plan, store)?.into_iter()).beside(other_cells(store, plan)?))
}

/// That of each cell.
///
/// # Errors
/// If its file cannot be read.
pub(crate) fn growth_of_cells(plan: &Plan, store: &Store) -> Result<Vec<Growth>, StoreError> {
    let others = other_cells(store, plan)?;
    Ok(sized(plan, store)?.into_iter().map(|cell| Growth::of(std::iter::once(cell)).beside(others)).collect())
}

/// The size and the history of each cell. A fixed size is the planned one: where there are fewer tasks, results may have decided how many.
fn sized(plan: &Plan, store: &Store) -> Result<Vec<(u32, History)>, StoreError> {
    let fixed = super::of(&plan.experiment).design(&plan.experiment) == Design::Fixed;
    let done = store.done(plan)?;
    // A cell of which no task was played is left out as well, once others were.
    let begun = done.count() > 0;
    let cells = done.cells.into_iter().zip(store.histories(plan)?).map(|(done, mut history)| {
        if fixed && begun {
            history.most = history.most.max(history.planned);
        }
        (done.count(), history)
    });
    Ok(cells.collect())
}
