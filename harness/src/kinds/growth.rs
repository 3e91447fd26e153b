//! The growth of a run's cells, by the design of its kind.

use super::{Design, Summary};
use crate::experiment::Experiment;
use crate::plan::Plan;
use crate::report::{CellProvenance, Growth, Incidents, Origins};
use crate::store::{FinishedTasks, History, LockHolder, Store, StoreError, contested_tasks, deleted_rows, invocations, other_cells};

/// The growth of the cells of a run.
///
/// # Errors
/// If its file cannot be read.
pub(crate) fn growth(plan: &Plan, store: &Store) -> Result<Growth, StoreError> {
    growth_of_part(plan, plan, store)
}

/// The same of a part of the cells of a run; what happened to the run is seen in its whole plan.
///
/// # Errors
/// If its file cannot be read.
pub(crate) fn growth_of_part(part: &Plan, whole: &Plan, store: &Store) -> Result<Growth, StoreError> {
    let (done, histories) = sized(part, store)?;
    Ok(Growth::of(done.sizes().zip(histories)).with(incidents(whole, store)?))
}

/// How the tasks of each cell of a run came to be.
///
/// # Errors
/// If its file cannot be read.
pub(crate) fn cell_provenance(plan: &Plan, store: &Store, summary: &dyn Summary) -> Result<Vec<CellProvenance>, StoreError> {
    let mut retried = vec![0; plan.experiment.cells.len()];
    store.attempts().all(plan)?.iter().filter(|attempt| attempt.is_kept()).for_each(|attempt| retried[attempt.task.cell as usize] += 1);
    let (builds, verifications) = (store.builds().of_cells(plan)?, store.builds().verifications()?);
    let (done, histories) = sized(plan, store)?;
    let origins = builds.iter().map(|builds| Origins { builds, verifications: &verifications });
    Ok(provenance_of(&plan.experiment, summary, &done, &histories, incidents(plan, store)?, &retried, origins))
}

/// The same, of tasks that are stored anywhere. Cell by cell: their histories, how often they failed and were played again, and the builds that played them.
pub(crate) fn provenance_of<'a>(
    experiment: &Experiment,
    summary: &dyn Summary,
    done: &FinishedTasks,
    histories: &[History],
    incidents: Incidents,
    retried: &[u64],
    origins: impl Iterator<Item = Origins<'a>>,
) -> Vec<CellProvenance> {
    let (played, repeats, mut caveats) = (summary.played(), summary.repeats(), summary.caveats());
    let mut cells = Vec::new();
    for (index, (((cell, size), history), origins)) in experiment.cells.iter().zip(done.sizes()).zip(histories).zip(origins).enumerate() {
        cells.push(CellProvenance {
            played: size,
            failed: played.get(index).map_or(0, |(_, failed)| *failed),
            retried: retried[index],
            caveats: caveats.get_mut(index).map(std::mem::take).unwrap_or_default(),
            has_repeats: repeats.get(index).copied().unwrap_or(false),
            has_timed_budgets: cell.has_timed_budgets(),
            only_speeds_vary: cell.only_speeds_vary(),
            has_unequal_budgets: cell.has_unequal_budgets(),
            has_programs: cell.has_programs(),
            borrowed_names: cell.borrowed_names(),
            growth: Growth::of(std::iter::once((size, history))).with(incidents),
            origins: origins.remarks(cell.is_timed).collect(),
        });
    }
    cells
}

fn incidents(plan: &Plan, store: &Store) -> Result<Incidents, StoreError> {
    let (deleted, contested) = (deleted_rows(store)?, contested_tasks(store)?);
    Ok(Incidents { other_cells: other_cells(store, plan)?, killed: killed(plan, store)?, deleted, contested })
}

/// Killed sessions of a run; 0 if every task is repeatable.
fn killed(plan: &Plan, store: &Store) -> Result<u64, StoreError> {
    if plan.experiment.is_repeatable() {
        return Ok(0);
    }
    let entries = invocations(store.dir())?;
    let unfinished = entries.iter().filter(|entry| entry["finished"].is_null()).count() as u64;
    // The last one may be at work.
    let at_work = entries.last().is_some_and(|entry| entry["finished"].is_null()) && LockHolder::of(store.dir()).is_some();
    Ok(unfinished - u64::from(at_work))
}

/// The tasks and the history of each cell.
fn sized(plan: &Plan, store: &Store) -> Result<(FinishedTasks, Vec<History>), StoreError> {
    let (done, mut histories) = (store.done(plan)?, store.histories(plan)?);
    count_planned(&plan.experiment, &done, &mut histories);
    Ok((done, histories))
}

/// A fixed size is the planned one: where there are fewer tasks, results may have decided how many. A cell of which no task was played is left out as well, once
/// others were.
pub(crate) fn count_planned(experiment: &Experiment, done: &FinishedTasks, histories: &mut [History]) {
    if done.count() == 0 || super::of(experiment).design(experiment) != Design::Fixed {
        return;
    }
    for (size, history) in done.sizes().zip(histories) {
        let planned = if size == 0 { experiment.games_per_cell } else { history.planned };
        history.most = history.most.max(planned);
    }
}
