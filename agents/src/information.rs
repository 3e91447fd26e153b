//! Games of imperfect information: what agents see of them, and searches of information sets.

mod cfr;
mod mo_ismcts;
mod pimc;
mod sets;
mod limited_sight;
mod tree;

pub use cfr::{Cfr, Strategy, solve};
pub use tree::{GameTree, SizeError};

pub(crate) use cfr::CfrAgent;
pub(crate) use limited_sight::LimitedSight;
pub(crate) use mo_ismcts::MoIsmcts;
pub(crate) use pimc::Pimc;
