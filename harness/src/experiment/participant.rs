//! The program that a participant is.

use super::{GameChoice, Participant, Program};
use crate::embedding::{self, BuiltGame};
use crate::shell;
use std::sync::Arc;
use treebench_agents::Recipe;
use treebench_agents::engines::EngineSettings;
use treebench_games::params::ParamError;

impl Participant {
    /// The agent, which plays this game.
    ///
    /// # Errors
    /// If its parameters are not allowed.
    pub fn recipe(&self, game: &GameChoice) -> Result<Box<dyn Recipe>, ParamError> {
        match &self.program {
            Program::Script(script) => {
                let game = BuiltGame { entry: game.entry, params: game.params.clone(), game: Arc::clone(&game.game) };
                Ok(embedding::recipe(script, &self.params, Some(&game)))
            }
            Program::Agent(_) | Program::Engine(_) => self.program.recipe(&self.params),
        }
    }

    /// The engine that it is, if it is one.
    pub fn engine(&self) -> Option<&EngineSettings> {
        match &self.program {
            Program::Agent(_) | Program::Script(_) => None,
            Program::Engine(settings) => Some(settings),
        }
    }

    /// Whether it plays in a separate process: an engine, or a class with a limit.
    pub fn is_apart(&self) -> bool {
        match &self.program {
            Program::Agent(_) => false,
            Program::Script(script) => script.limit.is_some(),
            Program::Engine(_) => true,
        }
    }

    /// The command of an engine, or the class of the interpreter, with its identity.
    pub fn command_line(&self) -> Option<String> {
        let (command, identity) = match &self.program {
            Program::Agent(_) => return None,
            Program::Engine(settings) => (shell::command_line(&settings.command), &settings.identity),
            Program::Script(script) => (script.class.clone(), &script.identity),
        };
        Some(if identity.is_empty() { command } else { format!("{command} ({identity})") })
    }
}
