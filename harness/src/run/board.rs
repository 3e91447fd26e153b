//! The state of a run that other threads read: the progress of each cell and the task of each worker.

use crate::experiment::{Cell, Experiment};
use crate::plan::Task;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Results are added up in millionths, because there are no atomic floating-point numbers.
const UNIT: f64 = 1e6;

/// The state of the whole run. Its figures are only displayed; none of them reaches a result.
pub(super) struct Board {
    pub(super) cells: Vec<Tally>,
    pub(super) played: AtomicU64,
    pub(super) failures: AtomicU64,
    pub(super) workers: Vec<Slot>,
}

/// The results of a cell in this invocation.
#[derive(Default)]
pub(super) struct Tally {
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

impl Board {
    pub(super) fn new(cells: usize, workers: usize) -> Self {
        Board {
            cells: (0..cells).map(|_| Tally::default()).collect(),
            played: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            workers: (0..workers).map(|_| Slot::default()).collect(),
        }
    }

    /// Counts a finished task.
    pub(super) fn add(&self, task: Task, score: Option<f64>) {
        self.played.fetch_add(1, Relaxed);
        let Some(score) = score else {
            self.failures.fetch_add(1, Relaxed);
            return;
        };
        let cell = &self.cells[task.cell as usize];
        cell.count.fetch_add(1, Relaxed);
        cell.sum.fetch_add((score * UNIT) as u64, Relaxed);
        cell.squares.fetch_add((score * score * UNIT) as u64, Relaxed);
    }
}

impl Tally {
    /// The number of results, their mean and the half-width of the 95 % interval around it, z·s/√n.
    pub(super) fn interval(&self) -> Option<(u64, f64, f64)> {
        let count = self.count.load(Relaxed);
        if count < 2 {
            return None;
        }
        let n = count as f64;
        let mean = self.sum.load(Relaxed) as f64 / UNIT / n;
        let variance = (self.squares.load(Relaxed) as f64 / UNIT - n * mean * mean).max(0.0) / (n - 1.0);
        Some((count, mean, 1.959_964 * (variance / n).sqrt()))
    }
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
    participants.iter().map(|p| format!("{} ({}, {})", p.name, p.entry.name, p.budget)).collect::<Vec<_>>().join(" against ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The half-width that the GPN paper prints for 196 wins, 89 draws and 215 losses: 48.1 ± 3.97.
    #[test]
    fn the_interval_is_that_of_the_sample() {
        let board = Board::new(1, 1);
        let task = Task { cell: 0, number: 0 };
        for (score, count) in [(1.0, 196), (0.5, 89), (0.0, 215)] {
            (0..count).for_each(|_| board.add(task, Some(score)));
        }
        board.add(task, None);
        let (count, mean, half) = board.cells[0].interval().unwrap();
        assert_eq!((count, board.failures.into_inner(), board.played.into_inner()), (500, 1, 501));
        assert_eq!(format!("{:.1} ± {:.2}", 100.0 * mean, 100.0 * half), "48.1 ± 3.97");
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
