//! `[experiment]`.

use super::Located;
use crate::config::key::required;
use crate::config::section::Section as _;
use crate::config::shape::{FolderName, KindName};
use serde_json::{Value as Json, json};
use treebench_macros::Section;

/// `[experiment]`.
#[derive(Clone, Debug, Default, Section)]
pub(crate) struct ExperimentWire {
    /// The name; results go to `results/NAME`, under a profile to `results/NAME-PROFILE`.
    #[key(required = "name = \"my-experiment\"")]
    pub(crate) name: Option<Located<FolderName>>,
    /// What is measured.
    #[key(required = "kind = \"match\"")]
    pub(crate) kind: Option<Located<KindName>>,
    /// Tasks in every cell. The candidate of a match takes every seat in turn on the same seed, so this is a multiple of the number of players.
    #[key(range = 1.., otherwise = "required, unless a table of the kind sets the number")]
    pub(crate) games_per_cell: Option<Located<u32>>,
    /// The seed of all randomness.
    #[key(default = 0)]
    pub(crate) seed: u64,
    /// The question that the experiment answers.
    #[key(otherwise = "the first paragraph of the comment at the top")]
    pub(crate) question: Option<String>,
    /// The paper that it reproduces; `bench claims` lists the claims of every paper together.
    pub(crate) paper: Option<String>,
    /// The agent that the others are compared with if agents do not meet (`search`).
    #[key(otherwise = "the first agent")]
    pub(crate) baseline: Option<Located<String>>,
    /// CSV files with printed values, relative to this file (see [Printed values](#printed-values)).
    #[key(name = "reference")]
    pub(crate) references: Vec<Located<String>>,
}

/// What an experiment is about; nothing depends on it.
#[derive(Clone, Debug, Default)]
pub struct ExperimentMetadata {
    /// The question that the experiment answers: the comment at the top of the TOML file, or `question = "…"`.
    pub question: String,
    /// The paper that it reproduces; may be empty.
    pub paper: String,
}

impl From<&ExperimentWire> for ExperimentMetadata {
    fn from(wire: &ExperimentWire) -> ExperimentMetadata {
        ExperimentMetadata { question: wire.question.clone().unwrap_or_default(), paper: wire.paper.clone().unwrap_or_default() }
    }
}

/// Requires the name and the kind of an experiment in the schema. A file with includes may leave them to those.
pub(super) fn require_names(schema: &mut Json) {
    schema["if"] = json!({ "required": ["experiment"], "not": { "required": ["include"] } });
    schema["then"] = json!({ "properties": { "experiment": { "required": required(ExperimentWire::KEYS) } } });
}
