//! Random play by whole moves: all candidates are counted, one is drawn by its rank and completed.
//!
//! The search for candidates leaves a *record* for each entry state with steps that end candidates: the number of candidates up to here,
//! the sets of those steps, and a *node*, the last link of the chain of steps that led there. Where steps are only assumed (see `lookahead`), a
//! record has their squares instead of the sets, and the node before them.

mod trace;
mod records;
mod nodes;
mod trials;
mod counts;
mod last_step;
mod lookahead;
mod assumed_steps;
pub(super) mod search;
mod references;
mod chains;
mod single_options;
mod draw;
mod candidates;
