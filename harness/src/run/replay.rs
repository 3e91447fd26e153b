//! Plays a stored task again. Under counted budgets it must come out the same.

use super::RunError;
use super::board::cell_label;
use crate::kinds::{Field, Row};
use crate::plan::{Plan, Task};
use crate::store::Store;

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

/// Finds a task by its name: the first digits of its cell's key (8 or more), a hyphen, its number.
///
/// # Errors
/// If the plan has no such task, or the digits fit several cells: a whole sentence.
pub fn find_task(plan: &Plan, id: &str) -> Result<Task, String> {
    let wrong = || format!("`{id}` is no task: expected the first 8 digits of a cell's key, a hyphen and a number, as in 1a2b3c4d-17");
    let (digits, number) = id.split_once('-').ok_or_else(wrong)?;
    let number: u32 = number.parse().map_err(|_| wrong())?;
    if digits.len() < 8 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    let digits = digits.to_ascii_lowercase();
    let experiment = &plan.experiment;
    let mut cells = (0..experiment.cells.len()).filter(|&cell| experiment.cells[cell].key.to_string().starts_with(&digits));
    let cell = cells.next().ok_or_else(|| format!("the plan has no cell whose key starts with `{digits}`"))?;
    if cells.next().is_some() {
        return Err(format!("several cells have keys that start with `{digits}`: give more digits"));
    }
    if number >= experiment.games_per_cell {
        return Err(format!("the cell {digits} has the tasks 0 to {}, not {number}", experiment.games_per_cell - 1));
    }
    Ok(Task { cell: cell as u32, number })
}

/// Plays a task again and compares it with what is stored; `None` if it has not been played yet.
///
/// # Errors
/// If the store cannot be read, or the agents cannot be built.
pub fn replay(plan: &Plan, store: &Store, task: Task) -> Result<Option<Replayed>, RunError> {
    let Some(stored) = store.row(plan, task)? else { return Ok(None) };
    let experiment = &plan.experiment;
    let cell = &experiment.cells[task.cell as usize];
    let mut player = experiment
        .kind
        .player(cell, &experiment.settings)
        .map_err(|error| RunError::Players { cell: cell_label(cell), reason: error.to_string() })?;
    let again = player.play(task.number, plan.seed(task));
    let columns = experiment.kind.columns().iter().zip(stored.iter().zip(&again));
    let differences = columns
        .filter(|(column, (stored, again))| column.reproducible && stored != again)
        .map(|(column, (stored, again))| Difference { column: column.name, stored: stored.clone(), again: again.clone() })
        .collect();
    Ok(Some(Replayed { stored, again, differences }))
}
