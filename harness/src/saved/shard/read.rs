//! Reads shard files, whole or cut off.

use super::header::ShardHeader;
use super::line::{content, read_text};
use super::{SavedTask, columns};
use crate::plan::{Plan, Task};
use crate::saved::fields;
use crate::store::{Column, ColumnType, Field, Machine, MergeError, MergeSummary, Merger, Record as _, Row, StoreError, Table};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Longer lines are damage: no game's moves come near this.
const LONGEST: u64 = 1 << 26;

/// How a shard file ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The attempt has played the whole shard.
    Finished,
    /// The attempt was still at work, or was stopped.
    Checkpoint,
    /// The file was truncated or changed after this number of records, which are intact.
    CutOff {
        /// Records that were read.
        records: u64,
    },
}

/// A shard file that is being read, line by line.
pub struct ShardFile {
    path: PathBuf,
    header: ShardHeader,
    lines: BufReader<File>,
    line: Vec<u8>,
    read: u64,
    ending: Option<Ending>,
}

impl ShardFile {
    /// Opens a file and reads its header; `None` if it was cut off so early that nothing in it can be used.
    ///
    /// # Errors
    /// If the file cannot be read, or is something else.
    pub fn open(path: &Path) -> Result<Option<ShardFile>, StoreError> {
        let file = File::open(path).map_err(|error| StoreError::files("read", path, error))?;
        let mut lines = BufReader::with_capacity(1 << 16, file);
        let mut line = Vec::new();
        let fails = |error| StoreError::files("read", path, error);
        lines.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(fails)?;
        let Some(json) = content(&line) else {
            let foreign = |reason: &str| Err(StoreError::Foreign { path: path.to_owned(), reason: reason.to_owned() });
            // A beginning of a header, or nothing.
            let begins = b"{\"treebench_shard_file\":";
            return if line.iter().zip(begins).all(|(found, begin)| found == begin) { Ok(None) } else { foreign("it is not a shard file") };
        };
        let header = ShardHeader::parse(json).map_err(|reason| StoreError::Foreign { path: path.to_owned(), reason })?;
        Ok(Some(ShardFile { path: path.to_owned(), header, lines, line, read: 0, ending: None }))
    }

    /// The header of the file.
    pub fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// How the file ends; `None` before its end was read.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Adds the records of the plan's cells to a run directory. The file has been opened and belongs to the plan.
    ///
    /// # Errors
    /// If either cannot be read or written, or if the file contradicts what is stored.
    pub fn merge_into(&mut self, merger: &mut Merger<'_>, plan: &Plan, table: Table) -> Result<MergeSummary, MergeError> {
        let places = plan.experiment.cells.iter().zip(0..).map(|(cell, place)| (cell.key.to_string(), place)).collect();
        let build = self.header.build.clone();
        let machine = Machine { host: build.host.clone(), cpu: self.header.cpu.clone() };
        let merged = merger.add_records(&build, &machine, |add| self.for_each(table, &places, add))?;
        self.add_history(merger);
        Ok(merged)
    }

    /// Adds what happened before the records of the file were played, and nothing else.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn merge_history(&mut self, merger: &mut Merger<'_>, plan: &Plan, table: Table) -> Result<(), StoreError> {
        let ShardHeader { hypotheses, histories, .. } = &self.header;
        let states_all = |known: &Vec<String>| plan.experiment.statements().all(|hash| known.contains(&hash));
        // What the header does not say is said of all records.
        if histories.is_none() || !hypotheses.as_ref().is_some_and(states_all) {
            self.for_each(table, &HashMap::new(), |_, _| Ok::<(), StoreError>(()))?;
        }
        self.add_history(merger);
        Ok(())
    }

    fn add_history(&self, merger: &mut Merger<'_>) {
        merger.add_statements(self.header.hypotheses.as_deref(), self.read);
        merger.add_histories(self.header.histories.as_ref(), self.read);
    }

    /// Calls `take` with the task and the row of every record of a cell in `places`, which maps the keys of cells to their places in the plan.
    ///
    /// # Errors
    /// Those of `take`; if the file cannot be read; if it has columns that this version does not know.
    pub fn for_each<E: From<StoreError>>(
        &mut self,
        table: Table,
        places: &HashMap<String, u32>,
        mut take: impl FnMut(Task, Row) -> Result<(), E>,
    ) -> Result<(), E> {
        let columns = columns(table.columns);
        let order = self.order(&columns)?;
        loop {
            self.line.clear();
            let read = self.lines.by_ref().take(LONGEST).read_until(b'\n', &mut self.line);
            read.map_err(|error| StoreError::files("read", &self.path, error))?;
            let Some(content) = content(&self.line) else { break };
            if let Some(ending) = content.strip_prefix("end\t") {
                let (count, word) = ending.split_once('\t').unwrap_or_default();
                if count.parse() == Ok(self.read) {
                    self.ending = Some(if word == "finished" { Ending::Finished } else { Ending::Checkpoint });
                    return Ok(());
                }
                break;
            }
            let Some((saved, row)) = record(content, &columns, &order) else { break };
            self.read += 1;
            if let Some(&cell) = places.get(&saved.key) {
                take(Task { cell, number: saved.task }, row)?;
            }
        }
        self.ending = Some(Ending::CutOff { records: self.read });
        Ok(())
    }

    /// For every column, its place in the file; `None` for one that was added later.
    fn order(&self, columns: &[Column]) -> Result<Vec<Option<usize>>, StoreError> {
        let found = &self.header.columns;
        let unknown = found.iter().find(|name| columns.iter().all(|column| column.name != **name));
        let order: Vec<Option<usize>> = columns.iter().map(|column| found.iter().position(|name| name == column.name)).collect();
        let missing = columns.iter().zip(&order).find(|(column, place)| place.is_none() && !column.added);
        let reason = match (unknown, missing) {
            (Some(name), _) => format!("it has a column `{name}`, which this version of bench does not know"),
            (None, Some((column, _))) => format!("it has no column `{}`", column.name),
            (None, None) => return Ok(order),
        };
        Err(StoreError::Foreign { path: self.path.clone(), reason })
    }
}

/// The task and the columns of its kind; `None` if the line holds something else.
fn record(content: &str, columns: &[Column], order: &[Option<usize>]) -> Option<(SavedTask, Row)> {
    let texts: Vec<&str> = content.split('\t').collect();
    if texts.len() != order.iter().flatten().count() {
        return None;
    }
    let field = |(column, place): (&Column, &Option<usize>)| match (place, column.kind) {
        (None, _) => Some(column.default()),
        (Some(place), ColumnType::Text | ColumnType::List) => Some(Field::Text(read_text(texts[*place])?.into_owned())),
        (Some(place), _) => fields::of_text(column, texts[*place]).ok(),
    };
    let mut all = columns.iter().zip(order).map(field).collect::<Option<Row>>()?;
    let row = all.split_off(SavedTask::COLUMNS.len());
    Some((SavedTask::from_row(&all).ok()?, row))
}
