//! Plays a sample of adjudicated games to their natural end.

use super::RunError;
use crate::kinds::{self, NaturalEnd};
use crate::plan::{Plan, Task};
use crate::store::{Row, Store};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use treebench_games::Rng;

/// A game that was played on: how it ended, or why it has no natural end.
pub type NaturalEndResult = (Task, Result<NaturalEnd, String>);

/// The result of a sample of adjudicated games.
pub struct AdjudicationCheck {
    /// All adjudicated games.
    pub adjudicated: u64,
    /// Those of the sample that were played on, in the order of the plan.
    pub games: Vec<NaturalEndResult>,
    /// Those of the sample whose result the solver proves.
    pub proved: u64,
}

/// Draws up to `most` of the stored games that were adjudicated, and plays them on.
///
/// # Errors
/// If the store cannot be read.
pub fn natural_ends(plan: &Plan, store: &Store, most: u64, draw: u64, threads: usize) -> Result<AdjudicationCheck, RunError> {
    let tasks = kinds::of(&plan.experiment).tasks();
    let (mut adjudicated, mut sample) = (0u64, Vec::new());
    let mut rng = Rng::from_seed(draw);
    let mut rows = store.rows(plan)?;
    for (cell, number, row) in rows.by_ref().filter(|(.., row)| tasks.is_adjudicated(row)) {
        let game = (Task { cell: cell as u32, number }, row);
        // Of all games so far, each is in the sample with the same probability.
        adjudicated += 1;
        if sample.len() as u64 == most {
            let place = rng.below(usize::try_from(adjudicated).unwrap_or(usize::MAX));
            if place < sample.len() {
                sample[place] = game;
            }
        } else {
            sample.push(game);
        }
    }
    rows.check()?;
    sample.sort_by_key(|(task, _)| *task);
    let games = play_all(plan, &sample, threads)?;
    let proved = (sample.len() - games.len()) as u64;
    Ok(AdjudicationCheck { adjudicated, games, proved })
}

fn play_all(plan: &Plan, sample: &[(Task, Row)], threads: usize) -> Result<Vec<NaturalEndResult>, RunError> {
    let tasks = kinds::of(&plan.experiment).tasks();
    let (next, games) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(sample.len())));
    let work = || {
        while let Some((task, row)) = sample.get(next.fetch_add(1, Relaxed)) {
            let cell = &plan.experiment.cells[task.cell as usize];
            let game = tasks.play_on(cell, plan.seed(*task), row).map(|end| (*task, end));
            games.lock().unwrap_or_else(PoisonError::into_inner).extend(game);
        }
    };
    thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.clamp(1, sample.len().max(1))).map(|_| scope.spawn(work)).collect();
        handles.into_iter().try_for_each(|handle| handle.join().map_err(|_| RunError::Worker))
    })?;
    let mut games = games.into_inner().unwrap_or_else(PoisonError::into_inner);
    games.sort_by_key(|(task, _)| *task);
    Ok(games)
}
