//! The state of a run that other threads read: the progress of each cell and the task of each worker.

use crate::experiment::{Cell, Experiment};
use crate::plan::Task;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use treebench_stats::{Estimate, Z95};

/// Results are added up in millionths, because there are no atomic floating-point numbers.
const UNIT: f64 = 1e6;

/// The state of the whole run. Its figures are only displayed; none of them reaches a result.
pub(super) struct SharedProgress {
    pub(super) cells: Vec<Tally>,
    pub(super) played: AtomicU64,
    /// Tasks in which an agent or the game failed.
    pub(super) failures: AtomicU64,
    /// Those among them that have a result: the loss of the agent that failed.
    pub(super) lost: AtomicU64,
    pub(super) workers: Vec<Slot>,
}

/// The results of a cell in this invocation.
#[derive(Default)]
pub(super) struct Tally {
    /// Tasks, with those that have no result.
    tasks: AtomicU64,
    /// Results.
    count: AtomicU64,
    sum: AtomicU64,
    squares: AtomicU64,
}

/// The task of a worker.
#[derive(Default)]
pub(super) struct Slot {
    /// Cell and number of the task, plus one; 0 when idle.
    task: AtomicU64,
}

impl SharedProgress {
    pub(super) fn new(cells: usize, workers: usize) -> Self {
        SharedProgress {
            cells: (0..cells).map(|_| Tally::default()).collect(),
            played: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            lost: AtomicU64::new(0),
            workers: (0..workers).map(|_| Slot::default()).collect(),
        }
    }

    /// Counts a finished task.
    pub(super) fn add(&self, task: Task, score: Option<f64>, failed: bool) {
        self.played.fetch_add(1, Relaxed);
        self.cells[task.cell as usize].tasks.fetch_add(1, Relaxed);
        self.failures.fetch_add(u64::from(failed), Relaxed);
        self.lost.fetch_add(u64::from(failed && score.is_some()), Relaxed);
        let Some(score) = score else { return };
        let cell = &self.cells[task.cell as usize];
        cell.count.fetch_add(1, Relaxed);
        cell.sum.fetch_add((score * UNIT) as u64, Relaxed);
        cell.squares.fetch_add((score * score * UNIT) as u64, Relaxed);
    }
}

impl Tally {
    /// The number of tasks, with those that have no result.
    pub(super) fn tasks(&self) -> u64 {
        self.tasks.load(Relaxed)
    }

    /// The results so far with Wilson's 95 % interval; `None` if there are fewer than two.
    pub(super) fn seen(&self) -> Option<CellResults> {
        let count = self.count.load(Relaxed);
        if count < 2 {
            return None;
        }
        let n = count as f64;
        let mean = self.sum.load(Relaxed) as f64 / UNIT / n;
        let variance = (self.squares.load(Relaxed) as f64 / UNIT - n * mean * mean).max(0.0) / (n - 1.0);
        // As for Estimate::of_games; sums of millionths leave traces of a variance where all results are equal.
        let size = if variance > 1.0 / UNIT { n * mean * (1.0 - mean) / variance } else { n };
        let (low, high) = Estimate { mean, size }.interval(Z95);
        Some(CellResults { count, mean, low, high })
    }
}

/// The results of a cell, on the scale from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellResults {
    pub(super) count: u64,
    pub(super) mean: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Slot {
    pub(super) fn begin(&self, task: Task) {
        self.task.store((u64::from(task.cell) << 32 | u64::from(task.number)) + 1, Relaxed);
    }

    pub(super) fn end(&self) {
        self.task.store(0, Relaxed);
    }

    pub(super) fn task(&self) -> Option<Task> {
        let code = self.task.load(Relaxed).checked_sub(1)?;
        Some(Task { cell: (code >> 32) as u32, number: code as u32 })
    }
}

/// The name of a cell for users: its place in the grid.
pub(super) fn cell_label(cell: &Cell) -> String {
    if cell.axes.is_empty() {
        return cell.game.label.clone();
    }
    cell.axes.iter().map(|axis| format!("{}={}", axis.name(), axis.value)).collect::<Vec<_>>().join(", ")
}

/// The agents of a cell, for a message.
pub(super) fn agents_of(experiment: &Experiment, cell: u32) -> String {
    let participants = &experiment.cells[cell as usize].participants;
    participants.iter().map(|p| format!("{} ({}, {})", p.name, p.program.name(), p.budget)).collect::<Vec<_>>().join(" against ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_stats::Moments;

    #[test]
    fn the_interval_is_that_of_the_games() {
        let board = SharedProgress::new(1, 1);
        let task = Task { cell: 0, number: 0 };
        let mut scores = Moments::default();
        for (score, count) in [(1.0, 196), (0.5, 89), (0.0, 215)] {
            (0..count).for_each(|_| board.add(task, Some(score), false));
            (0..count).for_each(|_| scores.push(score));
        }
        board.add(task, None, true);
        let CellResults { count, mean, low, high } = board.cells[0].seen().unwrap();
        assert_eq!((count, board.cells[0].tasks()), (500, 501));
        let (expected_low, expected_high) = Estimate::of_games(&scores).interval(Z95);
        assert!((mean - 0.481).abs() < 1e-9 && (low - expected_low).abs() < 1e-6 && (high - expected_high).abs() < 1e-6);
        assert_eq!((board.failures.into_inner(), board.played.into_inner()), (1, 501));
    }

    #[test]
    fn equal_results_are_no_certainty() {
        let board = SharedProgress::new(1, 1);
        (0..4).for_each(|_| board.add(Task { cell: 0, number: 0 }, Some(1.0), false));
        let CellResults { low, high, .. } = board.cells[0].seen().unwrap();
        assert!((0.5..0.52).contains(&low) && high == 1.0, "{low}");
    }

    #[test]
    fn a_slot_remembers_its_task() {
        let slot = Slot::default();
        assert_eq!(slot.task(), None);
        for task in [Task { cell: 0, number: 0 }, Task { cell: 7, number: u32::MAX - 1 }] {
            slot.begin(task);
            assert_eq!(slot.task(), Some(task));
        }
        slot.end();
        assert_eq!(slot.task(), None);
    }
}
