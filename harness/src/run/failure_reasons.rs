//! The most frequent reasons for failures.

use crate::kinds;
use crate::plan::Plan;
use crate::store::{Store, StoreError};
use std::collections::BTreeMap;
use std::fmt;

/// A reason for which tasks failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// How many tasks.
    pub tasks: u64,
    /// The agent that failed; empty if it was none.
    pub agent: String,
    /// The message of the first of these tasks.
    pub words: String,
}

impl fmt::Display for Reason {
    /// As in ``12 × `coward`: crash: the program ended``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agent = if self.agent.is_empty() { String::new() } else { format!("`{}` ", self.agent) };
        write!(f, "{} × {agent}{}", self.tasks, self.words)
    }
}

/// The reasons of all failures that a run directory holds of a plan, the commonest first.
///
/// # Errors
/// If the directory cannot be read.
pub fn reasons(plan: &Plan, store: &Store) -> Result<Vec<Reason>, StoreError> {
    let tasks = kinds::of(&plan.experiment).tasks();
    let mut found: BTreeMap<(String, String), (u64, String)> = BTreeMap::new();
    store.for_each_failure(plan, |task, row| {
        let cell = &plan.experiment.cells[task.cell as usize];
        if let Some((agent, kind, words)) = tasks.reason(cell, &row) {
            let key = (agent, if kind.is_empty() { words.clone() } else { kind });
            found.entry(key).or_insert((0, words)).0 += 1;
        }
    })?;
    let mut reasons: Vec<Reason> = found.into_iter().map(|((agent, _), (tasks, words))| Reason { tasks, agent, words }).collect();
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.tasks));
    Ok(reasons)
}
