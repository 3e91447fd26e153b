//! Games of a cell that arrive in any order, as rounds in the order of the plan.

use super::outcome::{Round, outcome};
use super::record::GameRecord;
use crate::experiment::Cell;
use crate::store::{Record as _, Row};
use std::collections::BTreeMap;

/// The games of a cell from some task on.
#[derive(Default)]
pub(super) struct Arrivals {
    /// Tasks before this one are part of rounds that were taken.
    next: u32,
    /// Later ones that are finished: its record, if it can be read.
    waiting: BTreeMap<u32, Option<GameRecord>>,
}

impl Arrivals {
    /// Nothing yet of what follows the first `tasks` tasks.
    pub(super) fn after(tasks: u32) -> Arrivals {
        Arrivals { next: tasks, waiting: BTreeMap::new() }
    }

    /// The first task that is not part of a round taken.
    pub(super) fn next(&self) -> u32 {
        self.next
    }

    /// A task is finished.
    pub(super) fn add(&mut self, task: u32, row: &Row) {
        self.waiting.insert(task, GameRecord::from_row(row).ok());
    }

    /// The next round of `size` games, if all of them are finished. Games without a result are left out of it.
    pub(super) fn round(&mut self, cell: &Cell, size: u32) -> Option<Round> {
        let tasks = self.next..self.next + size;
        if !tasks.clone().all(|task| self.waiting.contains_key(&task)) {
            return None;
        }
        let info = cell.game.game.info();
        let mut round = Round::of(info.players);
        for task in tasks {
            if let Some(game) = self.waiting.remove(&task).flatten().filter(|game| outcome(cell, game).is_some()) {
                round.add(&game, &info);
            }
        }
        self.next += size;
        Some(round)
    }

    /// Forgets what waits: no round is taken any more.
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
    }
}
