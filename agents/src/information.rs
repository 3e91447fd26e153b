//! Games of imperfect information: what agents see of them, and searches of information sets.

mod cfr;
mod mo_ismcts;
mod pimc;
mod sets;
mod sighted;
mod tree;

pub use cfr::{Cfr, Strategy, solve};
pub use tree::{GameTree, TooLarge};

pub(crate) use cfr::CfrAgent;
pub(crate) use mo_ismcts::MoIsmcts;
pub(crate) use pimc::Pimc;
pub(crate) use sighted::Sighted;
