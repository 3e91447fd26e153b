//! Probes the identities of the interpreter's agents. Keys of cells depend on them.

use crate::config::Part;
use crate::embedding;
use crate::experiment::{Sections, unknown_scripts};
use std::collections::BTreeMap;

/// Adds the identities of all classes that have none in the file and are not `known`. A missing class is an error at its place, unless its absence is
/// `allowed`: then it is returned as a sentence.
pub(super) fn identify(sections: &Sections, known: &mut BTreeMap<String, String>, allowed: bool) -> Vec<String> {
    let mut absent = Vec::new();
    for (name, table, script) in unknown_scripts(&sections.document.wire) {
        if known.contains_key(name) {
            continue;
        }
        match embedding::identity(&script) {
            Ok(identity) => drop(known.insert(name.clone(), identity)),
            Err(message) if allowed => absent.push(format!("`{name}` is `{}`: {message}", script.class)),
            Err(message) => drop(table.at.key("python").refuse(Part::Value, message)),
        }
    }
    absent
}
