//! The optimised intermediate form: the computation of a segment as operations on sets of squares.
//!
//! A segment of the rules explores all paths from one square at once. Instead of visiting square after square, it is turned into operations
//! on whole sets, one value per node of the automaton: a shift moves a set, `{p}` intersects it with the squares of a piece, alternatives
//! are united, a loop runs until nothing is added, a pattern becomes the set of all squares from which it can be walked, computed backwards
//! from its end. Whatever the board alone determines is computed here, once: the squares that shifts can reach from a square become a row
//! of a table, a slider's path a ray.
//!
//! The modules are listed in the order of their use. `rays`, `walk` and `pattern` call one another because patterns contain patterns.

pub mod op;
pub mod values;
mod set_facts;
mod numbering;
mod builder;
mod offset_tests;
mod repeats;
mod walk_ends;
pub mod lower;
mod components;
mod rays;
mod walk;
mod pattern;
mod dead_steps;
pub mod segment;

pub use lower::LoweringError;
pub use op::{Body, Item, LoopId, Op, RegionId, RegionKind, ValueId};
pub use segment::{Exit, Place, Segment};
pub use values::Values;
