//! Records: what a task leaves in a run directory, as columns and typed rows. Reading a million of them is most of the work of a report, so
//! they are a crate of their own, which is optimised where the harness is not.
//!
//! A kind declares its record once, with [`record!`]: the fields with their types, units and documentation. The declaration gives the SQL
//! columns, the headings of exports, and typed writing and reading.

mod field;
mod value;
mod column;
mod row;
mod record;

pub use column::{Column, Table};
pub use field::{ColumnType, Field};
pub use record::{DamagedRow, Record, read_field};
pub use row::{Row, fields_of, hash_row};
pub use value::Value;
