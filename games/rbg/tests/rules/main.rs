//! Rules files, from their text to native code, in one program: it links once, and its tests share the cores to the end.

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
mod layers;
mod parse;
mod passes;
mod rules_files;
mod searches;
mod split;
mod views;
