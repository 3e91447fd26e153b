//! Columns: what a field of a record is called, how it is stored, and what it means.

use crate::{ColumnType, Field, Value};

/// A column of the table in which a kind stores its records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name: the SQL column, the CSV heading, the JSON key.
    pub name: &'static str,
    /// How its values are stored.
    pub kind: ColumnType,
    /// The unit of its values; empty for counts and texts.
    pub unit: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// Whether the value is a pure function of the plan's entry under a counted budget; measured times are not.
    pub reproducible: bool,
    /// Whether summaries leave it out. Skipping long texts makes reports of large runs several times faster.
    pub detail: bool,
    /// Whether records were stored before the column existed. Those have the default of its type (0, an empty text or list), which must mean
    /// what they were; hashes and JSON lines leave it out where it has this value, so that old and new records of equal games are equal.
    pub added: bool,
    /// Whether the items of a list are whole numbers.
    pub whole_items: bool,
    /// Whether an empty list means that the record has no result.
    pub result: bool,
}

impl Column {
    /// The column of a field of this type: reproducible, without a unit, read by summaries.
    pub const fn of<T: Value>(name: &'static str, doc: &'static str) -> Column {
        Column {
            name,
            kind: T::TYPE,
            unit: "",
            doc: doc.trim_ascii_start(),
            reproducible: true,
            detail: false,
            added: false,
            whole_items: T::WHOLE_ITEMS,
            result: false,
        }
    }

    /// The same column under another name, for names that are keywords of Rust.
    pub const fn named(self, name: &'static str) -> Column {
        Column { name, ..self }
    }

    /// The same column with a unit.
    pub const fn unit(self, unit: &'static str) -> Column {
        Column { unit, ..self }
    }

    /// The same column for values that are measured and differ from run to run.
    pub const fn measured(self) -> Column {
        Column { reproducible: false, ..self }
    }

    /// The same column, left out by summaries.
    pub const fn detail(self) -> Column {
        Column { detail: true, ..self }
    }

    /// The same column, which records of older versions lack. It must come after all that they have.
    pub const fn added(self) -> Column {
        Column { added: true, ..self }
    }

    /// The same column of lists, empty in records without a result.
    pub const fn result(self) -> Column {
        Column { result: true, ..self }
    }

    /// What records that lack the column have in it.
    pub fn default(&self) -> Field {
        match self.kind {
            ColumnType::Integer => Field::Integer(0),
            ColumnType::Real => Field::Real(0.0),
            ColumnType::Text => Field::Text(String::new()),
            ColumnType::List => Field::Text("[]".to_owned()),
        }
    }

    /// Whether hashes and JSON lines leave a value out.
    pub fn leaves_out(&self, field: &Field) -> bool {
        self.added && *field == self.default()
    }

    /// Its definition in SQL.
    pub fn sql(&self) -> String {
        let (kind, default) = match self.kind {
            ColumnType::Integer => ("INTEGER", "0"),
            ColumnType::Real => ("REAL", "0"),
            ColumnType::Text => ("TEXT", "''"),
            ColumnType::List => ("TEXT", "'[]'"),
        };
        let default = if self.added { format!(" DEFAULT {default}") } else { String::new() };
        format!("\"{}\" {kind} NOT NULL{default}", self.name)
    }
}

/// A kind's table: its name and its columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    /// The name, which is that of the kind.
    pub name: &'static str,
    /// The columns in order.
    pub columns: &'static [Column],
}

impl Table {
    /// Whether the table has a text column `message` that says what failed, and is empty if nothing did.
    pub fn tells_failures(&self) -> bool {
        self.columns.iter().any(|column| column.name == "message" && column.kind == ColumnType::Text)
    }

    /// Whether a record has no result.
    pub fn is_without_result(&self, row: &[Field]) -> bool {
        let of = |wanted: fn(&Column) -> bool| self.columns.iter().zip(row).filter(move |(column, _)| wanted(column));
        let failed = of(|column| column.name == "message").any(|(column, message)| *message != column.default());
        failed && of(|column| column.result).all(|(column, list)| *list == column.default())
    }

    /// The condition in SQL for a record without a result; `None` if all have one.
    pub fn without_result(&self) -> Option<String> {
        let empty = self.columns.iter().filter(|column| column.result).map(|column| format!(" AND \"{}\" = '[]'", column.name));
        self.tells_failures().then(|| format!("message <> ''{}", empty.collect::<String>()))
    }
}
