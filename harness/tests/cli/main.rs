//! The command line, tested through the real `bench` binary: what verbs print, what they say about mistakes, and how they end.

mod bench;
mod claims;
mod clients;
mod compare;
mod docs;
mod engine_identity;
mod engines;
mod engines_of_others;
mod failures;
mod help;
mod init;
mod lead;
mod list_show;
mod live;
mod mistakes;
mod openings;
mod pairing;
mod perft_playout;
mod play;
mod python;
mod rbg;
mod rg;
mod results;
mod search;
mod stats;
mod stop;
#[cfg(target_os = "linux")]
mod terminal;
mod verify;
mod run;
mod shards;
mod silent;
mod site;
mod status;
mod ways;
mod workdir;
