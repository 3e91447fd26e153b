//! Test games.
