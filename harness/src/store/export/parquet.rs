//! Parquet: the columns of the CSV file, typed, in groups of rows, so that memory does not grow with the number of records.

use super::columns::{Heading, Source, Values};
use super::{Export, ExportError};
use crate::experiment::AxisValue;
use crate::plan::Task;
use crate::store::{Field, Row};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use serde_json::json;
use std::io::{self, Write};
use std::sync::{Arc, mpsc};
use std::thread;
use treebench_games::params::Value;

/// Records in a group of rows: some 30 MB of them while they are written, three times at most.
const GROUP: usize = 1 << 15;

/// The values of a column in one group of rows. Where values may be missing, a level per record says whether it is there.
struct Buffer {
    values: ColumnValues,
    levels: Option<Vec<i16>>,
}

enum ColumnValues {
    Booleans(Vec<bool>),
    Integers(Vec<i64>),
    Numbers(Vec<f64>),
    /// Texts that all records of a cell share.
    Shared(Vec<ByteArray>),
    /// Texts one after another, and where each ends. An allocation for every text would take longer than all else.
    Texts(Vec<u8>, Vec<usize>),
}

impl Buffer {
    fn of(heading: &Heading) -> Buffer {
        let values = match heading.values {
            Values::Boolean => ColumnValues::Booleans(Vec::with_capacity(GROUP)),
            Values::Integer => ColumnValues::Integers(Vec::with_capacity(GROUP)),
            Values::Number => ColumnValues::Numbers(Vec::with_capacity(GROUP)),
            Values::Text if heading.is_shared() => ColumnValues::Shared(Vec::with_capacity(GROUP)),
            Values::Text => ColumnValues::Texts(Vec::new(), Vec::with_capacity(GROUP)),
        };
        Buffer { values, levels: heading.may_be_missing().then(|| Vec::with_capacity(GROUP)) }
    }

    fn integer(&mut self, value: i64) {
        match &mut self.values {
            ColumnValues::Integers(values) => values.push(value),
            ColumnValues::Numbers(values) => values.push(value as f64),
            ColumnValues::Booleans(_) | ColumnValues::Shared(_) | ColumnValues::Texts(..) => return self.text(&[&value.to_string()]),
        }
        self.there(true);
    }

    /// Adds a text that consists of these parts.
    fn text(&mut self, parts: &[&str]) {
        match &mut self.values {
            ColumnValues::Texts(texts, ends) => {
                parts.iter().for_each(|part| texts.extend_from_slice(part.as_bytes()));
                ends.push(texts.len());
            }
            ColumnValues::Shared(values) => values.push(ByteArray::from(parts.concat().into_bytes())),
            ColumnValues::Booleans(_) | ColumnValues::Integers(_) | ColumnValues::Numbers(_) => return,
        }
        self.there(true);
    }

    fn shared(&mut self, value: &ByteArray) {
        if let ColumnValues::Shared(values) = &mut self.values {
            values.push(value.clone());
            self.there(true);
        }
    }

    /// The value on an axis; `text` is its text.
    fn axis(&mut self, at: &AxisValue, text: &ByteArray) {
        match (&mut self.values, &at.exact, at.number()) {
            (ColumnValues::Booleans(values), Some(Value::Bool(value)), _) => values.push(*value),
            (ColumnValues::Integers(values), Some(Value::Int(value)), _) => values.push(*value),
            (ColumnValues::Numbers(values), _, Some(value)) => values.push(value),
            (ColumnValues::Shared(_), Some(_), _) => return self.shared(text),
            _ => return self.there(false),
        }
        self.there(true);
    }

    /// A number in digits; no value if it is none.
    fn digits(&mut self, text: &str) {
        let there = match &mut self.values {
            ColumnValues::Integers(values) => text.parse().map(|value| values.push(value)).is_ok(),
            ColumnValues::Numbers(values) => text.parse().map(|value| values.push(value)).is_ok(),
            ColumnValues::Booleans(_) | ColumnValues::Shared(_) | ColumnValues::Texts(..) => return self.text(&[text]),
        };
        self.there(there);
    }

    fn there(&mut self, there: bool) {
        if let Some(levels) = &mut self.levels {
            levels.push(i16::from(there));
        }
    }

    /// Takes a stored field over.
    fn field(&mut self, field: Field) {
        match (field, &mut self.values) {
            (Field::Text(text), _) => self.text(&[&text]),
            (Field::Real(x), ColumnValues::Numbers(values)) => values.push(x),
            (Field::Integer(n), _) => self.integer(n),
            // SQLite's strict tables hold nothing else in a column of this type.
            (Field::Real(_) | Field::Unread, _) => {}
        }
    }

    fn write(self, writer: &mut SerializedColumnWriter<'_>) -> Result<usize> {
        let levels = self.levels.as_deref();
        match (writer.untyped(), self.values) {
            (ColumnWriter::BoolColumnWriter(writer), ColumnValues::Booleans(values)) => writer.write_batch(&values, levels, None),
            (ColumnWriter::Int64ColumnWriter(writer), ColumnValues::Integers(values)) => writer.write_batch(&values, levels, None),
            (ColumnWriter::DoubleColumnWriter(writer), ColumnValues::Numbers(values)) => writer.write_batch(&values, levels, None),
            (ColumnWriter::ByteArrayColumnWriter(writer), ColumnValues::Shared(values)) => writer.write_batch(&values, levels, None),
            (ColumnWriter::ByteArrayColumnWriter(writer), ColumnValues::Texts(texts, ends)) => {
                let texts = ByteArray::from(texts);
                let starts = [0].into_iter().chain(ends.iter().copied());
                let values: Vec<ByteArray> = starts.zip(&ends).map(|(start, &end)| texts.slice(start, end - start)).collect();
                writer.write_batch(&values, levels, None)
            }
            _ => Err(ParquetError::General("a column is not of the type of its schema".to_owned())),
        }
    }
}

/// The constant values of a cell's records.
struct Constant {
    /// The common prefix of its tasks' names.
    id: String,
    key: ByteArray,
    axes: Vec<ByteArray>,
}

impl Export<'_> {
    pub(super) fn parquet(&self, out: &mut (dyn Write + Send)) -> std::result::Result<u64, ExportError> {
        let headings = self.headings()?;
        let schema = schema(&headings).map_err(failed)?;
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            // No two tasks have the same name, so that a dictionary would only be given up.
            .set_column_dictionary_enabled(ColumnPath::from("id"), false)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_created_by(format!("treebench {}", env!("CARGO_PKG_VERSION")))
            .set_key_value_metadata(Some(self.metadata(&headings)));
        // Readers skip groups by the least and the greatest key, place and number, not by those of single texts.
        for heading in headings.iter().filter(|heading| heading.values == Values::Text && !heading.is_shared()) {
            properties = properties.set_column_statistics_enabled(ColumnPath::from(vec![heading.name.clone()]), EnabledStatistics::None);
        }
        let writer = SerializedFileWriter::new(out, schema, Arc::new(properties.build())).map_err(failed)?;
        // One thread reads and the other one encodes; one group waits at most.
        let (sender, receiver) = mpsc::sync_channel::<Vec<Buffer>>(1);
        thread::scope(|scope| {
            let encoder = scope.spawn(move || encode(writer, &receiver));
            let read = self.groups(&headings, |group| sender.send(group).is_ok());
            drop(sender);
            let encoded = encoder.join().unwrap_or_else(|_| Err(ParquetError::General("the encoder panicked".to_owned())));
            let count = read?;
            encoded.map_err(failed).map(|()| count)
        })
    }

    /// Reads the records and passes them on in groups, until one is refused; returns their number.
    fn groups(&self, headings: &[Heading], mut pass: impl FnMut(Vec<Buffer>) -> bool) -> std::result::Result<u64, ExportError> {
        let fresh = || headings.iter().map(Buffer::of).collect::<Vec<_>>();
        let (mut group, mut filled, mut count) = (fresh(), 0, 0);
        let text = |text: &str| ByteArray::from(text.as_bytes().to_vec());
        let mut lengths = vec![0; self.store.table.columns.len()];
        for heading in headings {
            if let Source::Item(list, _) = heading.from {
                lengths[list] += 1;
            }
        }
        let mut here: Option<(usize, Constant)> = None;
        let mut rows = self.rows()?;
        for (place, number, row) in rows.by_ref() {
            let cell = &self.plan.experiment.cells[place];
            if here.as_ref().is_none_or(|(known, _)| *known != place) {
                let axes = cell.axes.iter().map(|axis| text(&axis.value)).collect();
                let mut id = self.plan.id(Task { cell: place as u32, number: 0 });
                // All but the number.
                id.pop();
                here = Some((place, Constant { id, key: text(&cell.key.to_string()), axes }));
            }
            if let Some((_, constant)) = &here {
                self.add(headings, &lengths, &mut group, constant, Task { cell: place as u32, number }, row);
            }
            filled += 1;
            count += 1;
            if filled == GROUP {
                filled = 0;
                if !pass(std::mem::replace(&mut group, fresh())) {
                    return Ok(count);
                }
            }
        }
        rows.check()?;
        if filled > 0 {
            pass(group);
        }
        Ok(count)
    }

    /// Adds a record to the buffers; `lengths` has the number of columns of every list.
    fn add(&self, headings: &[Heading], lengths: &[usize], group: &mut [Buffer], constant: &Constant, task: Task, mut row: Row) {
        let cell = &self.plan.experiment.cells[task.cell as usize];
        let mut columns = headings.iter().zip(group);
        // Derived values come before the fields that they are made of, which are then moved out of the row.
        while let Some((heading, buffer)) = columns.next() {
            match heading.from {
                Source::Id => buffer.text(&[&constant.id, &task.number.to_string()]),
                Source::Key => buffer.shared(&constant.key),
                Source::Axis(axis) => buffer.axis(&cell.axes[axis], &constant.axes[axis]),
                Source::Task => buffer.integer(i64::from(task.number)),
                Source::Counts => buffer.integer(i64::from(self.counts(task))),
                Source::Remarks => buffer.text(&[&self.remarks[task.cell as usize]]),
                Source::Derived(at) => buffer.digits(&(self.derived[at].value)(cell, task.number, &row, self.derived[at].index)),
                Source::Field(at) => buffer.field(std::mem::replace(&mut row[at], Field::Unread)),
                // The first column of a list; the others follow it.
                Source::Item(at, _) => {
                    let Field::Text(list) = std::mem::replace(&mut row[at], Field::Unread) else { continue };
                    let mut rest = list.trim_start_matches('[').trim_end_matches(']');
                    buffer.digits(first_item(&mut rest));
                    for _ in 1..lengths[at] {
                        if let Some((_, buffer)) = columns.next() {
                            buffer.digits(first_item(&mut rest));
                        }
                    }
                }
            }
        }
    }

    /// The metadata of the file.
    fn metadata(&self, headings: &[Heading]) -> Vec<KeyValue> {
        let experiment = &self.plan.experiment;
        let column =
            |heading: &Heading| json!({"name": heading.name, "type": heading.values.word(), "unit": heading.unit, "doc": heading.doc});
        let columns: Vec<_> = headings.iter().map(column).collect();
        let pairs = [
            ("treebench.version", env!("CARGO_PKG_VERSION").to_owned()),
            ("treebench.experiment", experiment.name.clone()),
            ("treebench.kind", experiment.kind.name.to_owned()),
            ("treebench.question", experiment.metadata.question.clone()),
            ("treebench.config", experiment.resolved_toml.clone()),
            ("treebench.columns", serde_json::Value::Array(columns).to_string()),
        ];
        let warnings = (!self.warnings.is_empty()).then(|| ("treebench.warnings", self.warnings.join("\n")));
        pairs.into_iter().chain(warnings).map(|(key, value)| KeyValue::new(key.to_owned(), value)).collect()
    }
}

/// Takes the first item off a list of numbers; an empty text if there is none. The lists are short, so that looking at every byte is fastest.
fn first_item<'l>(list: &mut &'l str) -> &'l str {
    let end = list.bytes().position(|byte| byte == b',').unwrap_or(list.len());
    let item = &list[..end];
    *list = list.get(end + 1..).unwrap_or_default();
    item.trim()
}

fn schema(headings: &[Heading]) -> Result<TypePtr> {
    let field = |heading: &Heading| -> Result<TypePtr> {
        let (physical, logical) = match heading.values {
            Values::Boolean => (Physical::BOOLEAN, None),
            Values::Integer => (Physical::INT64, None),
            Values::Number => (Physical::DOUBLE, None),
            Values::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let repetition = if heading.may_be_missing() { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        Ok(Arc::new(Type::primitive_type_builder(&heading.name, physical).with_repetition(repetition).with_logical_type(logical).build()?))
    };
    let fields = headings.iter().map(field).collect::<Result<Vec<_>>>()?;
    Ok(Arc::new(Type::group_type_builder("record").with_fields(fields).build()?))
}

/// Writes groups of rows as they come, then the end of the file.
fn encode(mut writer: SerializedFileWriter<&mut (dyn Write + Send)>, groups: &mpsc::Receiver<Vec<Buffer>>) -> Result<()> {
    for group in groups {
        let mut rows = writer.next_row_group()?;
        for buffer in group {
            let mut column = rows.next_column()?.ok_or_else(|| ParquetError::General("the schema has fewer columns".to_owned()))?;
            buffer.write(&mut column)?;
            column.close()?;
        }
        rows.close()?;
    }
    writer.close().map(drop)
}

/// An error of the writer: that of the file below it, if it is one.
fn failed(error: ParquetError) -> ExportError {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => ExportError::Write(*error),
            Err(other) => ExportError::Write(io::Error::other(other)),
        },
        other => ExportError::Write(io::Error::other(other)),
    }
}
