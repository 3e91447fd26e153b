//! `[label]`.

use super::Located;
use crate::config::key::{Description, KindTable, Limits};
use crate::config::key_path::KeyPath;
use crate::config::layer::Part;
use crate::config::shape::{Field, Shape};
use crate::config::toml_text::Toml;
use serde_json::json;

/// Names with their labels.
#[derive(Clone, Debug)]
pub(crate) struct LabelsWire(pub(crate) Vec<(Located<String>, String)>, pub(crate) KeyPath);

impl LabelsWire {
    /// `1.41 = "√2"` and `uct.exploration = "C"` are nested tables in TOML.
    fn collect(&mut self, field: &Field<'_>, prefix: &str) {
        for (key, value) in field.table().into_iter().flatten() {
            let name = format!("{prefix}{key}");
            let field = field.key(key, value);
            if value.as_dict().is_some() {
                self.collect(&field, &format!("{name}."));
            } else if let Some(label) = <String as Shape>::read(&field) {
                if label.trim().is_empty() {
                    field.at.refuse(Part::Value, format!("the label of `{name}` is empty"));
                }
                self.0.push((Located::new(name, field.at), label));
            }
        }
    }
}

impl Shape for LabelsWire {
    fn read(field: &Field<'_>) -> Option<LabelsWire> {
        let mut labels = LabelsWire(Vec::new(), field.at.clone());
        labels.collect(field, "");
        Some(labels)
    }

    fn toml(&self) -> Toml {
        Toml::Table(self.0.iter().map(|(name, label)| (name.value.clone(), label.toml())).collect())
    }

    fn describe(_limits: &Limits, _kinds: &[KindTable]) -> Description {
        Description::value(json!({ "type": "object" }), "name = label")
    }
}
