//! JSON lines: one object per record; lists are arrays.

use super::{Export, ExportError};
use crate::experiment::value_json;
use crate::plan::Task;
use crate::store::{Column, ColumnType, Field};
use serde_json::{Map, Value, json};
use std::io::Write;

impl Export<'_> {
    pub(super) fn jsonl(&self, out: &mut dyn Write) -> Result<u64, ExportError> {
        let columns: Vec<(usize, &Column)> = self.columns().collect();
        let mut count = 0;
        let mut rows = self.rows()?;
        for (place, number, row) in rows.by_ref() {
            let cell = &self.plan.experiment.cells[place];
            let task = Task { cell: place as u32, number };
            let axes = cell.axes.iter().filter_map(|at| Some((at.name().to_owned(), value_json(at.exact.as_ref()?))));
            let axes: Map<String, Value> = axes.collect();
            let mut object = Map::new();
            object.insert("id".to_owned(), json!(self.plan.id(task)));
            object.insert("key".to_owned(), json!(cell.key.to_string()));
            object.insert("axes".to_owned(), Value::Object(axes));
            object.insert("task".to_owned(), json!(number));
            if self.marks_counted() {
                object.insert("counts".to_owned(), json!(u8::from(self.counts(task))));
            }
            if let Some(remarks) = self.remarks.get(place) {
                object.insert("remarks".to_owned(), json!(remarks));
            }
            for derived in &self.derived {
                let text = (derived.value)(cell, number, &row, derived.index);
                let value = match derived.kind {
                    ColumnType::Integer => json!(text.parse::<i64>().ok()),
                    ColumnType::Real => json!(text.parse::<f64>().ok()),
                    ColumnType::Text | ColumnType::List => json!(text),
                };
                object.insert(derived.name.clone(), value);
            }
            for &(i, column) in columns.iter().filter(|(i, column)| !column.leaves_out(&row[*i])) {
                let value = match &row[i] {
                    Field::Integer(n) => json!(n),
                    Field::Real(x) => json!(x),
                    Field::Text(text) if column.kind == ColumnType::List && column.whole_items => {
                        serde_json::from_str(text).unwrap_or_else(|_| json!(text))
                    }
                    // Readers guess a type from the first lines: 1.0 and not 1.
                    Field::Text(text) if column.kind == ColumnType::List => {
                        serde_json::from_str::<Vec<f64>>(text).map_or_else(|_| json!(text), |items| json!(items))
                    }
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
