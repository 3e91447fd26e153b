//! Agents that are programs of others, in any language: processes that speak GTP, UGI, UCI or UAI. And the other side of the same
//! protocols, by which this program is such a process.
//!
//! | to learn | read |
//! |---|---|
//! | what a configuration says of an engine | [`settings`] |
//! | the agent around a process | [`player`] |
//! | the process: pipes, deadlines, its end | [`process`], [`guard`], `system` |
//! | its standard error in a file | `error_log` |
//! | lines of bounded length | [`lines`] |
//! | how failures are told apart | [`failure`] |
//! | what this program plays with when it is an engine itself | [`host`], [`allowance`] |
//! | the Go Text Protocol | [`gtp`] |
//! | the Universal Game, Chess and Ataxx Interfaces | [`ugi`] |
//!
//! Answers, points and words of the protocols are types of their own, for both sides of a conversation. The referee stays in the harness:
//! what an engine says of legality, repetition and the result decides nothing.

pub mod settings;
pub mod failure;
pub mod lines;
mod system;
mod error_log;
pub mod guard;
pub mod process;
mod conversation;
pub mod gtp;
pub mod ugi;
pub mod player;
pub mod allowance;
pub mod host;

pub use conversation::{Conversation, EngineAnswer, Identity, Reply, TurnRequest};
pub use error_log::keep_errors_in;
pub use failure::Failure;
pub use process::{Launch, Process};
pub use settings::{EngineSettings, FOLDER, LIMITS, Protocol, Restart, SEED, identify};
