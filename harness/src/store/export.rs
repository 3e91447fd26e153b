//! Exports records as CSV, JSON lines or Parquet, in the plan's order, so that equal results give equal files.

mod columns;
mod csv;
mod jsonl;
mod parquet;

use super::{Column, ColumnType, FinishedTasks, Row, Rows, Store, StoreError};
use crate::experiment::Cell;
use crate::plan::{Plan, Task};
use std::io::{self, Write};

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// A header line and one line per record (RFC 4180 with line feeds). A list has one column per value. Texts are safe for
    /// spreadsheets, see [`csv_field`](treebench_reports::csv_field).
    Csv,
    /// One JSON object per line; lists are arrays.
    Jsonl,
    /// A Parquet file with the columns of the CSV file, compressed with Snappy. Its metadata hold the type, unit and meaning of every
    /// column, the experiment in full and the version that wrote it. A missing value is null.
    Parquet,
}

/// A value that is computed from a record: the name of an agent, for example.
pub struct DerivedColumn {
    /// The name of its column.
    pub name: String,
    /// Its meaning.
    pub doc: String,
    /// The type of its values, which are written in decimal digits if they are numbers. A whole number is never missing.
    pub kind: ColumnType,
    /// Its value for a task of a cell; empty if the record has none.
    pub value: fn(&Cell, u32, &Row, usize) -> String,
    /// Passed to `value`, to tell several columns of one function apart.
    pub index: usize,
}

/// An export.
pub struct Export<'e> {
    store: &'e Store,
    plan: &'e Plan,
    reproducible: bool,
    derived: Vec<DerivedColumn>,
    counted: Option<FinishedTasks>,
    warnings: Vec<String>,
    /// Per cell; none if there is none on any cell.
    remarks: Vec<String>,
}

/// The description of a column, for `bench export --describe`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnDescription {
    /// The heading.
    pub name: String,
    /// `boolean`, `integer`, `number` or `text`.
    pub kind: &'static str,
    /// The unit; empty for none.
    pub unit: &'static str,
    /// Its meaning.
    pub doc: String,
}

impl<'e> Export<'e> {
    /// An export of all records of a plan. With `reproducible` it holds only stored values that are the same whenever and wherever
    /// the plan is run, so that equal files mean equal results; otherwise also measured times and the `derived` values.
    pub fn new(store: &'e Store, plan: &'e Plan, reproducible: bool, derived: Vec<DerivedColumn>) -> Self {
        let derived = if reproducible { Vec::new() } else { derived };
        Export { store, plan, reproducible, derived, counted: None, warnings: Vec::new(), remarks: Vec::new() }
    }

    /// Declares that only some tasks count, because a schedule decides. The others were played past a decision, which depends on threads: a
    /// reproducible export leaves them out, otherwise a column `counts` marks them.
    #[must_use]
    pub fn counting(self, counted: Option<FinishedTasks>) -> Self {
        Export { counted, ..self }
    }

    /// Adds warnings about the records, unless the export is reproducible: the history of a run is not. Formats with metadata have the warnings; a
    /// column has the remarks on each record's cell, if any cell has one.
    #[must_use]
    pub fn warning(self, warnings: Vec<String>, remarks: Vec<String>) -> Self {
        if self.reproducible {
            return self;
        }
        let remarks = if remarks.iter().all(String::is_empty) { Vec::new() } else { remarks };
        Export { warnings, remarks, ..self }
    }

    /// Writes the records and returns their number.
    ///
    /// # Errors
    /// If the results cannot be read, or `out` cannot be written.
    pub fn write(&self, format: ExportFormat, out: &mut (dyn Write + Send)) -> Result<u64, ExportError> {
        match format {
            ExportFormat::Csv => self.csv(out),
            ExportFormat::Jsonl => self.jsonl(out),
            ExportFormat::Parquet => self.parquet(out),
        }
    }

    /// The columns of the CSV and the Parquet file, in order.
    ///
    /// # Errors
    /// If the results cannot be read.
    pub fn describe(&self) -> Result<Vec<ColumnDescription>, StoreError> {
        let described = |heading: columns::Heading| ColumnDescription {
            name: heading.name,
            kind: heading.values.word(),
            unit: heading.unit,
            doc: heading.doc,
        };
        Ok(self.headings()?.into_iter().map(described).collect())
    }

    /// The kind's columns with their places in a row.
    fn columns(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.store.table.columns.iter().enumerate().filter(|(_, column)| column.reproducible || !self.reproducible)
    }

    fn marks_counted(&self) -> bool {
        self.counted.is_some() && !self.reproducible
    }

    fn counts(&self, task: Task) -> bool {
        self.counted.as_ref().is_none_or(|counted| counted.contains(task))
    }

    fn rows(&self) -> Result<Rows<'e>, StoreError> {
        let only = if self.reproducible { self.counted.clone() } else { None };
        Ok(self.store.rows(self.plan)?.only(only))
    }
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

impl ExportError {
    /// Whether the reader closed the pipe, as `head` does.
    pub fn is_broken_pipe(&self) -> bool {
        let ExportError::Write(error) = self else { return false };
        // The writers of formats wrap the error of the pipe.
        let mut causes = std::iter::successors(Some(error as &(dyn std::error::Error + 'static)), |error| error.source());
        causes.any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
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
