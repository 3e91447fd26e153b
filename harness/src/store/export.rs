//! Exports records as CSV or JSON lines, in the plan's order, so that equal results give equal files.

use super::format::record_id;
use super::rows::Rows;
use super::{Column, ColumnType, Done, Field, Row, Store, StoreError};
use crate::experiment::Cell;
use crate::plan::{Plan, Task};
use crate::reports::csv_field;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// The two formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportFormat {
    /// A header line and one line per record (RFC 4180 with line feeds). A list has one column per value. Texts are safe for
    /// spreadsheets, see [`csv_field`].
    Csv,
    /// One JSON object per line; lists are arrays.
    Jsonl,
}

/// A value that is computed from a record: the name of an agent, for example.
pub struct Derived {
    /// The name of its column.
    pub name: String,
    /// What it means.
    pub doc: String,
    /// Its value; empty if the record has none.
    pub value: fn(&Cell, &Row, usize) -> String,
    /// Passed to `value`, to tell several columns of one function apart.
    pub index: usize,
}

/// An export.
pub struct Export<'e> {
    store: &'e Store,
    plan: &'e Plan,
    reproducible: bool,
    derived: Vec<Derived>,
    /// The tasks that count; all if there is no such set.
    counted: Option<Done>,
}

/// A column of the CSV file.
struct Heading {
    name: String,
    kind: &'static str,
    unit: &'static str,
    doc: String,
    from: Source,
}

/// Where the value of a CSV column comes from.
enum Source {
    Id,
    Key,
    Axis(usize),
    Task,
    Counts,
    Derived(usize),
    Field(usize),
    Item(usize, usize),
}

/// The description of a column, for `bench export --describe`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// The heading.
    pub name: String,
    /// `integer`, `number` or `text`.
    pub kind: &'static str,
    /// The unit; empty for none.
    pub unit: &'static str,
    /// What it means.
    pub doc: String,
}

impl<'e> Export<'e> {
    /// An export of all records of a plan. With `reproducible` it holds only stored values that are the same whenever and wherever
    /// the plan is run, so that equal files mean equal results; otherwise also measured times and the `derived` values.
    pub fn new(store: &'e Store, plan: &'e Plan, reproducible: bool, derived: Vec<Derived>) -> Self {
        let derived = if reproducible { Vec::new() } else { derived };
        Export { store, plan, reproducible, derived, counted: None }
    }

    /// Some tasks only count, because a schedule decides which. The others were played ahead of a decision, which depends on threads: they are
    /// left out if the export is reproducible, else a column `counts` tells them apart.
    #[must_use]
    pub fn counting(self, tasks: Option<Done>) -> Self {
        Export { counted: tasks, ..self }
    }

    /// The records to be written.
    fn rows(&self) -> Result<Rows<'_>, StoreError> {
        Ok(self.store.rows(self.plan)?.only(self.counted.clone().filter(|_| self.reproducible)))
    }

    /// Whether a task counts, if that is told.
    fn counts(&self, task: Task) -> Option<bool> {
        self.counted.as_ref().filter(|_| !self.reproducible).map(|counted| counted.contains(task))
    }

    /// Writes the records and returns their number.
    ///
    /// # Errors
    /// If the results cannot be read, or `out` cannot be written.
    pub fn write(&self, format: ExportFormat, out: &mut dyn Write) -> Result<u64, ExportError> {
        match format {
            ExportFormat::Csv => self.csv(out),
            ExportFormat::Jsonl => self.jsonl(out),
        }
    }

    /// The columns of the CSV file, in order.
    ///
    /// # Errors
    /// If the results cannot be read.
    pub fn describe(&self) -> Result<Vec<Described>, StoreError> {
        let described = |Heading { name, kind, unit, doc, .. }| Described { name, kind, unit, doc };
        Ok(self.headings()?.into_iter().map(described).collect())
    }

    /// The kind's columns with their places in a row.
    fn columns(&self) -> impl Iterator<Item = (usize, &'static Column)> {
        self.store.table.columns.iter().enumerate().filter(|(_, column)| column.reproducible || !self.reproducible)
    }

    fn headings(&self) -> Result<Vec<Heading>, StoreError> {
        let heading = |name: &str, kind, doc: &str, from| Heading { name: name.to_owned(), kind, unit: "", doc: doc.to_owned(), from };
        let mut all = vec![
            heading("id", "text", "The task: the beginning of its cell's key and its number.", Source::Id),
            heading("key", "text", "The cell's key, a hash of everything that its games depend on.", Source::Key),
        ];
        let axes = self.plan.experiment.cells.first().map_or(&[][..], |cell| &cell.axes[..]);
        for (place, axis) in axes.iter().enumerate() {
            // The prefix keeps the axis `iterations` apart from the iterations that were spent.
            all.push(heading(&format!("axis.{}", axis.name()), "text", "The cell's place on this axis of the grid.", Source::Axis(place)));
        }
        all.push(heading("task", "integer", "The task's number in its cell, from 0.", Source::Task));
        if self.counted.is_some() && !self.reproducible {
            let doc = "1 if the task counts, 0 if it was played ahead of a decision that did not need it.";
            all.push(heading("counts", "integer", doc, Source::Counts));
        }
        for (place, derived) in self.derived.iter().enumerate() {
            all.push(heading(&derived.name, "text", &derived.doc, Source::Derived(place)));
        }
        let lengths = self.lengths()?;
        for (place, column) in self.columns() {
            let field = |name: String, kind, from| Heading { name, kind, unit: column.unit, doc: column.doc.to_owned(), from };
            match column.kind {
                ColumnType::Integer => all.push(field(column.name.to_owned(), "integer", Source::Field(place))),
                ColumnType::Real => all.push(field(column.name.to_owned(), "number", Source::Field(place))),
                ColumnType::Text => all.push(field(column.name.to_owned(), "text", Source::Field(place))),
                ColumnType::List => {
                    all.extend(
                        (0..lengths[place]).map(|item| field(format!("{}.{item}", column.name), "number", Source::Item(place, item))),
                    );
                }
            }
        }
        Ok(all)
    }

    /// The length of the longest list in each list column among the plan's records.
    fn lengths(&self) -> Result<Vec<usize>, StoreError> {
        let store = self.store;
        let mut longest = vec![0; store.table.columns.len()];
        let numbers = store.numbers(self.plan)?;
        let mut read = || -> rusqlite::Result<()> {
            for (place, column) in self.columns().filter(|(_, column)| column.kind == ColumnType::List) {
                let sql =
                    format!("SELECT max(json_array_length(\"{}\")) FROM \"{}\" WHERE id >= ? AND id < ?", column.name, store.table.name);
                let mut statement = store.connection.prepare(&sql)?;
                for number in numbers.iter().flatten() {
                    let range = [record_id(*number, 0), record_id(*number, self.plan.experiment.games_per_cell)];
                    let length: Option<u32> = statement.query_row(range, |row| row.get(0))?;
                    longest[place] = longest[place].max(length.unwrap_or(0) as usize);
                }
            }
            Ok(())
        };
        read().map_err(|error| store.fails(error))?;
        Ok(longest)
    }

    fn csv(&self, out: &mut dyn Write) -> Result<u64, ExportError> {
        let headings = self.headings()?;
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(headings.iter().map(|heading| csv_field(&heading.name).into_owned())).map_err(io::Error::from)?;
        let mut count = 0;
        let mut rows = self.rows()?;
        for (place, number, row) in rows.by_ref() {
            let cell = &self.plan.experiment.cells[place];
            let lists: Vec<Vec<Value>> = row.iter().map(list).collect();
            let fields = headings.iter().map(|heading| match heading.from {
                Source::Id => self.plan.id(Task { cell: place as u32, number }),
                Source::Key => cell.key.to_string(),
                Source::Axis(axis) => csv_field(&cell.axes[axis].value).into_owned(),
                Source::Task => number.to_string(),
                Source::Counts => u8::from(self.counts(Task { cell: place as u32, number }) == Some(true)).to_string(),
                Source::Derived(at) => csv_field(&(self.derived[at].value)(cell, &row, self.derived[at].index)).into_owned(),
                Source::Field(at) => match &row[at] {
                    Field::Text(text) => csv_field(text).into_owned(),
                    number => number.to_string(),
                },
                Source::Item(at, item) => lists[at].get(item).map(Value::to_string).unwrap_or_default(),
            });
            writer.write_record(fields).map_err(io::Error::from)?;
            count += 1;
        }
        rows.check()?;
        writer.flush()?;
        Ok(count)
    }

    fn jsonl(&self, out: &mut dyn Write) -> Result<u64, ExportError> {
        let columns: Vec<(usize, &Column)> = self.columns().collect();
        let mut count = 0;
        let mut rows = self.rows()?;
        for (place, number, row) in rows.by_ref() {
            let cell = &self.plan.experiment.cells[place];
            let axes: Map<String, Value> = cell.axes.iter().map(|axis| (axis.name().to_owned(), json!(axis.value))).collect();
            let mut object = Map::new();
            object.insert("id".to_owned(), json!(self.plan.id(Task { cell: place as u32, number })));
            object.insert("key".to_owned(), json!(cell.key.to_string()));
            object.insert("axes".to_owned(), Value::Object(axes));
            object.insert("task".to_owned(), json!(number));
            if let Some(counts) = self.counts(Task { cell: place as u32, number }) {
                object.insert("counts".to_owned(), json!(u8::from(counts)));
            }
            for derived in &self.derived {
                object.insert(derived.name.clone(), json!((derived.value)(cell, &row, derived.index)));
            }
            for &(i, column) in columns.iter().filter(|(i, column)| !column.leaves_out(&row[*i])) {
                let value = match &row[i] {
                    Field::Integer(n) => json!(n),
                    Field::Real(x) => json!(x),
                    Field::Text(text) if column.kind == ColumnType::List => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
                    Field::Text(text) => json!(text),
                    Field::Unread => Value::Null,
                };
                object.insert(column.name.to_owned(), value);
            }
            writeln!(out, "{}", Value::Object(object))?;
            count += 1;
        }
        rows.check()?;
        out.flush()?;
        Ok(count)
    }
}

/// The values of a list; none of anything else.
fn list(field: &Field) -> Vec<Value> {
    match field {
        Field::Text(text) if text.starts_with('[') => serde_json::from_str(text).unwrap_or_default(),
        _ => Vec::new(),
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
