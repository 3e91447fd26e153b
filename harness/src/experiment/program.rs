//! What plays under an agent's name: a registered agent, or an engine. Nothing is looked for or started: who engines are is a
//! [probe](super::Probes).

use super::Participant;
use super::variants::label;
use crate::shell;
use std::sync::Arc;
use treebench_agents::engines::EngineSettings;
use treebench_agents::{AgentEntry, Recipe};
use treebench_games::params::{ParamError, ParamSpec, Values};

/// What plays under an agent's name.
#[derive(Clone)]
pub enum Program {
    /// A registered agent.
    Agent(&'static AgentEntry),
    /// A program of its own; the parameters of its participants are its options.
    Engine(Arc<EngineSettings>),
}

impl Program {
    /// The registered name, or `engine`.
    pub fn name(&self) -> &'static str {
        match self {
            Program::Agent(entry) => entry.name,
            Program::Engine(_) => "engine",
        }
    }

    /// The parameters that it declares. The options of an engine are known to it alone.
    pub fn specs(&self) -> Vec<ParamSpec> {
        match self {
            Program::Agent(entry) => (entry.specs)(),
            Program::Engine(_) => Vec::new(),
        }
    }

    /// The agent with these parameters.
    ///
    /// # Errors
    /// If they are not allowed.
    pub fn recipe(&self, params: &Values) -> Result<Box<dyn Recipe>, ParamError> {
        match self {
            Program::Agent(entry) => entry.recipe(params),
            Program::Engine(settings) => {
                let settings = EngineSettings { options: params.clone(), ..(**settings).clone() };
                settings.check().map(|()| settings.recipe())
            }
        }
    }

    /// Everything that it is set to: its parameters, or the [settings](EngineSettings::spelled) of an engine.
    pub fn spelled(&self, params: &Values) -> Values {
        match self {
            Program::Agent(_) => params.clone(),
            Program::Engine(settings) => EngineSettings { options: params.clone(), ..(**settings).clone() }.spelled(),
        }
    }

    /// Its name with the parameters that differ from their defaults; all those of an engine.
    pub(crate) fn label(&self, params: &Values) -> String {
        match self {
            Program::Agent(entry) => label(entry.name, &(entry.specs)(), params),
            Program::Engine(_) => format!("{} ({})", self.name(), self.spelled(params)),
        }
    }
}

impl Participant {
    /// The engine that it is, if it is one.
    pub fn engine(&self) -> Option<&EngineSettings> {
        match &self.program {
            Program::Agent(_) => None,
            Program::Engine(settings) => Some(settings),
        }
    }

    /// The command of an engine, with its identity.
    pub fn command_line(&self) -> Option<String> {
        let settings = self.engine()?;
        let who = if settings.identity.is_empty() { String::new() } else { format!(" ({})", settings.identity) };
        Some(format!("{}{who}", shell::command_line(&settings.command)))
    }
}
