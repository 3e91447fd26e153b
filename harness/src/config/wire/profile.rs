//! `include` and `[profile.NAME]`, which are removed before documents are merged: here the keys can only come from an override.

use super::Wire;
use crate::config::key::{Description, KindTable, Limits, properties};
use crate::config::layer::Part;
use crate::config::schema;
use crate::config::section::Section as _;
use crate::config::shape::{Field, Shape};
use crate::config::toml_text::Toml;
use serde_json::json;

/// The names of the two keys.
pub(crate) const FILES_ONLY: [&str; 2] = ["include", "profile"];

/// Files.
#[derive(Clone, Debug)]
pub(crate) struct Include;

impl Shape for Include {
    const TITLE: &'static str = "KEY";

    fn read(field: &Field<'_>) -> Option<Include> {
        field.at.refuse(Part::Key, format!("`{}` can only be set in a file", field.at.name()));
        None
    }

    fn toml(&self) -> Toml {
        Toml::Missing
    }

    fn describe(_limits: &Limits, _kinds: &[KindTable]) -> Description {
        let schema = json!({ "type": "array", "items": { "type": "string" } });
        Description::value(schema, "list of files")
    }
}

/// Profiles, each with any part of an experiment.
#[derive(Clone, Debug)]
pub(crate) struct Profiles;

impl Shape for Profiles {
    const TITLE: &'static str = "[KEY.NAME.…]";

    fn read(field: &Field<'_>) -> Option<Profiles> {
        Include::read(field).map(|_| Profiles)
    }

    fn toml(&self) -> Toml {
        Toml::Missing
    }

    fn describe(_limits: &Limits, kinds: &[KindTable]) -> Description {
        let mut covering = properties(Wire::KEYS.iter().filter(|key| !FILES_ONLY.contains(&key.name)), kinds);
        covering.extend(schema::of_kinds(kinds));
        let any = json!({ "type": "object", "properties": covering, "additionalProperties": false });
        let schema = json!({ "type": "object", "additionalProperties": any });
        Description::value(schema, "tables")
    }
}
