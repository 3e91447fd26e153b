//! The run directory: the records in one SQLite file, and files that document their origin.
//!
//! | file | content |
//! |---|---|
//! | `results.sqlite` | one table of cells, one of builds, one of machines, and one of records with the columns that the kind declares |
//! | `resolved.toml` | the experiment with every default written out |
//! | `plan.json` | every cell of the plan, for programs that read the records without treebench |
//! | `provenance.json` | one entry per invocation: build, machine, command line |
//! | `run.lock` | locked by the writing process |
//! | `begun` | while tasks are played that may come out otherwise the next time: those that were begun |
//!
//! A record is added in a transaction and never changed; when a failed task is played again, the failed record moves to a separate table. Records of
//! cells that are no longer in the plan stay but are not read; reports and exports state their number.

mod error;
mod lock;
mod format;
mod results;
mod build;
mod builds;
mod finished_tasks;
mod rows;
mod writer;
mod history;
mod ledger;
mod looks;
mod omitted_cells;
mod attempts;
mod journal;
mod open;
mod fresh_run;
mod files;
mod host;
mod processors;
mod ranges;
mod statements;
mod provenance;
mod export;
mod merge;

pub use attempts::{Attempt, Attempts, Failures};
pub use build::Build;
pub use builds::{Builds, Verification};
pub use error::StoreError;
pub use export::{ColumnDescription, DerivedColumn, Export, ExportError, ExportFormat};
pub use files::{LockedFile, PROVENANCE, RESOLVED, RESULTS, SET_ASIDE, write_atomically};
pub use finished_tasks::{FinishedTasks, OmittedRecords, TaskNumbers};
pub use format::FORMAT;
pub use history::History;
pub use host::{Host, host_name, physical_cores};
pub use journal::{Journal, settle_begun};
pub use ledger::{contested_tasks, deleted_rows};
pub use lock::{LOCK, LockHolder};
pub use merge::{MergeError, MergeSummary, Merger};
pub use omitted_cells::other_cells;
pub use processors::Machine;
pub use provenance::{Invocation, finish_invocation, in_seconds, invocations, now, start_invocation};
pub use ranges::Ranges;
pub use results::{Store, StoredCell};
pub use rows::Rows;
pub use statements::Statements;
use treebench_records::fields_of;
pub(crate) use treebench_records::record;
pub use treebench_records::{Column, ColumnType, DamagedRow, Field, Record, Row, Table, Value, hash_row};
pub use writer::{Records, RefusedRecord};
