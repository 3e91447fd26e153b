//! Emission of instructions for sets, squares, segments and steps.

pub(crate) mod tables;
pub(crate) mod code;
pub(crate) mod sets;
pub(crate) mod select;
pub(crate) mod chunks;
pub(crate) mod images;
pub(crate) mod points;
pub(crate) mod windows;
pub(crate) mod fill;
pub(crate) mod rays;
pub(crate) mod patterns;
pub(crate) mod random;
pub(crate) mod steps;
pub(crate) mod values;
pub(crate) mod segment;
pub(crate) mod exit_counts;
pub(crate) mod joint_counts;
pub(crate) mod bounds;
