//! Shapes of single values: texts, names, numbers, times.

use super::{Shape, scalar};
use crate::config::Diagnostics;
use crate::config::duration::{DURATION, PATTERN, parse_duration};
use crate::config::key::KindTable;
use crate::config::key_path::{KeyPath, Part, Step};
use crate::config::wire::Located;
use figment::value::Value;
use serde_json::{Value as Json, json};
use std::time::Duration;
use treebench_games::params::Value as Param;

/// A text.
pub(crate) struct Text;

impl Shape for Text {
    type Value = Located<String>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<String>> {
        match scalar(value) {
            Some(Param::Text(text)) => Some(Located::new(text, at.clone())),
            _ => {
                diagnostics.wrong(at, "a text in quotes", value);
                None
            }
        }
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": "string" })
    }

    fn words(&self) -> String {
        "text".to_owned()
    }
}

/// A text that is also the name of a folder: letters, digits, `-`, `_` and `.`, a letter or digit first.
pub(crate) struct FolderName;

impl Shape for FolderName {
    type Value = Located<String>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<String>> {
        let name = Text.read(value, at, diagnostics)?;
        let good = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.value.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.value.chars().all(good) {
            return Some(name);
        }
        let message =
            format!("`{}` must be made of letters, digits, `-`, `_` and `.`, a letter or digit first, not \"{}\"", at.name(), name.value);
        diagnostics.add(at, Part::Value, message);
        None
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_.-]*$" })
    }

    fn words(&self) -> String {
        "letters, digits, `-`, `_`, `.`".to_owned()
    }
}

/// The name of a kind. Whether there is such a kind is checked when the experiment is resolved.
pub(crate) struct KindName;

impl Shape for KindName {
    type Value = Located<String>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<String>> {
        Text.read(value, at, diagnostics)
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        json!({ "enum": kinds.iter().map(|kind| kind.name).collect::<Vec<_>>() })
    }

    fn words(&self) -> String {
        "a kind".to_owned()
    }
}

/// One of a few words.
pub(crate) struct Choice(pub(crate) &'static [&'static str]);

impl Shape for Choice {
    type Value = Located<String>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<String>> {
        let word = Text.read(value, at, diagnostics)?;
        if self.0.contains(&word.value.as_str()) {
            return Some(word);
        }
        let message = format!("`{}` is not one of the words for `{}`", word.value, at.name());
        diagnostics.add(at, Part::Value, message).suggest(&word.value, self.0.iter().copied());
        None
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "enum": self.0 })
    }

    fn words(&self) -> String {
        self.0.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
    }
}

/// A whole number between two limits, both included.
pub(crate) struct Whole {
    pub(crate) min: u64,
    /// `i64::MAX`, TOML's largest, for no limit.
    pub(crate) max: u64,
}

/// TOML's largest whole number.
pub(crate) const UNLIMITED: u64 = i64::MAX as u64;

impl Shape for Whole {
    type Value = Located<u64>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<u64>> {
        match scalar(value) {
            Some(Param::Int(i)) if u64::try_from(i).is_ok_and(|i| (self.min..=self.max).contains(&i)) => {
                Some(Located::new(i.unsigned_abs(), at.clone()))
            }
            _ => {
                diagnostics.wrong(at, &format!("a {}", self.words()), value);
                None
            }
        }
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        let mut schema = json!({ "type": "integer", "minimum": self.min });
        if self.max != UNLIMITED {
            schema["maximum"] = json!(self.max);
        }
        schema
    }

    fn words(&self) -> String {
        if self.max == UNLIMITED {
            format!("whole number of at least {}", self.min)
        } else {
            format!("whole number from {} to {}", self.min, self.max)
        }
    }
}

/// A number of seconds between two limits, both included.
pub(crate) struct Seconds {
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Shape for Seconds {
    type Value = f64;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<f64> {
        let seconds = value.to_f64().or_else(|| value.to_i128().map(|seconds| seconds as f64));
        let seconds = seconds.filter(|seconds| (self.min..=self.max).contains(seconds));
        if seconds.is_none() {
            diagnostics.wrong(at, &format!("a {}", self.words()), value);
        }
        seconds
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": "number", "minimum": self.min, "maximum": self.max })
    }

    fn words(&self) -> String {
        format!("number of seconds from {} to {}", self.min, self.max)
    }
}

/// A duration with its unit.
pub(crate) struct Time;

impl Shape for Time {
    type Value = Located<Duration>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<Duration>> {
        let time = value.as_str().and_then(|text| parse_duration(text).ok());
        if time.is_none() {
            diagnostics.wrong(at, DURATION, value);
        }
        time.map(|time| Located::new(time, at.clone()))
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": "string", "pattern": PATTERN })
    }

    fn words(&self) -> String {
        "time with its unit (`ns`, `us`, `ms`, `s`, `min`, `h`)".to_owned()
    }
}

/// A value that a parameter can have.
pub(crate) struct Scalar;

impl Shape for Scalar {
    type Value = Located<Param>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<Param>> {
        let found = scalar(value);
        if found.is_none() {
            let error = diagnostics.wrong(at, "a single value", value);
            if value.as_array().is_some() && matches!(at.steps().last(), Some(Step::Key(_))) {
                error.help("the values of an agent or a game that are to be tried are lists in its table `sweep`");
            }
        }
        found.map(|value| Located::new(value, at.clone()))
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": ["boolean", "number", "string"] })
    }

    fn words(&self) -> String {
        "value".to_owned()
    }
}

/// A number between two limits.
pub(crate) struct Number {
    pub(crate) min: f64,
    pub(crate) max: f64,
    /// Whether the limits themselves are left out.
    pub(crate) open: bool,
}

impl Shape for Number {
    type Value = Located<f64>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<f64>> {
        let number = match scalar(value) {
            Some(Param::Int(whole)) => Some(whole as f64),
            Some(Param::Float(number)) => Some(number),
            _ => None,
        };
        let inside = |x: &f64| if self.open { self.min < *x && *x < self.max } else { (self.min..=self.max).contains(x) };
        let number = number.filter(inside);
        if number.is_none() {
            diagnostics.wrong(at, &format!("a {}", self.words()), value);
        }
        number.map(|number| Located::new(number, at.clone()))
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        let [min, max] = if self.open { ["exclusiveMinimum", "exclusiveMaximum"] } else { ["minimum", "maximum"] };
        json!({ "type": "number", min: self.min, max: self.max })
    }

    fn words(&self) -> String {
        if self.open {
            format!("number above {} and below {}", self.min, self.max)
        } else {
            format!("number from {} to {}", self.min, self.max)
        }
    }
}
