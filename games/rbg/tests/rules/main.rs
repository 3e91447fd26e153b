//! Tests of rules files, from their text to native code, in one program, which links once and whose tests share the cores until the last one ends.

mod boards;
mod changed_rules;
mod compare;
mod dead_ends;
mod engines;
mod errors;
mod flips;
mod graph;
mod hostile;
mod interpreter;
mod joint_counts;
mod layers;
mod parse;
mod passes;
mod rules_files;
mod searches;
mod split;
mod views;
mod usage;
