//! When the hypotheses of an experiment, its rule of `[stop]` and the values printed for it were first stated: what was written after its games may have been
//! chosen by them.

use super::format::write_transaction;
use super::{FinishedTasks, History, Store, StoreError};
use crate::experiment::{Experiment, Hypothesis, OVERRIDE, sort, text_hash};
use crate::plan::Plan;
use rusqlite::Connection;
use std::collections::{BTreeMap, BTreeSet};

/// By the hash of a hypothesis with its cells, of a rule of `[stop]`, or of printed values, how many tasks of its cells there were when it first appeared; `None` if that is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statements {
    /// Whether hypotheses have been kept since the first task.
    pub known: bool,
    /// All that were ever stated, including removed ones.
    pub first: BTreeMap<String, Option<u64>>,
}

impl Statements {
    /// No statements. `known` says whether nothing could be seen before.
    pub fn new(known: bool) -> Statements {
        Statements { known, first: BTreeMap::new() }
    }

    /// States the hypotheses of an experiment of which these tasks are played, and were set aside. Those that are known stay as they are.
    pub fn state(&mut self, experiment: &Experiment, done: &FinishedTasks, histories: &[History]) {
        let tasks: Vec<u64> =
            done.cells.iter().zip(histories).map(|(cell, history)| u64::from(cell.count()) + u64::from(history.afresh)).collect();
        // A shard has a part of the cells.
        let of = |cells: &mut dyn Iterator<Item = &usize>| -> u64 { cells.filter_map(|&cell| tasks.get(cell)).sum() };
        let about = |hypothesis: &Hypothesis| of(&mut hypothesis.cells.iter().chain(hypothesis.than.iter().flatten()));
        let hypotheses = experiment.hypotheses.iter().map(|hypothesis| (hypothesis.hash.clone(), about(hypothesis)));
        for (hash, tasks) in hypotheses.chain(experiment.early_rule().map(|hash| (hash, tasks.iter().sum()))) {
            self.add_cells(&hash);
            self.first.entry(hash).or_insert((self.known || tasks == 0).then_some(tasks));
        }
        // Earlier versions kept none of a sort.
        let sorts: BTreeSet<String> = self.first.keys().filter_map(|known| sort(known)).map(str::to_owned).collect();
        for hash in experiment.later_statements() {
            let kept = sort(&hash).is_some_and(|sort| sorts.contains(sort));
            let tasks: u64 = tasks.iter().sum();
            self.first.entry(hash).or_insert((kept || tasks == 0).then_some(tasks));
        }
        self.first.extend(experiment.override_hashes().map(|hash| (hash, Some(0))));
        self.known = true;
    }

    /// Whether others have all that was stated. What overrides the file is no reason to write it, nor is it that nothing is known of a sort of statements that
    /// earlier versions did not keep.
    pub fn are_in(&self, others: &Statements) -> bool {
        let is_in = |(hash, after): (&String, &Option<u64>)| {
            others.first.get(hash) == Some(after) || hash.starts_with(OVERRIDE) || after.is_none() && sort(hash).is_some()
        };
        self.known == others.known && self.first.iter().all(is_in)
    }

    /// What overrides the file of the experiment, or did when some of its tasks were played.
    pub fn overrides(&self) -> impl Iterator<Item = &str> {
        self.first.keys().filter_map(|hash| hash.strip_prefix(OVERRIDE))
    }

    /// Treats an earlier version's statement of a hypothesis, which has only the hash of its text, as one about its current cells.
    fn add_cells(&mut self, hash: &str) {
        let text = text_hash(hash);
        if text != hash
            && let Some(first) = self.first.remove(text)
        {
            self.first.entry(hash.to_owned()).or_insert(first);
        }
    }

    /// Adds what was stated elsewhere, for the same experiment.
    pub fn merge(&mut self, other: &Statements) {
        for (hash, theirs) in &other.first {
            let ours = self.first.entry(hash.clone()).or_insert(*theirs);
            *ours = ours.zip(*theirs).map(|(ours, theirs)| ours.max(theirs));
        }
    }

    /// How many hypotheses and rules were stated once that the experiment has no longer, with any cells. Other sorts of statements do not count.
    pub fn count_removed(&self, experiment: &Experiment) -> u64 {
        let there: Vec<String> = experiment.statements().collect();
        let texts: BTreeSet<&str> = there.iter().map(|hash| text_hash(hash)).collect();
        let stated: BTreeSet<&str> = self.first.keys().filter(|hash| sort(hash).is_none()).map(|hash| text_hash(hash)).collect();
        stated.difference(&texts).count() as u64
    }

    /// Of a hypothesis that was stated.
    pub fn of(&self, hypothesis: &Hypothesis) -> Option<u64> {
        self.of_hash(&hypothesis.hash)
    }

    /// Whether a hypothesis ever named a source.
    pub fn was_sourced(&self, hypothesis: &Hypothesis) -> bool {
        self.first.contains_key(&hypothesis.sourced_hash())
    }

    /// How many tasks there were when a hypothesis first named a source; `None` if that is not known.
    pub fn sourced_after(&self, hypothesis: &Hypothesis) -> Option<u64> {
        self.of_hash(&hypothesis.sourced_hash())
    }

    /// The same by its hash, or by that of the rule of `[stop]` or of the printed values.
    pub fn of_hash(&self, hash: &str) -> Option<u64> {
        self.first.get(hash).copied().flatten()
    }
}

const TABLE: &str = "CREATE TABLE IF NOT EXISTS hypothesis (hash TEXT PRIMARY KEY, tasks INTEGER, seal TEXT NOT NULL) STRICT";

/// Detects a row that was changed by hand.
fn seal(hash: &str, tasks: Option<u64>) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-26 statement of a hypothesis");
    hasher.update(hash.as_bytes()).update(&tasks.map_or([0xff; 8], u64::to_le_bytes));
    hasher.finalize().to_hex()[..16].to_owned()
}

fn keep(statements: &Statements, connection: &Connection) -> rusqlite::Result<()> {
    connection.execute(TABLE, [])?;
    let transaction = write_transaction(connection)?;
    for (hash, tasks) in &statements.first {
        let number = tasks.map(|tasks| tasks as i64);
        if hash != text_hash(hash) {
            // Where both are there, to delete one would look like a deletion by hand.
            let replaced = "DELETE FROM hypothesis WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM hypothesis WHERE hash = ?2)";
            transaction.execute(replaced, (text_hash(hash), hash))?;
        }
        transaction.execute("INSERT OR REPLACE INTO hypothesis VALUES (?, ?, ?)", (hash, number, seal(hash, *tasks)))?;
    }
    transaction.commit()
}

/// Takes over the statements of a replaced file.
pub(super) fn take_statements(connection: &Connection, earlier: &Store) -> Result<(), StoreError> {
    let statements = earlier.stored_statements(false).map_err(|error| earlier.fails(error))?;
    if statements.first.is_empty() { Ok(()) } else { keep(&statements, connection).map_err(|error| earlier.fails(error)) }
}

impl Store {
    /// When the hypotheses of a plan were first stated; those that are new, now.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn statements(&self, plan: &Plan) -> Result<Statements, StoreError> {
        let done = self.done(plan)?;
        let mut statements = self.stored_statements(done.count() == 0).map_err(|error| self.fails(error))?;
        statements.state(&plan.experiment, &done, &self.histories(plan)?);
        Ok(statements)
    }

    fn stored_statements(&self, empty: bool) -> rusqlite::Result<Statements> {
        let there = self.connection.table_exists(None, "hypothesis")?;
        let mut statements = Statements::new(there || empty);
        if there {
            let mut rows = self.connection.prepare("SELECT hash, tasks, seal FROM hypothesis")?;
            let mut rows = rows.query([])?;
            while let Some(row) = rows.next()? {
                let (hash, tasks): (String, Option<i64>) = (row.get(0)?, row.get(1)?);
                let tasks = tasks.and_then(|tasks| u64::try_from(tasks).ok());
                let sealed = seal(&hash, tasks) == row.get::<_, String>(2)?;
                statements.first.insert(hash, tasks.filter(|_| sealed));
            }
        }
        Ok(statements)
    }

    /// Stores when the hypotheses of a plan were first stated, merged with statements from elsewhere.
    pub(super) fn keep_statements(&self, plan: &Plan, others: Option<&Statements>) -> Result<(), StoreError> {
        let mut statements = self.statements(plan)?;
        others.iter().for_each(|other| statements.merge(other));
        let stored = self.stored_statements(false).map_err(|error| self.fails(error))?;
        if stored == statements { Ok(()) } else { keep(&statements, &self.connection).map_err(|error| self.fails(error)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_without_cells_is_said_of_the_present_ones() {
        let mut statements = Statements::new(true);
        statements.first = BTreeMap::from([("ab".to_owned(), Some(0)), ("stop".to_owned(), Some(3))]);
        statements.add_cells("ab-cd");
        statements.add_cells("stop");
        let first = BTreeMap::from([("ab-cd".to_owned(), Some(0)), ("stop".to_owned(), Some(3))]);
        assert_eq!(statements.first, first);
        statements.add_cells("ab-ef");
        assert_eq!(statements.first, first);
    }

    /// Rows are counted: whatever an earlier version kept, no row of a later one is lost.
    #[test]
    fn a_row_of_an_earlier_version_is_replaced_and_not_deleted() {
        let cases = [(vec!["ab"], vec!["ab-cd"]), (vec!["ab", "ab-cd"], vec!["ab", "ab-cd"]), (vec![], vec!["ab-cd"])];
        for (there, after) in cases {
            let file = Connection::open_in_memory().unwrap();
            file.execute(TABLE, []).unwrap();
            for hash in there {
                file.execute("INSERT INTO hypothesis VALUES (?, 0, '')", [hash]).unwrap();
            }
            let statements = Statements { known: true, first: BTreeMap::from([("ab-cd".to_owned(), Some(0))]) };
            keep(&statements, &file).unwrap();
            let mut rows = file.prepare("SELECT hash FROM hypothesis ORDER BY hash").unwrap();
            let found: Vec<String> = rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
            assert_eq!(found, after);
        }
    }
}
