//! An engine that runs.

use super::conversation::{Conversation, Identity};
use super::failure::Failure;
use super::process::{Deadline, Process};
use super::settings::EngineSettings;
use crate::agent::Fault;

/// An engine that has introduced itself.
pub(super) struct RunningEngine {
    pub(super) process: Process,
    pub(super) conversation: Box<dyn Conversation>,
    pub(super) identity: Identity,
}

impl RunningEngine {
    /// Starts an engine and lets it introduce itself.
    pub(super) fn start(settings: &EngineSettings, seed: u32, deadline: &Deadline) -> Result<RunningEngine, Failure> {
        let mut conversation = settings.protocol.conversation(settings.option_texts());
        let mut process = Process::start(&settings.launch(seed))?;
        let identity = conversation.greet(&mut process, deadline).map_err(Failure::at_start)?;
        Ok(RunningEngine { process, conversation, identity })
    }

    pub(super) fn is_alive(&mut self) -> bool {
        self.process.is_running()
    }

    pub(super) fn quit(mut self) {
        self.process.quit(self.conversation.farewell());
    }
}

/// Starts an engine, reads its identity, and ends it.
///
/// # Errors
/// If it does not start or does not introduce itself, or refuses an option.
pub fn identify(settings: &EngineSettings) -> Result<Identity, Failure> {
    settings.check().map_err(|error| Failure::new(Fault::DoesNotStart, error.message))?;
    let running = RunningEngine::start(settings, 1, &Deadline::after(settings.limit))?;
    let identity = running.identity.clone();
    running.quit();
    Ok(identity)
}
