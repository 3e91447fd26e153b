//! The columns of an export: the same for CSV and Parquet.

use super::Export;
use crate::experiment::Role;
use crate::store::format::record_id;
use crate::store::{ColumnType, StoreError};
use treebench_games::params::Value;

/// The type of a column's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    Boolean,
    Integer,
    Number,
    Text,
}

impl Values {
    /// The narrowest kind that holds all of these.
    fn common<'v>(mut values: impl Iterator<Item = &'v Value>) -> Values {
        let of = |value: &Value| match value {
            Value::Bool(_) => Values::Boolean,
            Value::Int(_) => Values::Integer,
            Value::Float(_) => Values::Number,
            Value::Text(_) => Values::Text,
        };
        let first = values.next().map_or(Values::Text, of);
        values.map(of).fold(first, |common, next| match (common, next) {
            (a, b) if a == b => a,
            (Values::Integer, Values::Number) | (Values::Number, Values::Integer) => Values::Number,
            _ => Values::Text,
        })
    }

    /// The word in `bench export --describe` and in the metadata of a Parquet file.
    pub(super) fn word(self) -> &'static str {
        match self {
            Values::Boolean => "boolean",
            Values::Integer => "integer",
            Values::Number => "number",
            Values::Text => "text",
        }
    }
}

/// A column.
pub(super) struct Heading {
    pub(super) name: String,
    pub(super) values: Values,
    pub(super) unit: &'static str,
    pub(super) doc: String,
    pub(super) from: Source,
}

/// The source of a column's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Id,
    Key,
    Axis(usize),
    Task,
    /// Whether the task counts.
    Counts,
    /// The remarks on the cell.
    Remarks,
    Derived(usize),
    Field(usize),
    /// A value of a list; the columns of one list are neighbours, in order.
    Item(usize, usize),
}

impl Heading {
    /// Whether it is a text that all records of a cell share.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self.from, Source::Key | Source::Axis(_))
    }

    /// Whether a record may have no value here.
    pub(super) fn may_be_missing(&self) -> bool {
        matches!(self.from, Source::Item(..) | Source::Axis(_)) || matches!(self.from, Source::Derived(_)) && self.values == Values::Number
    }
}

impl Export<'_> {
    pub(super) fn headings(&self) -> Result<Vec<Heading>, StoreError> {
        let heading = |name: &str, values, doc: &str, from| Heading { name: name.to_owned(), values, unit: "", doc: doc.to_owned(), from };
        let mut all = vec![
            heading("id", Values::Text, "The task: the beginning of its cell's key and its number.", Source::Id),
            heading("key", Values::Text, "The cell's key, a hash of everything that its games depend on.", Source::Key),
        ];
        let axes = self.plan.experiment.cells.first().map_or(&[][..], |cell| &cell.axes[..]);
        for (place, axis) in axes.iter().enumerate() {
            // The prefix keeps the axis `iterations` apart from the iterations that were spent.
            let name = format!("axis.{}", axis.name());
            let values = self.plan.experiment.cells.iter().filter_map(|cell| cell.axes[place].exact.as_ref());
            let doc = match axis.role() {
                Role::Budget { key: "time", .. } => "The cell's place on this axis of the grid, in seconds.",
                _ => "The cell's place on this axis of the grid.",
            };
            all.push(heading(&name, Values::common(values), doc, Source::Axis(place)));
        }
        all.push(heading("task", Values::Integer, "The task's number in its cell, from 0.", Source::Task));
        if self.marks_counted() {
            let doc = "1 if the task counts; 0 if it was played past the decision that ended its cell and is excluded from statistics.";
            all.push(heading("counts", Values::Integer, doc, Source::Counts));
        }
        if !self.remarks.is_empty() {
            let doc = "Caveats of a mean of the cell's records, such as that it grew while it was looked at.";
            all.push(heading("remarks", Values::Text, doc, Source::Remarks));
        }
        for (place, derived) in self.derived.iter().enumerate() {
            let values = match derived.kind {
                ColumnType::Integer => Values::Integer,
                ColumnType::Real => Values::Number,
                ColumnType::Text | ColumnType::List => Values::Text,
            };
            all.push(heading(&derived.name, values, &derived.doc, Source::Derived(place)));
        }
        let lengths = self.lengths()?;
        for (place, column) in self.columns() {
            let field = |name: String, values, from| Heading { name, values, unit: column.unit, doc: column.doc.to_owned(), from };
            match column.kind {
                ColumnType::Integer => all.push(field(column.name.to_owned(), Values::Integer, Source::Field(place))),
                ColumnType::Real => all.push(field(column.name.to_owned(), Values::Number, Source::Field(place))),
                ColumnType::Text => all.push(field(column.name.to_owned(), Values::Text, Source::Field(place))),
                ColumnType::List => {
                    let values = if column.whole_items { Values::Integer } else { Values::Number };
                    let item = |item| field(format!("{}.{item}", column.name), values, Source::Item(place, item));
                    all.extend((0..lengths[place]).map(item));
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
        let lists: Vec<usize> = self.columns().filter(|(_, column)| column.kind == ColumnType::List).map(|(place, _)| place).collect();
        let wanted: Vec<String> = lists.iter().map(|&place| format!("\"{}\"", store.table.columns[place].name)).collect();
        let mut read = || -> rusqlite::Result<()> {
            if lists.is_empty() {
                return Ok(());
            }
            let sql = format!("SELECT {} FROM \"{}\" WHERE id >= ? AND id < ?", wanted.join(", "), store.table.name);
            let mut statement = store.connection.prepare(&sql)?;
            for number in numbers.iter().flatten() {
                let range = [record_id(*number, 0), record_id(*number, self.plan.experiment.games_per_cell)];
                let mut rows = statement.query(range)?;
                while let Some(row) = rows.next()? {
                    for (i, &place) in lists.iter().enumerate() {
                        longest[place] = longest[place].max(items(row.get_ref(i)?.as_str_or_null()?.unwrap_or_default()));
                    }
                }
            }
            Ok(())
        };
        read().map_err(|error| store.fails(error))?;
        Ok(longest)
    }
}

/// The number of values of a list, which are numbers.
fn items(list: &str) -> usize {
    let inside = list.trim().trim_start_matches('[').trim_end_matches(']');
    if inside.trim().is_empty() { 0 } else { 1 + inside.bytes().filter(|&byte| byte == b',').count() }
}

#[cfg(test)]
mod tests {
    use super::items;

    #[test]
    fn items_are_counted() {
        assert_eq!(["[]", "", "[ ]", "[1]", "[0.5,0.5]", "[1, 0, 3]"].map(items), [0, 0, 0, 1, 2, 3]);
    }
}
