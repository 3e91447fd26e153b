//! The shape of `[profile.NAME]`: any part of an experiment, so that it is made of the table of keys itself.

use super::diagnostics::Diagnostics;
use super::key::{AnyKey, KindTable, properties};
use super::key_path::KeyPath;
use super::keys;
use super::schema;
use super::shape::{Files, Shape};
use figment::value::Value;
use serde_json::{Value as Json, json};

/// Profiles, each of which may say any part of an experiment. They are taken out before documents are merged.
pub(crate) struct Profiles;

impl Shape for Profiles {
    type Value = ();

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<()> {
        Files.read(value, at, diagnostics)
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        let sections: Vec<&dyn AnyKey> = keys::TOP.iter().copied().filter(|key| !["include", "profile"].contains(&key.name())).collect();
        let mut covering = properties(&sections, kinds);
        covering.extend(schema::settings(kinds));
        json!({ "type": "object", "additionalProperties": { "type": "object", "properties": covering, "additionalProperties": false } })
    }

    fn words(&self) -> String {
        "tables".to_owned()
    }
}
