//! Runs from end to end: games are stored and found again, are the same on any number of threads, and survive a kill.

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
