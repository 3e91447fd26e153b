//! Values as TOML, for resolved copies.

use treebench_games::params::Value;

/// A value, or a table of values.
#[derive(Clone)]
pub(crate) enum Toml {
    /// A key that is left out.
    Missing,
    /// A value on one line.
    Value(String),
    /// The keys of a table in their order.
    Table(Vec<(String, Toml)>),
    /// A list of tables, each under its own header.
    Tables(Vec<Toml>),
}

impl Toml {
    /// A list on one line.
    pub(crate) fn list(items: impl IntoIterator<Item = Toml>) -> Toml {
        let items: Vec<String> = items.into_iter().map(|item| item.inline()).collect();
        Toml::Value(format!("[{}]", items.join(", ")))
    }

    /// A text in quotes.
    pub(crate) fn text(text: &str) -> Toml {
        Toml::Value(quoted(text))
    }

    /// A parameter value.
    pub(crate) fn param(value: &Value) -> Toml {
        match value {
            Value::Text(text) => Toml::text(text),
            other => Toml::Value(other.to_string()),
        }
    }

    /// On one line.
    pub(crate) fn inline(&self) -> String {
        match self {
            Toml::Missing => String::new(),
            Toml::Value(text) => text.clone(),
            Toml::Table(keys) => {
                let keys = keys.iter().filter(|(_, value)| !matches!(value, Toml::Missing));
                let keys: Vec<String> = keys.map(|(name, value)| format!("{} = {}", key(name), value.inline())).collect();
                format!("{{ {} }}", keys.join(", "))
            }
            Toml::Tables(items) => Toml::list(items.iter().cloned()).inline(),
        }
    }

    /// As the value of a key at the top of a document: a table has a header, and its tables have headers below it.
    pub(crate) fn section(&self, name: &str) -> String {
        match self {
            Toml::Missing => String::new(),
            Toml::Value(text) => format!("\n{name} = {text}\n"),
            Toml::Table(keys) => {
                let is_below = |value: &Toml| matches!(value, Toml::Table(_) | Toml::Tables(_));
                let below = keys.iter().filter(|(_, value)| is_below(value));
                let below: String = below.map(|(key_name, value)| value.section(&format!("{name}.{}", key(key_name)))).collect();
                let lines = keys.iter().filter_map(|(name, value)| match value {
                    Toml::Value(text) => Some(format!("{} = {text}\n", key(name))),
                    _ => None,
                });
                let lines: String = lines.collect();
                if lines.is_empty() { below } else { format!("\n[{name}]\n{lines}{below}") }
            }
            Toml::Tables(items) => {
                let each = |item: &Toml| match item {
                    Toml::Table(keys) => {
                        let lines = keys.iter().filter(|(_, value)| !matches!(value, Toml::Missing));
                        let lines: String = lines.map(|(name, value)| format!("{} = {}\n", key(name), value.inline())).collect();
                        format!("\n[[{name}]]\n{lines}")
                    }
                    _ => String::new(),
                };
                items.iter().map(each).collect()
            }
        }
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A name as a key: quoted where it must be.
pub(crate) fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if bare { name.to_owned() } else { quoted(name) }
}
