//! A set of named values.

use super::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Named values, sorted by name, so that equal sets print and hash alike. A copy costs nothing: a
/// plan of many cells holds each set once.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values(Arc<BTreeMap<String, Value>>);

impl Values {
    /// Sets a value, replacing an earlier one.
    pub fn set(&mut self, name: impl Into<String>, value: Value) {
        Arc::make_mut(&mut self.0).insert(name.into(), value);
    }

    /// The value with this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// All of them, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(String, Value)> for Values {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(pairs: I) -> Self {
        Values(Arc::new(pairs.into_iter().collect()))
    }
}

impl fmt::Display for Values {
    /// `name=value, name=value`, sorted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{name}={value}")?;
        }
        Ok(())
    }
}
