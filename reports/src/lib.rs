//! Writes a report as files: pictures, data files and tables for papers and terminals.
//!
//! | question | file |
//! |---|---|
//! | the parts of a report | [`model`] |
//! | the outputs, and writing them | [`output`] |
//! | how a figure becomes shapes, and shapes become SVG and PNG | `draw` |
//! | the page that steps through games | [`games`] |
//! | why a path cannot be read or written | `reason` |
//! | how numbers, names and cells become text | `text`, `cells` |
//! | whether a browser can show the page | `testing` |
//!
//! This crate knows no game, no agent and no configuration. The same report gives the same bytes.
//!
//! ```
//! use treebench_reports::model::{Cell, Column, Report, Section, Table};
//!
//! let table = Table::new("wins", "Games won")
//!     .column(Column::text("game"))
//!     .column(Column::number("win rate").unit("%"))
//!     .row(["breakthrough".into(), Cell::interval(62.5, 59.4, 65.6, 1)]);
//! let mut report = Report::new("Quickstart");
//! report.sections.push(Section::new("grid", "The grid").block(table));
//! assert!(treebench_reports::output::terminal::render(&report, 80, false).contains("62.5 ± 3.1"));
//! ```

pub mod model;
mod reason;
mod text;
mod cells;
mod error;
mod draw;
pub mod output;
pub mod games;
pub mod testing;

pub use cells::{p_value, p_words};
pub use error::Error;
pub use model::{Report, Section, Verdict};
pub use output::html::html;
pub use output::{Output, outputs, write_all};
pub use reason::reason;
pub use text::{csv_field, few_digits, readable, signed};
