//! What the games with chess pieces share.

pub(crate) mod attacks;
