//! The summary of a results file.

use super::ResultsFile;
use super::replayed_tasks::ReplayedTasks;
use crate::kinds::Summary;
use crate::store::{FinishedTasks, Store, StoreError};

impl ResultsFile {
    /// The summary of the file and the run directory together, each task counted once.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn summary(&self, store: Option<&Store>) -> Result<Box<dyn Summary + '_>, StoreError> {
        let Some(store) = store else { return Ok(self.fold(&mut std::iter::empty())) };
        let mut new = self.counted(store)?.map_or_else(|| store.done(&self.plan), Ok)?;
        new.remove(&self.done);
        self.summary_of(store, &new, &ReplayedTasks::find(self, store, &new)?)
    }

    /// The summary of the file and these tasks of the directory.
    pub(super) fn summary_of(
        &self,
        store: &Store,
        new: &FinishedTasks,
        again: &ReplayedTasks,
    ) -> Result<Box<dyn Summary + '_>, StoreError> {
        let mut rows = store.summary_rows(&self.plan)?.only(Some(new.clone()));
        let mut summary = self.fold(&mut rows);
        rows.check()?;
        again.attempts.iter().for_each(|(cell, row)| summary.add_attempt(*cell, row));
        again.tasks.iter().for_each(|(task, row)| summary.play_again(task.cell as usize, self.place_of(*task), row));
        Ok(summary)
    }
}
