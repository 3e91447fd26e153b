//! CSV: a header line and one line per record (RFC 4180 with line feeds).

use super::columns::{Source, Values};
use super::{Export, ExportError};
use crate::plan::Task;
use crate::store::Field;
use serde_json::Value;
use std::io::{self, Write};
use treebench_games::params::Value as Param;
use treebench_reports::csv_field;

impl Export<'_> {
    pub(super) fn csv(&self, out: &mut dyn Write) -> Result<u64, ExportError> {
        let headings = self.headings()?;
        let mut writer = csv::Writer::from_writer(out);
        writer.write_record(headings.iter().map(|heading| csv_field(&heading.name).into_owned())).map_err(written)?;
        let mut count = 0;
        let mut rows = self.rows()?;
        for (place, number, row) in rows.by_ref() {
            let cell = &self.plan.experiment.cells[place];
            let task = Task { cell: place as u32, number };
            let lists: Vec<Vec<Value>> = row.iter().map(list).collect();
            let fields = headings.iter().map(|heading| match (heading.from, heading.values) {
                (Source::Id, _) => self.plan.id(task),
                (Source::Key, _) => cell.key.to_string(),
                (Source::Axis(axis), Values::Number) => cell.axes[axis].number().map_or(String::new(), float),
                (Source::Axis(axis), _) => match &cell.axes[axis].exact {
                    None => String::new(),
                    Some(Param::Text(text)) => csv_field(text).into_owned(),
                    Some(value) => value.to_string(),
                },
                (Source::Task, _) => number.to_string(),
                (Source::Counts, _) => u8::from(self.counts(task)).to_string(),
                (Source::Remarks, _) => csv_field(&self.remarks[place]).into_owned(),
                (Source::Derived(at), values) => {
                    let text = (self.derived[at].value)(cell, number, &row, self.derived[at].index);
                    if values == Values::Number { text.parse().map_or(text, float) } else { csv_field(&text).into_owned() }
                }
                (Source::Field(at), _) => match &row[at] {
                    Field::Text(text) => csv_field(text).into_owned(),
                    Field::Real(x) => float(*x),
                    number => number.to_string(),
                },
                (Source::Item(at, item), Values::Number) => lists[at].get(item).and_then(Value::as_f64).map_or(String::new(), float),
                (Source::Item(at, item), _) => lists[at].get(item).map(Value::to_string).unwrap_or_default(),
            });
            writer.write_record(fields).map_err(written)?;
            count += 1;
        }
        rows.check()?;
        writer.flush()?;
        Ok(count)
    }
}

/// The error of the writer below: a closed pipe must be told from a failure.
fn written(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// The values of a list; none of anything else.
fn list(field: &Field) -> Vec<Value> {
    match field {
        Field::Text(text) if text.starts_with('[') => serde_json::from_str(text).unwrap_or_default(),
        _ => Vec::new(),
    }
}

/// A number with a point: readers guess the type of a column from its first lines.
fn float(x: f64) -> String {
    format!("{x:?}")
}
