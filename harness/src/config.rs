//! From TOML to an experiment, with errors that show the place.
//!
//! | step | file |
//! |---|---|
//! | what a caller may ask for, and the whole way from a path to an experiment | `load` |
//! | a file, with what it includes | `files` |
//! | `--set` and environment variables as little documents of their own | `overrides` |
//! | one document: its values for figment, and where each of them stands | `layer` |
//! | all documents in the order in which they cover each other; faults found in them | `sources` |
//! | how a fault is shown | `error` |
//! | values of the right type, or a fault | `reader` |
//! | what an experiment file says, before any name is looked up | `wire` |
//! | merged values → wire types | `decode` |
//! | a budget in all the ways it can be written | `budget` |
//! | names with `*` | `pattern` |
//! | the same grammar for editors | `schema` |

mod error;
mod layer;
mod sources;
mod files;
mod overrides;
mod reader;
mod budget;
mod pattern;
mod decode;
mod load;
mod schema;
pub(crate) mod wire;

pub use error::{ConfigError, ConfigErrors, Place};
pub use load::{Calibrate, ENV_PREFIX, LoadOptions, Loaded, load};
pub use schema::schema;

pub(crate) use budget::budget_text;
pub(crate) use pattern::{is_pattern, matches};
pub(crate) use sources::{At, Faults, Part};
