//! Groups of parameters of `mcts` and of other agents with many choices: playouts, RAVE, and the game's own knowledge.

mod knowledge;
mod playouts;
mod proofs;
mod rave;

pub(super) use knowledge::{PolicyParams, PriorParams};
pub(super) use playouts::{PlayoutKind, PlayoutParts, Playouts, SearchShape};
pub(super) use proofs::ProvingSearch;
pub(super) use rave::RaveParams;
