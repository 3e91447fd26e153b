//! Parameters of games and agents: what `#[derive(Params)]` produces and what a TOML table is checked against.
//!
//! A parameter has a name in kebab case, a default, an optional range, one line of documentation and, where a paper
//! defines it, the source. Reading order: `value` (what a parameter can hold), `spec` (what is allowed), `values`
//! (a checked set), `field` (the Rust types a field can have), `error`.

mod error;
mod field;
mod spec;
mod value;
mod values;

pub use error::ParamError;
pub use field::{ParamChoice, ParamField, field_value};
pub use spec::{ParamSpec, Params, Range, resolve};
pub use value::{Kind, Value};
pub use values::Values;
