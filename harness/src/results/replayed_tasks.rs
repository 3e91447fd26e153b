//! The replayed failures of a results file: tasks without a result that a run directory played again.

use super::ResultsFile;
use crate::plan::Task;
use crate::store::{Attempt, Failures, FinishedTasks, Row, Store, StoreError};

/// Tasks of a results file that a run directory has played again.
pub(super) struct ReplayedTasks {
    /// Tasks without a result in the file, with their new records.
    pub(super) tasks: Vec<(Task, Row)>,
    /// Failed records that the file does not count, each with its cell.
    pub(super) attempts: Vec<(usize, Row)>,
    /// The failures of both together, cell by cell.
    pub(super) failures: Vec<Failures>,
}

impl ReplayedTasks {
    /// Finds them in a directory that has these tasks beyond those of the file.
    pub(super) fn find(file: &ResultsFile, store: &Store, new: &FinishedTasks) -> Result<ReplayedTasks, StoreError> {
        let plan = &file.plan;
        let (theirs, stored) = (store.attempts().failures(plan)?, store.done(plan)?);
        let mut found = ReplayedTasks { tasks: Vec::new(), attempts: Vec::new(), failures: file.failures.clone() };
        for (cell, (ours, theirs)) in file.failures.iter().zip(theirs).enumerate() {
            let both = &mut found.failures[cell];
            for (&number, hash) in ours.open.iter().filter(|(number, _)| stored.cells[cell].contains(**number)) {
                let now = theirs.open.get(&number);
                // The record that the file knows, or one before it.
                if now.is_some_and(|now| now == hash || ours.retried.contains(&(number, now.clone()))) {
                    continue;
                }
                both.open.remove(&number);
                both.open.extend(now.map(|now| (number, now.clone())));
                both.retried.insert((number, hash.clone()));
                let task = Task { cell: cell as u32, number };
                found.tasks.extend(store.row(plan, task)?.map(|row| (task, row)));
            }
            both.open.extend(theirs.open.into_iter().filter(|(number, _)| new.cells[cell].contains(*number)));
        }
        for Attempt { task, hash, row, .. } in store.attempts().all(plan)? {
            let cell = task.cell as usize;
            let is_there = new.contains(task) || file.done.contains(task) || row.is_empty();
            let counted = file.failures[cell].open.get(&task.number) == Some(&hash);
            if is_there && !counted && found.failures[cell].retried.insert((task.number, hash)) {
                found.attempts.push((cell, row));
            }
        }
        Ok(found)
    }
}

impl ResultsFile {
    /// The place among the rounds of the file of the round to which a task of it belongs.
    pub(super) fn place_of(&self, task: Task) -> usize {
        let cell = &self.plan.experiment.cells[task.cell as usize];
        let wanted = cell.round(task.number);
        let mut rounds: Vec<u32> = self.done.cells[task.cell as usize].iter().map(|number| cell.round(number)).collect();
        rounds.dedup();
        rounds.iter().position(|round| *round == wanted).unwrap_or(rounds.len())
    }

    /// Checks that its tasks without a result can be played again.
    ///
    /// # Errors
    /// Why not.
    pub fn check_retry(&self) -> Result<(), String> {
        let experiment = &self.plan.experiment;
        let (path, kind) = (self.path.display(), crate::kinds::of(experiment));
        if let Some(by) = kind.design(experiment).follows_order() {
            return Err(format!("{path}: {by} has continued from the failed games of the file, so they cannot be played again"));
        }
        if !kind.tasks().are_games() {
            return Err(format!(
                "{path}: a results file of kind `{}` does not say which tasks failed; play them again in the run directory",
                kind.rules().name
            ));
        }
        let known: u64 = self.failures.iter().map(|failures| failures.open.len() as u64).sum();
        let failed: u64 = self.fold(&mut std::iter::empty()).played().iter().map(|(_, failed)| failed).sum();
        if known == failed {
            Ok(())
        } else {
            Err(format!("{path}: an earlier version wrote it without recording which games failed, so they cannot be played again"))
        }
    }
}
