//! Records as CSV or as JSON lines, in the plan's order, so that equal results give equal files.

use super::{Column, ColumnType, Field, Row, Store, StoreError};
use crate::experiment::Cell;
use crate::plan::{Plan, Task};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// The two formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// A heading and a line per record (RFC 4180, lines end with a line feed).
    Csv,
    /// A JSON object per line; lists are lists.
    Jsonl,
}

/// Writes the records of a plan: the task's name, the key of its cell, its place in the grid, its number, and the kind's columns;
/// with `reproducible` only those that are the same whenever and wherever the plan is run. Gives the number of records.
///
/// # Errors
/// If the results cannot be read, or `out` cannot be written.
pub fn export(store: &Store, plan: &Plan, format: ExportFormat, reproducible: bool, out: &mut dyn Write) -> Result<u64, ExportError> {
    let columns: Vec<(usize, &Column)> =
        store.table.columns.iter().enumerate().filter(|(_, column)| column.reproducible || !reproducible).collect();
    let mut rows = store.rows(plan)?;
    let records = rows.by_ref().map(|(cell, number, row)| {
        let id = plan.id(Task { cell: cell as u32, number });
        Exported { id, cell: &plan.experiment.cells[cell], number, row }
    });
    let count = match format {
        ExportFormat::Csv => as_csv(plan, &columns, records, out)?,
        ExportFormat::Jsonl => as_jsonl(&columns, records, out)?,
    };
    rows.check()?;
    out.flush()?;
    Ok(count)
}

/// A record on its way out.
struct Exported<'p> {
    id: String,
    cell: &'p Cell,
    number: u32,
    row: Row,
}

fn as_csv<'p>(
    plan: &Plan,
    columns: &[(usize, &Column)],
    records: impl Iterator<Item = Exported<'p>>,
    out: &mut dyn Write,
) -> Result<u64, io::Error> {
    let mut csv = csv::Writer::from_writer(out);
    let axes = plan.experiment.cells.first().map_or(&[][..], |cell| &cell.axes[..]);
    let heads = ["id", "key"].into_iter().chain(axes.iter().map(|axis| axis.name())).chain(["task"]);
    csv.write_record(heads.chain(columns.iter().map(|(_, column)| column.name)))?;
    let mut count = 0;
    for Exported { id, cell, number, row } in records {
        let start = [id, cell.key.to_string()].into_iter().chain(cell.axes.iter().map(|axis| axis.value.clone()));
        csv.write_record(start.chain([number.to_string()]).chain(columns.iter().map(|&(i, _)| row[i].to_string())))?;
        count += 1;
    }
    csv.flush()?;
    Ok(count)
}

fn as_jsonl<'p>(columns: &[(usize, &Column)], records: impl Iterator<Item = Exported<'p>>, out: &mut dyn Write) -> Result<u64, io::Error> {
    let mut count = 0;
    for record in records {
        writeln!(out, "{}", object(&record, columns))?;
        count += 1;
    }
    Ok(count)
}

/// Why an export failed.
#[derive(Debug)]
pub enum ExportError {
    /// The results cannot be read.
    Store(StoreError),
    /// The export cannot be written.
    Write(io::Error),
}

impl From<StoreError> for ExportError {
    fn from(error: StoreError) -> Self {
        ExportError::Store(error)
    }
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> Self {
        ExportError::Write(error)
    }
}

impl std::fmt::Display for ExportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExportError::Store(error) => error.fmt(f),
            ExportError::Write(error) => write!(f, "cannot write the export: {error}"),
        }
    }
}

impl std::error::Error for ExportError {}

fn object(Exported { id, cell, number, row }: &Exported<'_>, columns: &[(usize, &Column)]) -> Value {
    let axes: Map<String, Value> = cell.axes.iter().map(|axis| (axis.name().to_owned(), json!(axis.value))).collect();
    let mut object = Map::new();
    object.insert("id".to_owned(), json!(id));
    object.insert("key".to_owned(), json!(cell.key.to_string()));
    object.insert("axes".to_owned(), Value::Object(axes));
    object.insert("task".to_owned(), json!(number));
    for &(i, column) in columns {
        let value = match &row[i] {
            Field::Integer(n) => json!(n),
            Field::Real(x) => json!(x),
            Field::Text(text) if column.kind == ColumnType::List => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
            Field::Text(text) => json!(text),
            Field::Unread => Value::Null,
        };
        object.insert(column.name.to_owned(), value);
    }
    Value::Object(object)
}
