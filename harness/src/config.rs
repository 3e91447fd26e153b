//! From TOML to wire types, with errors that show the place.
//!
//! | step | file |
//! |---|---|
//! | the table of keys: every section, key, shape, default and meaning | `keys` |
//! | the types of which that table is made | `key`, `shape` |
//! | a file with everything that covers it, and the question in its first comment | `document` |
//! | one file and what it includes | `files` |
//! | `--set` and environment variables, each a document of its own | `overrides` |
//! | one document: its values for merging, and the place of each | `layer` |
//! | the path to a value; the errors found so far; how they are rendered | `key_path`, `diagnostics`, `error` |
//! | merged values → wire types, by the table of keys | `decode`, `wire` |
//! | the table of keys for editors and for people | `schema`, `reference` |
//! | durations, names with `*` | `duration`, `pattern` |
//!
//! figment only merges the documents. It could also deserialise the result, but then an error would name a key without its line, stop at
//! the first mistake, and accept the default of a misspelt key in flattened tables. So `decode` reads the merged values by the table of
//! keys, and looks up lines in the documents themselves.

mod key_path;
mod error;
mod layer;
mod diagnostics;
mod duration;
mod pattern;
pub(crate) mod wire;
mod shape;
mod key;
pub(crate) mod keys;
mod profiles;
mod decode;
mod files;
mod overrides;
mod document;
mod schema;
mod reference;

pub use document::question;
pub use duration::{DURATION, duration_text, parse_duration};
pub use error::{ConfigError, ConfigErrors, Note, Place};
pub use key::KindTable;
pub use overrides::ENV_PREFIX;
pub use reference::key_reference;
pub use schema::schema;

pub(crate) use decode::json;
pub(crate) use diagnostics::Diagnostics;
pub(crate) use document::{Document, Overrides, read};
pub(crate) use key::{AnyKey, Key};
pub(crate) use key_path::{KeyPath, Part};
pub(crate) use pattern::{is_pattern, matches};
