//! A list as the text of its items, separated by spaces.

use crate::store::{ColumnType, Field, Value};
use std::fmt;
use std::str::FromStr;

/// A list in a column: what its items write, separated by spaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpacedList<T>(pub Vec<T>);

impl<T> Default for SpacedList<T> {
    fn default() -> Self {
        SpacedList(Vec::new())
    }
}

impl<T> FromIterator<T> for SpacedList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        SpacedList(items.into_iter().collect())
    }
}

impl<T: fmt::Display> fmt::Display for SpacedList<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, item) in self.0.iter().enumerate() {
            f.write_str(if place == 0 { "" } else { " " })?;
            item.fmt(f)?;
        }
        Ok(())
    }
}

impl<T: FromStr> FromStr for SpacedList<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        text.split_whitespace().map(str::parse).collect()
    }
}

/// Only the very text that the list writes is read, so that no two texts mean the same.
impl<T: fmt::Display + FromStr> Value for SpacedList<T> {
    const TYPE: ColumnType = ColumnType::Text;

    fn into_field(self) -> Field {
        Field::Text(self.to_string())
    }

    fn read(&mut self, field: &Field) -> Option<()> {
        let Field::Text(text) = field else { return None };
        *self = text.parse().ok().filter(|list: &Self| list.to_string() == *text)?;
        Some(())
    }
}
