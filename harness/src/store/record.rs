//! Columns, rows and records: the store's view of what a kind measures.
//!
//! A kind declares its record once, with [`record!`](crate::store::record): the fields with their types, units and documentation. The
//! declaration gives the SQL columns, the headings of exports, and typed writing and reading.

use super::Value;
use std::fmt;

/// How the values of a column are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// A whole number: INTEGER.
    Integer,
    /// A number: REAL.
    Real,
    /// A text: TEXT.
    Text,
    /// A list of numbers: TEXT that holds JSON.
    List,
}

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
    pub(super) fn sql(&self) -> String {
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
    /// Whether the table has a text column `message` that says why a record has no result, and is empty if it has one.
    pub(super) fn tells_failures(&self) -> bool {
        self.columns.iter().any(|column| column.name == "message" && column.kind == ColumnType::Text)
    }
}

/// One stored value.
#[derive(Clone, PartialEq, Debug)]
pub enum Field {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// A text, or a list as JSON.
    Text(String),
    /// The column was not asked for.
    Unread,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Field::Integer(n) => n.fmt(f),
            Field::Real(x) => x.fmt(f),
            Field::Text(text) => f.write_str(text),
            Field::Unread => Ok(()),
        }
    }
}

/// The record of a task: one field per column.
pub type Row = Vec<Field>;

/// Adds the reproducible part of a row to a hash, so that no two rows give the same bytes: equal tasks have equal hashes, whenever and
/// wherever they were played.
pub fn hash_row(columns: &[Column], row: &Row, hasher: &mut blake3::Hasher) {
    for (field, _) in row.iter().zip(columns).filter(|(field, column)| column.reproducible && !column.leaves_out(field)) {
        match field {
            Field::Integer(n) => hasher.update(b"i").update(&n.to_le_bytes()),
            Field::Real(x) => hasher.update(b"r").update(&x.to_le_bytes()),
            Field::Text(text) => hasher.update(b"t").update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes()),
            Field::Unread => hasher.update(b"u"),
        };
    }
}

/// A record whose declaration gives its columns, its writing and its reading; `record!` makes one.
pub trait Record: Default {
    /// The columns in order.
    const COLUMNS: &'static [Column];

    /// The record as a row.
    fn into_row(self) -> Row;

    /// Reads a row into this record and re-uses its memory. Columns that were not asked for get their default.
    ///
    /// # Errors
    /// If a field is not of its column's type, or the row is too short: names the column. The record is then partly overwritten.
    fn read(&mut self, row: &Row) -> Result<(), Damaged> {
        self.read_only(row, |_| true)
    }

    /// As [`Record::read`], but the other columns get their default, which takes less time than to read them.
    ///
    /// # Errors
    /// As [`Record::read`], for the columns that are read.
    fn read_only(&mut self, row: &Row, wanted: fn(&str) -> bool) -> Result<(), Damaged>;

    /// Reads a row.
    ///
    /// # Errors
    /// As [`Record::read`].
    fn from_row(row: &Row) -> Result<Self, Damaged> {
        let mut record = Self::default();
        record.read(row)?;
        Ok(record)
    }
}

/// A row that cannot be read, because something other than this program wrote or changed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Damaged {
    /// The first column that does not hold a value of its type.
    pub column: &'static str,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "its record cannot be read: column `{}` is damaged", self.column)
    }
}

impl std::error::Error for Damaged {}

/// Reads the field at `place` and moves on. For the code that [`record!`](crate::store::record) writes.
#[doc(hidden)]
pub fn read_field<T: Value>(
    value: &mut T,
    columns: &'static [Column],
    row: &Row,
    place: &mut usize,
    wanted: fn(&str) -> bool,
) -> Result<(), Damaged> {
    let column = columns[*place].name;
    match row.get(*place) {
        Some(Field::Unread) => *value = T::default(),
        Some(_) if !wanted(column) => *value = T::default(),
        field => field.and_then(|field| value.read(field)).ok_or(Damaged { column })?,
    }
    *place += 1;
    Ok(())
}

/// Declares a record: a struct with public, documented fields, each a column of the same name. After a field's type its column may
/// be described further, as in `micros: Vec<u64> [.unit("µs").measured()]`, with the methods of [`Column`].
macro_rules! record {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident {
        $($(#[doc = $doc:literal])+ $field:ident: $type:ty $([$($description:tt)+])?),+ $(,)?
    }) => {
        $(#[$attribute])*
        #[derive(Clone, PartialEq, Debug, Default)]
        $visibility struct $name {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        impl $crate::store::Record for $name {
            const COLUMNS: &'static [$crate::store::Column] =
                &[$($crate::store::Column::of::<$type>(stringify!($field), concat!($($doc),+)) $($($description)+)?),+];

            fn into_row(self) -> $crate::store::Row {
                vec![$($crate::store::Value::into_field(self.$field)),+]
            }

            fn read_only(&mut self, row: &$crate::store::Row, wanted: fn(&str) -> bool) -> Result<(), $crate::store::Damaged> {
                let mut place = 0;
                $($crate::store::read_field(&mut self.$field, Self::COLUMNS, row, &mut place, wanted)?;)+
                Ok(())
            }
        }
    };
}
pub(crate) use record;

#[cfg(test)]
mod tests {
    use super::*;

    record! {
        /// A record with a field of every type.
        struct Sample {
            /// A count,
            /// described on two lines.
            count: u32,
            /// A missing number.
            missing: Option<u32>,
            /// A measured number.
            seconds: f64 [.unit("s").measured()],
            /// A list.
            list: Vec<f64>,
            /// A text.
            kept: String [.named("move").detail()],
        }
    }

    fn sample() -> Sample {
        Sample { count: 7, missing: None, seconds: 0.25, list: vec![0.0, 0.5], kept: "a1".into() }
    }

    #[test]
    fn the_declaration_gives_the_columns() {
        let names: Vec<_> = Sample::COLUMNS.iter().map(|column| (column.name, column.kind, column.unit)).collect();
        let expected = [
            ("count", ColumnType::Integer, ""),
            ("missing", ColumnType::Integer, ""),
            ("seconds", ColumnType::Real, "s"),
            ("list", ColumnType::List, ""),
            ("move", ColumnType::Text, ""),
        ];
        assert_eq!(names, expected);
        assert_eq!(Sample::COLUMNS[0].doc, "A count, described on two lines.");
        let flags: Vec<_> = Sample::COLUMNS.iter().map(|column| (column.reproducible, column.detail)).collect();
        assert_eq!(flags, [(true, false), (true, false), (false, false), (true, false), (true, true)]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let row = sample().into_row();
        assert_eq!(row[1], Field::Integer(-1));
        assert_eq!(row[3], Field::Text("[0,0.5]".into()));
        assert_eq!(Sample::from_row(&row), Ok(sample()));
        let mut partly = row;
        partly[4] = Field::Unread;
        assert_eq!(Sample::from_row(&partly), Ok(Sample { kept: String::new(), ..sample() }));
    }

    #[test]
    fn a_damaged_row_is_refused_and_names_the_column() {
        let spoilt = [
            (0, Field::Integer(-1), "count"),
            (0, Field::Text("7".into()), "count"),
            (1, Field::Integer(-2), "missing"),
            (2, Field::Integer(1), "seconds"),
            (3, Field::Text("[0,x]".into()), "list"),
            (3, Field::Text("[0,1".into()), "list"),
            (4, Field::Real(1.0), "move"),
        ];
        for (place, field, column) in spoilt {
            let mut row = sample().into_row();
            row[place] = field;
            assert_eq!(Sample::from_row(&row), Err(Damaged { column }));
        }
        assert_eq!(Sample::from_row(&sample().into_row()[..3].to_vec()), Err(Damaged { column: "list" }));
    }
}
