//! One record as the values of its columns.

use crate::{Column, Field};
use rusqlite::types::ValueRef;

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

/// Reads a row of a query: the fields of the columns at these places, of which the first is in the query's column `first`; the others are
/// [`Field::Unread`].
///
/// # Errors
/// If the query has fewer columns, or one of them holds neither a number nor a text.
pub fn fields_of(columns: &[Column], wanted: &[usize], first: usize, row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    let mut fields = vec![Field::Unread; columns.len()];
    for (i, &place) in wanted.iter().enumerate() {
        fields[place] = match row.get_ref(first + i)? {
            ValueRef::Integer(n) => Field::Integer(n),
            ValueRef::Real(x) => Field::Real(x),
            ValueRef::Null => columns[place].default(),
            // The table's types allow only text otherwise.
            text => Field::Text(text.as_str()?.to_owned()),
        };
    }
    Ok(fields)
}
