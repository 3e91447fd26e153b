//! treebench: a TOML file declares a whole experiment, `bench run` plays it, `bench report` shows it, `bench check` guards it.
//!
//! This crate is the facade: an outside crate depends on it alone, adds games and agents with `#[game]` and `#[agent]`, and
//! builds its own `bench` from [`main!`].
//!
//! Data flows one way, and each step is a pure function of the one before it:
//!
//! | step | module |
//! |---|---|
//! | numbers: moments, intervals, tests | [`stats`] |
//! | words of command lines | [`shell`] |
//! | this library within another program | [`embedding`] |
//! | TOML text → wire types, with errors that name file, line and key | [`config`] |
//! | wire types → resolved experiment: every name looked up once | [`experiment`] |
//! | experiment → cells → tasks with seeds | [`plan`] |
//! | rows in the run directory's SQLite file | [`store`], `treebench_records` |
//! | work on many things at once, such as reports | `threads` |
//! | the portable form of a cell or a task in files | [`saved`] |
//! | shared parts of reports | [`report`] |
//! | what an experiment can be, one folder per kind | [`kinds`] |
//! | facts about this machine that a plan needs: engines, rates | [`probe`] |
//! | a results file together with its experiment and a run | [`results`] |
//! | tasks → rows, on threads | [`run`] |
//! | an experiment on many machines | [`shards`] |
//! | the engines that play shards on a cluster | [`cluster`] |
//! | numbers against a committed baseline | [`check`] |
//! | two runs side by side | [`compare`] |
//! | the language server | `editor` |
//! | the command line | [`cli`] |

extern crate self as treebench;

pub mod shell;
pub mod embedding;
pub mod config;
pub mod experiment;
pub mod plan;
pub mod store;
mod threads;
pub mod saved;
pub mod report;
pub mod kinds;
pub mod probe;
pub mod results;
pub mod claims;
pub mod run;
pub mod shards;
pub mod cluster;
pub mod view;
pub mod check;
pub mod compare;
mod editor;
pub mod cli;

pub use treebench_agents as agents;
pub use treebench_agents::agent;
pub use treebench_games as games;
pub use treebench_games::{Params, game};
pub use treebench_reports as reports;
pub use treebench_stats as stats;

/// All that a file with a game or an agent needs: `use treebench::prelude::*;`. An agent may be of any kind ([`Agent`](prelude::Agent)), or a
/// search that shares the loop, the tree and the other parts with all others ([`Mcts`](prelude::Mcts)).
pub mod prelude {
    pub use std::sync::Arc;
    pub use treebench_agents::recipes::SearchParams;
    pub use treebench_agents::search::{
        Backup, DescentEnd, ExpandedNode, Expansion, FinalMove, Iteration, Learner, Pick, PlayoutContext, PlayoutPolicy, Selection,
    };
    pub use treebench_agents::search::{Column, ColumnId, Edges, Mcts, MctsOptions, Needs, Node, NodeId, Rows, Tree};
    pub use treebench_agents::{Agent, AgentError, Budget, Meter, Recipe, RootMove, SearchReport, agent};
    pub use treebench_games::params::ParamError;
    pub use treebench_games::{
        Captures, Chance, Game, GameInfo, HiddenSetup, Move, MoveGroups, NotationError, Oracle, Params, Player, Playout, Position, Rng,
        Scratch, Turn, game,
    };
}

/// What the macros write paths to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use treebench_agents::__private::*;
}
