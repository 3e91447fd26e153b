//! Parameters of games and agents: the output of `#[derive(Params)]`, and the check of TOML tables.
//!
//! A parameter has a name in kebab case, a default, an optional range, one line of documentation and, where a paper defines it, the source.
//! Reading order: `values` (values and sets of values), `spec` (the allowed values), `field` (the Rust types of fields), `error`.

mod error;
mod field;
mod spec;
mod values;

pub use error::ParamError;
pub use field::{ParamChoice, ParamField, field_value};
pub use spec::{ParamSpec, Params, Range, resolve};
pub use values::{Kind, Value, Values};
