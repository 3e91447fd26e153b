//! Failures of engines.

use crate::agent::{AgentError, Fault};
use std::fmt;

/// A failure of an engine, with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Its kind.
    pub fault: Fault,
    /// What happened, as a phrase that follows the engine's name.
    pub message: String,
}

impl Failure {
    /// A failure of this kind.
    pub fn new(fault: Fault, message: impl Into<String>) -> Failure {
        Failure { fault, message: message.into() }
    }

    /// The engine violated its protocol, or refused a valid command.
    pub fn protocol(message: impl Into<String>) -> Failure {
        Failure::new(Fault::Protocol, message)
    }

    /// The same failure before the engine has introduced itself: whatever happened, it does not start.
    pub fn at_start(self) -> Failure {
        Failure { fault: Fault::DoesNotStart, message: format!("does not start: {}", self.message) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl From<Failure> for AgentError {
    fn from(failure: Failure) -> AgentError {
        AgentError { fault: failure.fault, message: failure.message }
    }
}

/// A text of an engine as part of a message: one line, without control characters, and not longer than a message can bear.
pub fn quoted(text: &str) -> String {
    const MOST: usize = 200;
    let clean: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST).collect();
    if text.trim().chars().count() > MOST { format!("`{clean}…`") } else { format!("`{clean}`") }
}
