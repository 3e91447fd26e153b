//! stub

/// stub
pub struct Report;
