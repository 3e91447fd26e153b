//! Runs from end to end: what is played is stored, found again, the same on any number of threads, and sound after a kill.

mod agents;
mod builds;
mod engines;
mod changed;
mod openings;
mod games;
mod setup;

mod failures;
mod kill;
mod parquet;
mod repeat;
mod shards;
mod stop;
mod directory;
mod summary;
