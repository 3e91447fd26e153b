//! From TOML to wire types, with errors that give the place.
//!
//! | step | file |
//! |---|---|
//! | every table of a file: its keys, each with its type, default and meaning, declared once by `#[derive(Section)]` | `wire` |
//! | the parts of that declaration; the types of keys; tables with known keys | `key`, `shape`, `section` |
//! | a file with its overrides, and the question in its first comment | `document` |
//! | one file and what it includes | `files` |
//! | `--set` and environment variables, each a document of its own | `overrides` |
//! | one document: its values for merging, and the place of each | `layer` |
//! | the path to a value; the documents it leads to, with the errors so far; their rendering | `key_path`, `sources`, `error` |
//! | the sections to which a misplaced key could belong | `known_sections` |
//! | the declared keys for editors and readers; values as TOML | `schema`, `reference`, `toml_text` |
//! | durations, names with `*` | `duration`, `pattern` |
//!
//! figment only merges the documents. It could also deserialise the result, but then an error would name a key without its line, only the first error
//! would be reported, and a misspelt key in a flattened table would be accepted. Merged values are therefore read by the declaration, and lines are
//! looked up in the documents: a `KeyPath` leads to them and collects the errors.

mod error;
mod key;
mod known_sections;
mod layer;
mod sources;
mod key_path;
mod duration;
mod pattern;
mod toml_text;
mod shape;
mod section;
mod schema;
pub(crate) mod wire;
mod syntax;
mod files;
mod overrides;
mod document;
mod reference;

pub use document::question;
pub(crate) use document::question_in_comment;
pub use duration::{DURATION, duration_text, parse_duration};
pub use error::{ConfigError, ConfigErrors, Note, Place};
pub use key::KindTable;
pub use overrides::ENV_PREFIX;
pub use reference::{key_reference, schema};
pub use wire::{ExperimentMetadata, Measure};

pub(crate) use document::{Document, Overrides, UnchosenProfile, read};
pub(crate) use key::{Description, Key, Limits, Presence};
pub(crate) use key_path::KeyPath;
pub(crate) use layer::Part;
pub(crate) use pattern::{is_pattern, matches};
pub(crate) use section::{Fields, Section};
pub(crate) use shape::{Choice, Field, KindName, Preset, Shape, Word, choice, default_text, describe_choice, optional, read_choice};
pub(crate) use toml_text::{Toml, key as toml_key};
