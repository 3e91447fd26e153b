//! One table of the resolved copy, and how values and names are written.

use crate::config::wire::TableWire;
use crate::config::{AnyKey, Key};
use treebench_games::params::{Value, Values};

/// A table of the resolved copy.
pub(super) struct Section<'k> {
    pub(super) header: String,
    /// The keys there are, for their order; none where names are made up.
    pub(super) keys: &'k [&'k dyn AnyKey],
    pub(super) lines: Vec<(String, String)>,
}

impl<'k> Section<'k> {
    /// The table that is the value of a key at the top.
    pub(super) fn of(key: &'static dyn AnyKey) -> Section<'k> {
        Section { keys: key.keys(), ..Section::named(key.name()) }
    }

    /// A table with this name, dots and quotes included.
    pub(super) fn named(name: &str) -> Section<'k> {
        Section { header: format!("[{name}]"), keys: &[], lines: Vec::new() }
    }

    pub(super) fn set<S>(&mut self, key: &Key<S>, value: String) {
        self.line(key.name.to_owned(), value);
    }

    pub(super) fn line(&mut self, key: String, value: String) {
        self.lines.push((key, value));
    }

    pub(super) fn values(&mut self, values: &Values) {
        values.iter().for_each(|(name, value)| self.line(name.to_owned(), toml(value)));
    }

    pub(super) fn sweep(&mut self, given: Option<&TableWire>) {
        for (name, values) in given.map_or(&[][..], |given| &given.sweep) {
            self.line(key(name), list(values.value.iter().map(|value| toml(&value.value))));
        }
    }

    pub(super) fn text(mut self) -> String {
        let place = |name: &str| self.keys.iter().position(|key| key.name() == name);
        self.lines.sort_by_key(|(name, _)| place(name));
        let lines: Vec<String> = self.lines.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
        format!("\n{}\n{}", self.header, lines.concat())
    }
}

pub(super) fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

pub(super) fn toml(value: &Value) -> String {
    match value {
        Value::Text(text) => quoted(text),
        other => other.to_string(),
    }
}

pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A name as a key of TOML, in quotes unless it is bare.
pub(crate) fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if bare { name.to_owned() } else { quoted(name) }
}
