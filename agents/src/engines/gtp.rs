//! The Go Text Protocol, version 2 (Gunnar Farnebäck, draft 2, 2002), with the rules extension of GoGui for other games.

mod answer;
mod client;
mod points;
mod server;

pub use answer::{Answer, AnswerReader};
pub use client::GtpConversation;
pub use points::{Points, vertex};
pub use server::GtpServer;
