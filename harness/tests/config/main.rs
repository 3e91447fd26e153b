//! Experiment files: what they resolve to, how errors are shown, the table of keys, the files in `configs/`, `states-as`,
//! hostile input, and the kinds `playout` and `search` from end to end.

mod support;

mod calibration;
mod cost;
mod errors;
mod experiments;
mod figure;
mod hostile;
mod hypothesis;
mod keys;
mod label;
mod misspelt;
mod mutants;
mod openings;
mod rules_files;
mod searches;
mod shipped;
mod stop;
mod warnings;
