//! Looks at results: each is recorded in the histories of the cells and with the statements of the plan, and the rows are counted.

use super::ledger::Ledger;
use super::results::beside_writer;
use super::{FinishedTasks, Store, StoreError, Table};
use crate::plan::Plan;
use std::path::Path;

impl Store {
    /// Records a look at the results of a plan's tasks, even while another process writes to the directory.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn look_at(dir: &Path, table: Table, plan: &Plan) -> Result<(), StoreError> {
        beside_writer(dir, table)?.look(plan, None)
    }

    /// Records a look at the results of a plan's tasks, together with those finished elsewhere.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn look(&self, plan: &Plan, others: Option<&FinishedTasks>) -> Result<(), StoreError> {
        Ledger(self).settle()?;
        self.keep_statements(plan, None)?;
        let here = self.done(plan)?;
        let mut seen = here.clone();
        others.iter().for_each(|other| seen.merge(other));
        self.keep_histories(plan, |place, history| {
            history.look(seen.cells[place].count());
            history.held = history.held.max(here.cells[place].count());
        })?;
        Ledger(self).settle()
    }
}
