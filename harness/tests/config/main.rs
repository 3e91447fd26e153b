//! Experiment files: what they resolve to, how errors are shown, the table of keys, the files in `configs/`, `states-as`,
//! hostile input.

mod support;

mod calibration;
mod errors;
mod experiments;
mod hostile;
mod hypothesis;
mod keys;
mod mutants;
mod openings;
mod shipped;
mod stop;
