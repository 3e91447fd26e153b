//! Shared parts of verbs.
//!
//! | question | file |
//! |---|---|
//! | which experiment, which run directory | `experiment` |
//! | an experiment to be played, with which options | `playing` |
//! | playing its missing tasks, and what is said of it | `session` |
//! | playing one shard of it | `shard` |
//! | making and writing a report | `write_report` |
//! | the files that an earlier one left in a folder | `file_list` |
//! | which game, which agent, with which parameters | `named` |
//! | a rules file to check, format or draw | `rules_file` |
//! | one turn of an agent | `turn` |
//! | serving as an engine | `serving` |
//! | the catalogue of games and agents | `catalogue` |
//! | the runs and results files below a folder | `collection` |
//! | what distinguishes runs of one experiment | `run_differences` |
//! | options whose values are the words of an enum | `choice` |

pub(super) mod experiment;
mod origin;
pub(super) mod playing;
pub(super) mod session;
pub(super) mod shard;
pub(super) mod write_report;
pub(super) mod file_list;
pub(super) mod game_args;
pub(super) mod rules_file;
pub(super) mod turn;
pub(super) mod serving;
pub(super) mod catalogue;
pub(super) mod collection;
pub(super) mod run_differences;
pub(super) mod choice;
