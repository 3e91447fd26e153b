//! Reads shard files, whole or cut off.

use super::header::ShardHeader;
use super::line::{content, read_text};
use crate::plan::Task;
use crate::store::{Column, ColumnType, Field, Row, StoreError, Table};
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
    /// The file was cut off or changed behind this number of records; what comes before is intact.
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

    /// What the file says of itself.
    pub fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// How the file ends; `None` before its end was read.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
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
        let order = self.order(table)?;
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
            let Some((key, number, row)) = record(content, table, &order) else { break };
            self.read += 1;
            if let Some(&cell) = places.get(key) {
                take(Task { cell, number }, row)?;
            }
        }
        self.ending = Some(Ending::CutOff { records: self.read });
        Ok(())
    }

    /// For every column of the table, its place in the file; `None` for one that was added later.
    fn order(&self, table: Table) -> Result<Vec<Option<usize>>, StoreError> {
        let columns = &self.header.columns;
        let unknown = columns.iter().find(|name| table.columns.iter().all(|column| column.name != **name));
        let order: Vec<Option<usize>> = table.columns.iter().map(|column| columns.iter().position(|name| name == column.name)).collect();
        let missing = table.columns.iter().zip(&order).find(|(column, place)| place.is_none() && !column.added);
        let reason = match (unknown, missing) {
            (Some(name), _) => format!("it has a column `{name}`, which this version of bench does not know"),
            (None, Some((column, _))) => format!("it has no column `{}`", column.name),
            (None, None) => return Ok(order),
        };
        Err(StoreError::Foreign { path: self.path.clone(), reason })
    }
}

/// The key, the number of the task and the columns; `None` if the line holds something else.
fn record<'l>(content: &'l str, table: Table, order: &[Option<usize>]) -> Option<(&'l str, u32, Row)> {
    let mut fields = content.split('\t');
    let (key, number) = (fields.next()?, fields.next()?.parse().ok()?);
    let fields: Vec<&str> = fields.collect();
    if fields.len() != order.iter().flatten().count() {
        return None;
    }
    let field = |(column, place): (&Column, &Option<usize>)| match place {
        None => Some(column.default()),
        Some(place) => Some(match column.kind {
            ColumnType::Integer => Field::Integer(fields[*place].parse().ok()?),
            ColumnType::Real => Field::Real(fields[*place].parse().ok()?),
            ColumnType::Text | ColumnType::List => Field::Text(read_text(fields[*place])?.into_owned()),
        }),
    };
    let row = table.columns.iter().zip(order).map(field).collect::<Option<Row>>()?;
    Some((key, number, row))
}
