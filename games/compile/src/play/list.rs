//! Lists of the semimoves of a state.

mod codes;
pub(super) mod moves;
pub(super) mod steps;
