//! Records: structs whose declaration gives columns, writing and reading.

use crate::{Column, Field, Row, Value};
use std::fmt;

/// A record whose declaration gives its columns, its writing and its reading; [`record!`](crate::record!) makes one.
pub trait Record: Default {
    /// The columns in order.
    const COLUMNS: &'static [Column];

    /// The record as a row.
    fn into_row(self) -> Row;

    /// Reads a row into this record and re-uses its memory. Columns that were not asked for get their default.
    ///
    /// # Errors
    /// If a field is not of its column's type, or the row is too short: names the column. The record is then partly overwritten.
    fn read(&mut self, row: &Row) -> Result<(), DamagedRow> {
        self.read_only(row, |_| true)
    }

    /// As [`Record::read`], but the other columns get their default, which takes less time than to read them.
    ///
    /// # Errors
    /// As [`Record::read`], for the columns that are read.
    fn read_only(&mut self, row: &Row, wanted: fn(&str) -> bool) -> Result<(), DamagedRow>;

    /// Reads a row.
    ///
    /// # Errors
    /// As [`Record::read`].
    fn from_row(row: &Row) -> Result<Self, DamagedRow> {
        let mut record = Self::default();
        record.read(row)?;
        Ok(record)
    }
}

/// A row that cannot be read, because something other than this program wrote or changed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DamagedRow {
    /// The first column that does not hold a value of its type.
    pub column: &'static str,
}

impl fmt::Display for DamagedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "its record cannot be read: column `{}` is damaged", self.column)
    }
}

impl std::error::Error for DamagedRow {}

/// Reads the field at `place` and moves on. For the code that [`record!`](crate::record!) writes.
#[doc(hidden)]
pub fn read_field<T: Value>(
    value: &mut T,
    columns: &'static [Column],
    row: &Row,
    place: &mut usize,
    wanted: fn(&str) -> bool,
) -> Result<(), DamagedRow> {
    let column = columns[*place].name;
    match row.get(*place) {
        Some(Field::Unread) => *value = T::default(),
        Some(_) if !wanted(column) => *value = T::default(),
        field => field.and_then(|field| value.read(field)).ok_or(DamagedRow { column })?,
    }
    *place += 1;
    Ok(())
}

/// Declares a record: a struct with public, documented fields, each a column of the same name. After a field's type its column may
/// be described further, as in `micros: Vec<u64> [.unit("µs").measured()]`, with the methods of [`Column`].
#[macro_export]
macro_rules! record {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident {
        $($(#[doc = $doc:literal])+ $field:ident: $type:ty $([$($description:tt)+])?),+ $(,)?
    }) => {
        $(#[$attribute])*
        #[derive(Clone, PartialEq, Debug, Default)]
        $visibility struct $name {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        impl $crate::Record for $name {
            const COLUMNS: &'static [$crate::Column] =
                &[$($crate::Column::of::<$type>(stringify!($field), concat!($($doc),+)) $($($description)+)?),+];

            fn into_row(self) -> $crate::Row {
                vec![$($crate::Value::into_field(self.$field)),+]
            }

            fn read_only(&mut self, row: &$crate::Row, wanted: fn(&str) -> bool) -> Result<(), $crate::DamagedRow> {
                let mut place = 0;
                $($crate::read_field(&mut self.$field, Self::COLUMNS, row, &mut place, wanted)?;)+
                Ok(())
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ColumnType;

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
            assert_eq!(Sample::from_row(&row), Err(DamagedRow { column }));
        }
        assert_eq!(Sample::from_row(&sample().into_row()[..3].to_vec()), Err(DamagedRow { column: "list" }));
    }
}
