//! Turns games of a cell that arrive in any order into rounds in plan order.

use super::outcome::{Round, outcome};
use super::record::GameRecord;
use crate::experiment::Cell;
use crate::store::{Record as _, Row};
use std::collections::BTreeMap;

/// The games of a cell from a given task on.
#[derive(Default)]
pub(super) struct Arrivals {
    /// Tasks before this one belong to rounds already taken.
    next: u32,
    /// Later finished tasks: the record, if readable.
    waiting: BTreeMap<u32, Option<GameRecord>>,
}

impl Arrivals {
    /// Starts after the first `tasks` tasks.
    pub(super) fn after(tasks: u32) -> Arrivals {
        Arrivals { next: tasks, waiting: BTreeMap::new() }
    }

    /// The first task of the next round.
    pub(super) fn next(&self) -> u32 {
        self.next
    }

    /// Adds a finished task.
    pub(super) fn add(&mut self, task: u32, row: &Row) {
        self.waiting.insert(task, GameRecord::from_row(row).ok());
    }

    /// The next round of `size` games, if all of them are finished. It leaves out games without a result.
    pub(super) fn round(&mut self, cell: &Cell, size: u32) -> Option<Round> {
        let tasks = self.next..self.next + size;
        if !tasks.clone().all(|task| self.waiting.contains_key(&task)) {
            return None;
        }
        let mut round = Round::of(cell.game.game.info().players);
        for task in tasks {
            if let Some(game) = self.waiting.remove(&task).flatten().filter(|game| outcome(cell, game).is_some()) {
                round.add(cell, &game);
            }
        }
        self.next += size;
        Some(round)
    }

    /// Drops waiting games; no more rounds are taken.
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
    }
}
