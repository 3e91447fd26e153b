//! Groups of parameters of `mcts`: playouts and RAVE.

mod playouts;
mod rave;

pub(super) use playouts::{PlayoutParts, Playouts, SearchShape};
pub(super) use rave::RaveParams;
