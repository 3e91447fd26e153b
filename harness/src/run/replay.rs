//! Plays stored tasks again. Under counted budgets the records must be equal.

use super::RunError;
use super::shared_progress::cell_label;
use super::worker::Players;
use crate::embedding::in_thread;
use crate::kinds::{self, Tasks};
use crate::plan::{Plan, Task};
use crate::store::{Attempt, Column, Field, Row, Store};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Records held in memory at a time.
const CHUNK: usize = 1024;
/// Up to this many tasks are looked up one by one; for more, all records are read in order.
const FEW: usize = 64;

/// A column in which two plays of a task differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The column.
    pub column: &'static str,
    /// The stored value.
    pub stored: Field,
    /// The value now.
    pub again: Field,
}

impl fmt::Display for Difference {
    /// Long texts, such as the moves, by the first word that differs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stored, again) = (self.stored.to_string(), self.again.to_string());
        if !stored.contains(' ') && !again.contains(' ') {
            return write!(f, "{}: stored `{stored}`, now `{again}`", self.column);
        }
        let same = stored.split(' ').zip(again.split(' ')).take_while(|(a, b)| a == b).count();
        let word = |text: &str| text.split(' ').nth(same).map_or("the end".to_owned(), |word| format!("`{word}`"));
        write!(f, "{}, first at word {}: stored {}, now {}", self.column, same + 1, word(&stored), word(&again))
    }
}

/// A task played again.
#[derive(Clone, PartialEq, Debug)]
pub struct ReplayedTask {
    /// The stored row.
    pub stored: Row,
    /// The new one.
    pub again: Row,
    /// The reproducible columns in which they differ.
    pub differences: Vec<Difference>,
}

impl ReplayedTask {
    fn new(columns: &[Column], stored: Row, again: Row) -> ReplayedTask {
        let pairs = columns.iter().zip(stored.iter().zip(&again));
        let differences = pairs
            .filter(|(column, (stored, again))| column.reproducible && stored != again)
            .map(|(column, (stored, again))| Difference { column: column.name, stored: stored.clone(), again: again.clone() })
            .collect();
        ReplayedTask { stored, again, differences }
    }

    /// The most informative difference: that of the moves if they differ, else the first one.
    pub fn telling(&self) -> Option<&Difference> {
        self.differences.iter().find(|difference| difference.column == "moves").or_else(|| self.differences.first())
    }
}

/// Plays a task again and compares it with what is stored; `None` if it has not been played yet.
///
/// # Errors
/// If the store cannot be read, or the agents cannot be built.
pub fn replay(plan: &Plan, store: &Store, task: Task) -> Result<Option<ReplayedTask>, RunError> {
    let Some(stored) = store.row(plan, task)? else { return Ok(None) };
    let cell = &plan.experiment.cells[task.cell as usize];
    let tasks = kinds::of(&plan.experiment).tasks();
    let mut player = tasks.player(cell).map_err(|error| RunError::Players { cell: cell_label(cell), reason: error.to_string() })?;
    let again = player.play(task.number, plan.seed(task)).row;
    Ok(Some(ReplayedTask::new(tasks.columns(), stored, again)))
}

/// Plays tasks again on threads; returns the number of them that are stored, and those that differ, in the order of the plan.
///
/// # Errors
/// If the store cannot be read, or the agents cannot be built.
pub fn replay_all(
    plan: &Plan,
    store: &Store,
    tasks: &BTreeSet<Task>,
    threads: usize,
) -> Result<(u64, Vec<(Task, ReplayedTask)>), RunError> {
    let (mut count, mut different) = (0, Vec::new());
    let mut play = |chunk: &mut Vec<(Task, Row)>| -> Result<(), RunError> {
        count += chunk.len() as u64;
        different.extend(replay_chunk(plan, std::mem::take(chunk), threads)?);
        Ok(())
    };
    let mut chunk: Vec<(Task, Row)> = Vec::new();
    if tasks.len() <= FEW {
        for &task in tasks {
            chunk.extend(store.row(plan, task)?.map(|row| (task, row)));
        }
    } else {
        let mut rows = store.rows(plan)?;
        for (cell, number, row) in rows.by_ref() {
            let task = Task { cell: cell as u32, number };
            if tasks.contains(&task) {
                chunk.push((task, row));
            }
            if chunk.len() == CHUNK {
                play(&mut chunk)?;
            }
        }
        rows.check()?;
    }
    play(&mut chunk)?;
    different.sort_by_key(|(task, _)| *task);
    Ok((count, different))
}

/// Referees all stored tasks without playing them again ([`Tasks::contradiction`](crate::kinds::Tasks::contradiction)), on threads; returns the
/// contradictions in the order of cells and tasks.
///
/// # Errors
/// If the store cannot be read.
pub fn referee_all(plan: &Plan, store: &Store, threads: usize) -> Result<Vec<(Task, String)>, RunError> {
    let tasks = kinds::of(&plan.experiment).tasks();
    let judge = |task: Task, row: &Row| {
        tasks.contradiction(&plan.experiment.cells[task.cell as usize], task.number, plan.seed(task), row).map(|reason| (task, reason))
    };
    let mut rows = store.rows(plan)?;
    let mut wrong = Vec::new();
    loop {
        let chunk: Vec<(Task, Row)> =
            rows.by_ref().take(CHUNK).map(|(cell, number, row)| (Task { cell: cell as u32, number }, row)).collect();
        if chunk.is_empty() {
            break;
        }
        let part = chunk.len().div_ceil(threads.max(1));
        let found = thread::scope(|scope| {
            let judge_part = |part: &[(Task, Row)]| part.iter().filter_map(|(task, row)| judge(*task, row)).collect::<Vec<_>>();
            let handles: Vec<_> = chunk.chunks(part).map(|part| scope.spawn(move || judge_part(part))).collect();
            handles.into_iter().map(|handle| handle.join().map_err(|_| RunError::Worker)).collect::<Result<Vec<_>, _>>()
        })?;
        wrong.extend(found.into_iter().flatten());
    }
    rows.check()?;
    let attempts = store.attempts().all(plan)?;
    let abandoned = tasks.abandoned();
    wrong.extend(attempts.iter().filter(|attempt| !attempt.row.is_empty()).filter_map(|attempt| {
        // A game that was begun and never stored has no moves.
        let judged = || judge(attempt.task, &attempt.row).filter(|_| abandoned.as_ref() != Some(&attempt.row)).map(|(_, reason)| reason);
        let reason = attempt_fault(tasks, plan, store, attempt).or_else(judged)?;
        Some((attempt.task, format!("a failed attempt: {reason}")))
    }));
    Ok(wrong)
}

/// An error of an attempt that does not depend on its moves.
fn attempt_fault(tasks: &dyn Tasks, plan: &Plan, store: &Store, attempt: &Attempt) -> Option<String> {
    let cell = &plan.experiment.cells[attempt.task.cell as usize];
    let has_result = tasks.compared(cell, &attempt.row).values.first().copied().flatten().is_some();
    if has_result {
        return Some("it has a result; only failures are replayed".to_owned());
    }
    (!store.attempts().is_intact(attempt)).then(|| "its record does not match its hash".to_owned())
}

fn replay_chunk(plan: &Plan, chunk: Vec<(Task, Row)>, threads: usize) -> Result<Vec<(Task, ReplayedTask)>, RunError> {
    let columns = kinds::of(&plan.experiment).tasks().columns();
    let tasks: Vec<Task> = chunk.iter().map(|(task, _)| *task).collect();
    let again = play_again(plan, &tasks, threads)?;
    let replayed = chunk.into_iter().zip(again).map(|((task, stored), (_, again))| (task, ReplayedTask::new(columns, stored, again)));
    Ok(replayed.filter(|(_, replayed)| !replayed.differences.is_empty()).collect())
}

/// Plays tasks on threads without storing them, and returns their rows in the same order.
///
/// # Errors
/// If the agents cannot be built.
pub(super) fn play_again(plan: &Plan, tasks: &[Task], threads: usize) -> Result<Vec<(Task, Row)>, RunError> {
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(Vec::with_capacity(tasks.len()));
    let work = || -> Result<(), RunError> {
        let mut players = Players::new();
        loop {
            let place = next.fetch_add(1, Relaxed);
            let Some(&task) = tasks.get(place) else { return Ok(()) };
            let row = players.of(plan, task.cell)?.play(task.number, plan.seed(task)).row;
            rows.lock().unwrap_or_else(PoisonError::into_inner).push((place, task, row));
        }
    };
    thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.clamp(1, tasks.len().max(1))).map(|_| scope.spawn(move || in_thread(work))).collect();
        handles.into_iter().try_for_each(|handle| handle.join().unwrap_or(Err(RunError::Worker)))
    })?;
    let mut rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    rows.sort_by_key(|(place, ..)| *place);
    Ok(rows.into_iter().map(|(_, task, row)| (task, row)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_first_move_that_differs() {
        let text = |text: &str| Field::Text(text.to_owned());
        let shown = |stored: &str, again: &str| Difference { column: "moves", stored: text(stored), again: text(again) }.to_string();
        assert_eq!(shown("a1 b2 c3", "a1 b3 c3"), "moves, first at word 2: stored `b2`, now `b3`");
        assert_eq!(shown("a1 b2", "a1 b2 c3"), "moves, first at word 3: stored the end, now `c3`");
        assert_eq!(shown("[1,0]", "[0,1]"), "moves: stored `[1,0]`, now `[0,1]`");
    }
}
