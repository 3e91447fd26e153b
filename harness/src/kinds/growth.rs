//! The growth of a run's cells, by the design of its kind.

use super::Design;
use crate::plan::Plan;
use crate::report::Growth;
use crate::store::{History, Holder, Store, StoreError, invocations, other_cells};

/// The growth of the cells of a run.
///
/// # Errors
/// If its file cannot be read.
pub(crate) fn growth(plan: &Plan, store: &Store) -> Result<Growth, StoreError> {
    Ok(Growth::of(sized(plan, store)?.into_iter()).beside(other_cells(store, plan)?).killed(killed(plan, store)?))
}

/// The growth of each cell.
///
/// # Errors
/// If its file cannot be read.
pub(crate) fn growth_of_cells(plan: &Plan, store: &Store) -> Result<Vec<Growth>, StoreError> {
    let (others, killed) = (other_cells(store, plan)?, killed(plan, store)?);
    Ok(sized(plan, store)?.into_iter().map(|cell| Growth::of(std::iter::once(cell)).beside(others).killed(killed)).collect())
}

/// Killed sessions of a run; 0 if every task is repeatable.
fn killed(plan: &Plan, store: &Store) -> Result<u64, StoreError> {
    if plan.experiment.is_repeatable() {
        return Ok(0);
    }
    let entries = invocations(store.dir())?;
    let unfinished = entries.iter().filter(|entry| entry["finished"].is_null()).count() as u64;
    // The last one may be at work.
    let at_work = entries.last().is_some_and(|entry| entry["finished"].is_null()) && Holder::of(store.dir()).is_some();
    Ok(unfinished - u64::from(at_work))
}

/// The size and the history of each cell. A fixed size is the planned one: with fewer tasks, results may have decided the number.
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
