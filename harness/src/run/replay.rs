//! Plays a stored task again. Under counted budgets it must come out the same.

use super::RunError;
use super::board::cell_label;
use crate::kinds;
use crate::plan::{Plan, Task};
use crate::store::{Field, Row, Store};

/// A column in which two plays of a task differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The column.
    pub column: &'static str,
    /// What is stored.
    pub stored: Field,
    /// What came out now.
    pub again: Field,
}

/// A task played again.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// The stored row.
    pub stored: Row,
    /// The new one.
    pub again: Row,
    /// Where they differ, in the columns that are reproducible.
    pub differences: Vec<Difference>,
}

/// Plays a task again and compares it with what is stored; `None` if it has not been played yet.
///
/// # Errors
/// If the store cannot be read, or the agents cannot be built.
pub fn replay(plan: &Plan, store: &Store, task: Task) -> Result<Option<Replayed>, RunError> {
    let Some(stored) = store.row(plan, task)? else { return Ok(None) };
    let experiment = &plan.experiment;
    let cell = &experiment.cells[task.cell as usize];
    let mut player =
        kinds::of(experiment).player(cell).map_err(|error| RunError::Players { cell: cell_label(cell), reason: error.to_string() })?;
    let again = player.play(task.number, plan.seed(task)).row;
    let columns = kinds::of(experiment).columns().iter().zip(stored.iter().zip(&again));
    let differences = columns
        .filter(|(column, (stored, again))| column.reproducible && stored != again)
        .map(|(column, (stored, again))| Difference { column: column.name, stored: stored.clone(), again: again.clone() })
        .collect();
    Ok(Some(Replayed { stored, again, differences }))
}
