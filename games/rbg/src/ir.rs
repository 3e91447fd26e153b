//! The optimised intermediate form: what a segment computes, as operations on sets of squares.
//!
//! A segment of the rules walks from one square along all ways at once. Instead of visiting square after square, it is turned
//! into operations on whole sets, one value per node of the automaton: a shift moves a set, `{p}` intersects it with the squares
//! of a piece, alternatives are united, a loop runs until nothing is added, a pattern becomes the set of all squares from which
//! it can be walked, found backwards from its end. What can be known from the board alone is computed here, once: all
//! squares that shifts can reach from a square become a row of a table, a slider's path a ray.

mod build;
mod components;
mod graph;
pub mod op;
mod paths;
mod pattern;
pub mod relation;
pub mod segment;
pub mod values;

pub use op::{Item, LoopId, Op, RegionId, RegionKind, ValueId};
pub use relation::{Relation, SquareSet};
pub use segment::{Exit, Segment, Unsupported};
pub use values::Values;
