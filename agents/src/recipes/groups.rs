//! Sets of parameters that several agents share.

mod playouts;
mod rave;

pub(super) use playouts::{PlayoutKind, Playouts, SearchShape};
pub(super) use rave::RaveParams;
