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
    let cells = &plan.experiment.cells;
    if format == ExportFormat::Csv {
        let axes = cells.first().map_or(&[][..], |cell| &cell.axes[..]);
        let heads = ["id", "key"].into_iter().chain(axes.iter().map(|axis| axis.name())).chain(["task"]);
        line(out, heads.chain(columns.iter().map(|(_, column)| column.name)).map(str::to_owned))?;
    }
    let mut count = 0;
    let mut rows = store.rows(plan)?;
    for (place, number, row) in rows.by_ref() {
        let cell = &cells[place];
        let id = plan.id(Task { cell: place as u32, number });
        match format {
            ExportFormat::Csv => {
                let start = [id, cell.key.to_string()].into_iter().chain(cell.axes.iter().map(|axis| axis.value.clone()));
                line(out, start.chain([number.to_string()]).chain(columns.iter().map(|&(i, _)| row[i].to_string())))?;
            }
            ExportFormat::Jsonl => writeln!(out, "{}", object(id, cell, number, &columns, &row))?,
        }
        count += 1;
    }
    rows.check()?;
    out.flush()?;
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

fn line(out: &mut dyn Write, values: impl Iterator<Item = String>) -> io::Result<()> {
    let mut text = String::new();
    for (i, value) in values.enumerate() {
        if i > 0 {
            text.push(',');
        }
        if value.contains([',', '"', '\n', '\r']) {
            text.push('"');
            text.push_str(&value.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&value);
        }
    }
    text.push('\n');
    out.write_all(text.as_bytes())
}

fn object(id: String, cell: &Cell, number: u32, columns: &[(usize, &Column)], row: &Row) -> Value {
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

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn commas_quotes_and_line_ends_are_quoted() {
        let mut out = Vec::new();
        line(&mut out, ["a", "[1,2]", "say \"x\"", "two\nlines", ""].into_iter().map(str::to_owned)).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "a,\"[1,2]\",\"say \"\"x\"\"\",\"two\nlines\",\n");
    }
}
