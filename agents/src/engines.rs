//! Agents that are external programs in any language: processes that speak GTP, UGI, UCI, USI or UAI. Also the server side of these protocols.
//!
//! | to learn | read |
//! |---|---|
//! | the protocols | `protocol` |
//! | the configuration of an engine | [`settings`] |
//! | a running engine | `running` |
//! | the agent around a process | [`player`] |
//! | engines that wait for their next game | `idle` |
//! | the process: pipes, deadlines, its end | [`process`], [`guard`], `system` |
//! | its standard error in a file | `error_log` |
//! | lines of bounded length | [`lines`] |
//! | the kinds of failures | [`failure`] |
//! | the games and agents of a server | [`host`], [`allowance`] |
//! | the Go Text Protocol | [`gtp`] |
//! | the Universal Game, Chess and Ataxx Interfaces | [`ugi`] |
//!
//! Answers, points and words of the protocols are types shared by client and server. The referee stays in the harness: an engine's view of legality,
//! repetition and the result decides nothing.

pub mod failure;
pub mod lines;
mod system;
mod error_log;
pub mod guard;
pub mod process;
mod conversation;
pub mod gtp;
pub mod ugi;
mod protocol;
pub mod settings;
mod running;
mod idle;
pub mod player;
pub mod allowance;
pub mod host;

pub use conversation::{Conversation, EngineAnswer, Identity, Reply, TurnRequest};
pub use error_log::keep_errors_in;
pub use failure::Failure;
pub use idle::IdleEngines;
pub use process::{Launch, Process};
pub use protocol::Protocol;
pub use running::identify;
pub use settings::{EngineSettings, FOLDER, LIMITS, Restart, SEED};
