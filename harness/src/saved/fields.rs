//! One field of a record as text and as a TOML value. In CSV, a list is numbers separated by spaces.

use crate::store::{Column, ColumnType, Field};
use toml::Value;

/// Reads what [`Field`]'s `Display` wrote.
///
/// # Errors
/// The expected text.
pub(super) fn of_text(column: &Column, text: &str) -> Result<Field, String> {
    let field = match column.kind {
        ColumnType::Integer => text.parse().ok().map(Field::Integer),
        ColumnType::Real => text.parse().ok().map(Field::Real),
        ColumnType::Text | ColumnType::List => Some(Field::Text(text.to_owned())),
    };
    field.ok_or_else(|| format!("`{}` must be a number, not `{text}`", column.name))
}

/// Reads what [`to_csv`] wrote.
///
/// # Errors
/// As [`of_text`].
pub(super) fn of_csv(column: &Column, text: &str) -> Result<Field, String> {
    match column.kind {
        ColumnType::List => Ok(Field::Text(format!("[{}]", text.replace(' ', ",")))),
        _ => of_text(column, text),
    }
}

/// A field as the text of a CSV column.
pub(super) fn to_csv(column: &Column, field: &Field) -> String {
    let text = field.to_string();
    match column.kind {
        ColumnType::List => text.trim_matches(['[', ']']).replace(',', " "),
        _ => text,
    }
}

/// Reads what [`to_toml`] wrote.
///
/// # Errors
/// The expected value.
pub(super) fn of_toml(column: &Column, value: &Value) -> Result<Field, String> {
    let field = match (column.kind, value) {
        (ColumnType::Integer, Value::Integer(number)) => Some(Field::Integer(*number)),
        (ColumnType::Real, Value::Float(number)) => Some(Field::Real(*number)),
        (ColumnType::Text, Value::String(text)) => Some(Field::Text(text.clone())),
        (ColumnType::List, Value::Array(items)) if items.iter().all(|item| item.is_integer() || item.is_float()) => {
            Some(Field::Text(format!("[{}]", items.iter().map(Value::to_string).collect::<Vec<_>>().join(","))))
        }
        _ => None,
    };
    let expected = match column.kind {
        ColumnType::Integer => "a whole number",
        ColumnType::Real => "a number",
        ColumnType::Text => "a text",
        ColumnType::List => "a list of numbers",
    };
    field.ok_or_else(|| format!("`{}` must be {expected}, not `{value}`", key(column)))
}

/// A field as a TOML value.
pub(super) fn to_toml(column: &Column, field: &Field) -> Value {
    match (column.kind, field) {
        (_, Field::Integer(number)) => Value::Integer(*number),
        (_, Field::Real(number)) => Value::Float(*number),
        (ColumnType::List, Field::Text(text)) => text.parse::<Value>().unwrap_or_else(|_| Value::String(text.clone())),
        (_, Field::Text(text)) => Value::String(text.clone()),
        (_, Field::Unread) => Value::String(String::new()),
    }
}

/// The key of a column in TOML.
pub(super) fn key(column: &Column) -> String {
    column.name.replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Record as _, record};

    record! {
        struct Every {
            /// A count.
            a_count: u64,
            /// A number.
            number: f64,
            /// A text.
            text: String,
            /// A list.
            list: Vec<f64>,
        }
    }

    #[test]
    fn every_type_is_read_back_from_text_and_toml() {
        let list = vec![1.0, -0.5, 1e-7];
        let row = Every { a_count: 7, number: 0.1, text: "a, \"b\"\n".to_owned(), list }.into_row();
        for (column, field) in Every::COLUMNS.iter().zip(&row) {
            assert_eq!(of_text(column, &field.to_string()), Ok(field.clone()));
            assert_eq!(of_csv(column, &to_csv(column, field)), Ok(field.clone()));
            let read = of_toml(column, &to_toml(column, field)).unwrap();
            assert!(Every::COLUMNS[3].name == column.name || read == *field, "{read}");
        }
        assert_eq!((to_csv(&Every::COLUMNS[3], &row[3]), key(&Every::COLUMNS[0])), ("1 -0.5 0.0000001".to_owned(), "a-count".to_owned()));
        assert!(of_text(&Every::COLUMNS[1], "x").unwrap_err().contains("`number` must be a number"));
        assert!(of_toml(&Every::COLUMNS[0], &Value::Boolean(true)).unwrap_err().contains("`a-count` must be a whole number"));
    }
}
