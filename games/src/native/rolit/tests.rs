//! The rules that need a position of their own.
