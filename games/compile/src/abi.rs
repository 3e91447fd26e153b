//! The interface of native code: the context, the layout of memory, and the words of a trace.

pub(crate) mod areas;
pub(crate) mod context;
pub(crate) mod trace;
