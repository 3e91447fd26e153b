//! Single values: texts, names, times; values with their place; tables under names.

use super::{Field, Preset, Shape};
use crate::config::duration::{DURATION, PATTERN, duration_text, parse_duration};
use crate::config::key::{Description, Key, KindTable, Limits};
use crate::config::key_path::KeyPath;
use crate::config::layer::{Part, Step};
use crate::config::toml_text::Toml;
use serde_json::json;
use std::ops::Deref;
use std::time::Duration;
use treebench_agents::{TIME_CONTROL, TimeControl};
use treebench_games::params::Value as Param;

/// A value and its place.
#[derive(Clone, Debug)]
pub(crate) struct Located<T> {
    pub(crate) value: T,
    pub(crate) at: KeyPath,
}

impl<T> Located<T> {
    pub(crate) fn new(value: T, at: KeyPath) -> Self {
        Located { value, at }
    }

    /// Another value at the same place.
    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Located<U> {
        Located { value: f(self.value), at: self.at }
    }
}

impl<T: Shape> Shape for Located<T> {
    const TITLE: &'static str = T::TITLE;
    const BELOW: &'static [Key] = T::BELOW;

    fn read(field: &Field<'_>) -> Option<Located<T>> {
        Some(Located::new(T::read(field)?, field.at.clone()))
    }

    fn toml(&self) -> Toml {
        self.value.toml()
    }

    fn describe(limits: &Limits, kinds: &[KindTable]) -> Description {
        T::describe(limits, kinds)
    }
}

impl<T: Preset> Preset for Located<T> {
    type Preset = T::Preset;

    fn preset(value: T::Preset, at: &KeyPath) -> Located<T> {
        Located::new(T::preset(value, at), at.clone())
    }
}

/// A table under its name; `None` if it has errors, which have been reported: the name is known all the same.
#[derive(Clone, Debug)]
pub(crate) struct NamedTable<T>(pub(crate) Option<T>);

impl<T> Deref for NamedTable<T> {
    type Target = Option<T>;

    fn deref(&self) -> &Option<T> {
        &self.0
    }
}

impl<T: Shape> Shape for NamedTable<T> {
    const TITLE: &'static str = T::TITLE;
    const BELOW: &'static [Key] = T::BELOW;

    fn read(field: &Field<'_>) -> Option<NamedTable<T>> {
        Some(NamedTable(T::read(field)))
    }

    fn toml(&self) -> Toml {
        self.as_ref().map_or(Toml::Missing, T::toml)
    }

    fn describe(limits: &Limits, kinds: &[KindTable]) -> Description {
        T::describe(limits, kinds)
    }
}

/// A text.
impl Shape for String {
    fn read(field: &Field<'_>) -> Option<String> {
        match field.scalar() {
            Some(Param::Text(text)) => Some(text),
            _ => {
                field.wrong("a text in quotes");
                None
            }
        }
    }

    fn toml(&self) -> Toml {
        Toml::text(self)
    }

    fn describe(_limits: &Limits, _kinds: &[KindTable]) -> Description {
        Description::value(json!({ "type": "string" }), "text")
    }
}

impl Preset for String {
    type Preset = &'static str;

    fn preset(value: &'static str, _at: &KeyPath) -> String {
        value.to_owned()
    }
}

/// Whether a name may contain this character: letters, digits and marks of any script, `-` and `_`. Invisible characters are refused.
pub(crate) fn is_in_names(c: char) -> bool {
    let invisible =
        c.is_whitespace() || c.is_control() || matches!(c, '\u{ad}' | '\u{2000}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{ffff}');
    if c.is_ascii() { c.is_ascii_alphanumeric() || "-_".contains(c) } else { !invisible }
}

/// The pattern of a [`FolderName`], for editors: no other ASCII characters, and no white space.
const FOLDER_NAME: &str = r"^[^\x00-/:-@\[-`{-\x7f\s][^\x00-,/:-@\[-^`{-\x7f\s]*$";

/// A text that is also the name of a folder: letters and digits of any script, `-`, `_` and `.`, a letter or digit first.
#[derive(Clone, Debug)]
pub(crate) struct FolderName(pub(crate) String);

impl Shape for FolderName {
    fn read(field: &Field<'_>) -> Option<FolderName> {
        let name = String::read(field)?;
        if name.starts_with(char::is_alphanumeric) && name.chars().all(|c| is_in_names(c) || c == '.') {
            return Some(FolderName(name));
        }
        let at = &field.at;
        let message = format!("`{}` must be made of letters, digits, `-`, `_` and `.`, a letter or digit first, not \"{name}\"", at.name());
        at.refuse(Part::Value, message);
        None
    }

    fn toml(&self) -> Toml {
        self.0.toml()
    }

    fn describe(_limits: &Limits, _kinds: &[KindTable]) -> Description {
        Description::value(json!({ "type": "string", "pattern": FOLDER_NAME }), "letters, digits, `-`, `_`, `.`")
    }
}

/// The name of a kind. Whether there is such a kind is checked when the experiment is resolved.
#[derive(Clone, Debug)]
pub(crate) struct KindName(pub(crate) String);

impl Shape for KindName {
    fn read(field: &Field<'_>) -> Option<KindName> {
        String::read(field).map(KindName)
    }

    fn toml(&self) -> Toml {
        self.0.toml()
    }

    fn describe(_limits: &Limits, kinds: &[KindTable]) -> Description {
        Description::value(json!({ "enum": kinds.iter().map(|kind| kind.name).collect::<Vec<_>>() }), "a kind")
    }
}

/// A duration with its unit.
impl Shape for Duration {
    fn read(field: &Field<'_>) -> Option<Duration> {
        let time = field.value.as_str().and_then(|text| parse_duration(text).ok());
        if time.is_none() {
            field.wrong(DURATION);
        }
        time
    }

    fn toml(&self) -> Toml {
        Toml::text(&duration_text(*self))
    }

    fn describe(_limits: &Limits, _kinds: &[KindTable]) -> Description {
        Description::value(json!({ "type": "string", "pattern": PATTERN }), "time with its unit (`ns`, `us`, `ms`, `s`, `min`, `h`)")
    }
}

impl Preset for Duration {
    type Preset = Duration;

    fn preset(value: Duration, _at: &KeyPath) -> Duration {
        value
    }
}

/// A time control.
impl Shape for TimeControl {
    fn read(field: &Field<'_>) -> Option<TimeControl> {
        let control = field.value.as_str().and_then(|text| TimeControl::parse(text).ok());
        if control.is_none() {
            field.wrong(TIME_CONTROL);
        }
        control
    }

    fn toml(&self) -> Toml {
        Toml::text(&self.to_string())
    }

    fn describe(_limits: &Limits, _kinds: &[KindTable]) -> Description {
        Description::value(json!({ "type": "string" }), "clock, such as `\"40/60+0.6\"`")
    }
}

/// A parameter value.
impl Shape for Param {
    fn read(field: &Field<'_>) -> Option<Param> {
        let found = field.scalar();
        if found.is_none() {
            let is_swept = field.at.steps().contains(&&Step::Key("sweep".to_owned()));
            if is_swept && field.value.as_dict().is_some() {
                let name = field.at.name();
                field
                    .wrong("a list of values")
                    .help(format_args!("write {name} = [0.2, 0.5, 1.0]; a range such as {{ from = 0.1, to = 2.0 }} is for [tune.NAME]"));
                return None;
            }
            let mut error = field.wrong("a single value");
            if field.value.as_array().is_some() && matches!(field.at.steps().last(), Some(Step::Key(_))) {
                error.help("values to try for an agent or a game are lists in its table `sweep`");
            }
        }
        found
    }

    fn toml(&self) -> Toml {
        Toml::param(self)
    }

    fn describe(_limits: &Limits, _kinds: &[KindTable]) -> Description {
        Description::value(json!({ "type": ["boolean", "number", "string"] }), "value")
    }
}
