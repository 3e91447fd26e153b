//! The optimised intermediate form: what a segment computes, as operations on sets of squares.
//!
//! A segment of the rules walks from one square along all ways at once. Instead of visiting square after square, it is turned
//! into operations on whole sets, one value per node of the automaton: a shift moves a set, `{p}` intersects it with the squares
//! of a piece, alternatives are united, a loop runs until nothing is added, a pattern becomes the set of all squares from which
//! it can be walked, found backwards from its end. What can be known from the board alone is computed here, once: all
//! squares that shifts can reach from a square become a row of a table, a slider's path a ray.
//!
//! The modules are listed in the order of their use. `walk` and `pattern` call one another because patterns contain patterns.

pub mod relation;
pub mod op;
pub mod values;
mod build;
mod paths;
pub mod lower;
mod components;
mod walk;
mod pattern;
pub mod segment;

pub use lower::Unsupported;
pub use op::{Item, LoopId, Op, RegionId, RegionKind, ValueId};
pub use relation::{Relation, SquareSet};
pub use segment::{Exit, Segment};
pub use values::Values;
