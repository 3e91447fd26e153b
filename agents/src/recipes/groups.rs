//! Sets of parameters that several agents share.

mod playouts;
mod rave;

pub(super) use playouts::{PlayoutParts, Playouts, SearchShape};
pub(super) use rave::RaveParams;
