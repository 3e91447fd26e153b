//! One document: its values as figment merges them, and the place of each in the text.

use super::error::Place;
use figment::value::{Dict, Map, Value};
use figment::{Metadata, Profile, Provider};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// One step down into a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The value of a key.
    Key(String),
    /// An item of a list, from 0.
    Index(usize),
}

/// The half of `key = value` that an error points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The key.
    Key,
    /// The value.
    Value,
}

/// A source text.
pub(crate) struct Text {
    /// The file, or `--set`, or the environment variable.
    pub(crate) name: String,
    /// The text itself.
    pub(crate) text: String,
}

/// The place of a value, and of the values inside it.
#[derive(Clone, Default)]
pub(crate) struct Spans {
    key: Option<Range<usize>>,
    value: Range<usize>,
    table: BTreeMap<String, Spans>,
    list: Vec<Spans>,
}

/// When a layer applies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// Unless covered by a profile or an override.
    Base,
    /// Only when this profile is chosen.
    Profile(String),
    /// Always, over everything else.
    Override,
}

impl Reach {
    /// The name of the profile, if it is one.
    pub(crate) fn profile(&self) -> Option<&str> {
        match self {
            Reach::Profile(name) => Some(name),
            Reach::Base | Reach::Override => None,
        }
    }
}

/// A document, or the part of one that belongs to a profile.
#[derive(Clone)]
pub(crate) struct Layer {
    pub(crate) text: Rc<Text>,
    pub(crate) origin: String,
    pub(crate) reach: Reach,
    /// The folder to which paths in this document are relative.
    pub(crate) folder: PathBuf,
    pub(crate) values: Dict,
    pub(crate) spans: Spans,
}

impl Provider for Layer {
    fn metadata(&self) -> Metadata {
        Metadata::named(self.text.name.clone())
    }

    fn data(&self) -> Result<Map<Profile, Dict>, figment::Error> {
        let profile = match &self.reach {
            Reach::Base => Profile::Default,
            Reach::Profile(name) => Profile::new(name),
            Reach::Override => Profile::Global,
        };
        Ok(Map::from([(profile, self.values.clone())]))
    }
}

impl Text {
    /// The place of a range of bytes.
    pub(crate) fn place(&self, origin: &str, range: &Range<usize>) -> Place {
        let start = floor(&self.text, range.start);
        let line_start = self.text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |i| start + i);
        let end = floor(&self.text, range.end).clamp(start, line_end);
        Place {
            source: self.name.clone(),
            origin: origin.to_owned(),
            line: 1 + self.text[..start].matches('\n').count(),
            column: 1 + self.text[line_start..start].chars().count(),
            text: self.text[line_start..line_end].trim_end_matches('\r').to_owned(),
            width: self.text[start..end].trim_end().chars().count().max(1),
        }
    }

    /// The source as a whole.
    pub(crate) fn whole(&self, origin: &str) -> Place {
        let source = self.name.clone();
        Place { source, origin: origin.to_owned(), line: 0, column: 0, text: String::new(), width: 0 }
    }
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl Layer {
    /// The place of the key or the value at this path, if this document has it.
    pub(crate) fn place(&self, steps: &[Step], part: Part) -> Option<Place> {
        let mut spans = &self.spans;
        for step in steps {
            spans = match step {
                Step::Key(key) => spans.table.get(key)?,
                Step::Index(index) => spans.list.get(*index)?,
            };
        }
        let range = match (part, &spans.key) {
            (Part::Key, Some(key)) => key,
            // A table's own span is that of its header, with brackets; its key reads better.
            (Part::Value, Some(key)) if spans.value.is_empty() || !spans.table.is_empty() => key,
            _ => &spans.value,
        };
        if steps.is_empty() { Some(self.text.whole(&self.origin)) } else { Some(self.text.place(&self.origin, range)) }
    }

    /// The part of this document below one key of a table, as a document.
    pub(crate) fn below(&self, table: &str, key: &str, values: Dict, origin: String, reach: Reach) -> Layer {
        let spans = self.spans.table.get(table).and_then(|spans| spans.table.get(key)).cloned().unwrap_or_default();
        Layer { text: Rc::clone(&self.text), origin, reach, folder: self.folder.clone(), values, spans }
    }
}

/// A TOML value that no key accepts.
pub(crate) struct InvalidValue {
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
}

/// Converts a parsed document to values and spans.
pub(crate) fn convert(table: &Spanned<DeTable<'_>>, unfit: &mut Vec<InvalidValue>) -> (Dict, Spans) {
    let mut values = Dict::new();
    let mut spans = Spans { value: table.span(), ..Spans::default() };
    for (key, value) in table.get_ref() {
        let Some((converted, mut below)) = convert_value(value, unfit) else { continue };
        below.key = Some(key.span());
        values.insert(key.get_ref().to_string(), converted);
        spans.table.insert(key.get_ref().to_string(), below);
    }
    (values, spans)
}

fn convert_value(value: &Spanned<DeValue<'_>>, unfit: &mut Vec<InvalidValue>) -> Option<(Value, Spans)> {
    let range = value.span();
    let spans = Spans { value: range.clone(), ..Spans::default() };
    let mut refuse = |message: String| {
        unfit.push(InvalidValue { range: range.clone(), message });
        None
    };
    match value.get_ref() {
        DeValue::String(text) => Some((Value::from(text.as_ref()), spans)),
        DeValue::Boolean(b) => Some((Value::from(*b), spans)),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Some((Value::from(number), spans)),
            Err(_) => refuse(format!("the number {number} exceeds 64 bits")),
        },
        DeValue::Float(number) => match number.as_str().parse::<f64>() {
            Ok(number) if !number.is_nan() => Some((Value::from(number), spans)),
            _ => refuse(format!("`{number}` is not a valid value of a parameter")),
        },
        DeValue::Datetime(date) => refuse(format!("no key takes a date or time such as {date}; write a text in quotes")),
        DeValue::Array(items) => Some(convert_list(items, spans, unfit)),
        DeValue::Table(table) => {
            let (values, below) = convert(&Spanned::new(range.clone(), table.clone()), unfit);
            Some((Value::from(values), Spans { table: below.table, ..spans }))
        }
    }
}

fn convert_list(items: &DeArray<'_>, mut spans: Spans, unfit: &mut Vec<InvalidValue>) -> (Value, Spans) {
    let mut values = Vec::new();
    for item in items.iter() {
        let Some((value, below)) = convert_value(item, unfit) else { continue };
        values.push(value);
        spans.list.push(below);
    }
    (Value::from(values), spans)
}
