//! The program behind an agent's name: a registered agent, an engine, or a class of the interpreter. Nothing is searched for or started: identities
//! of engines are [probes](super::Probes).

use super::variants::label;
use crate::embedding::{self, Script};
use std::sync::Arc;
use treebench_agents::engines::EngineSettings;
use treebench_agents::{AgentEntry, Recipe};
use treebench_games::params::{ParamError, ParamSpec, Values};

/// The program behind an agent's name.
#[derive(Clone)]
pub enum Program {
    /// A registered agent.
    Agent(&'static AgentEntry),
    /// An external program; the parameters of its participants are its options.
    Engine(Arc<EngineSettings>),
    /// A class of the interpreter that embeds this library.
    Script(Arc<Script>),
}

impl Program {
    /// The registered name, `engine` or `python`.
    pub fn name(&self) -> &'static str {
        match self {
            Program::Agent(entry) => entry.name,
            Program::Engine(_) => "engine",
            Program::Script(_) => "python",
        }
    }

    /// The identity of an engine or a class, which no file states.
    pub(crate) fn identity(&self) -> Option<&str> {
        match self {
            Program::Agent(_) => None,
            Program::Engine(settings) => Some(&settings.identity),
            Program::Script(script) => Some(&script.identity),
        }
    }

    /// The declared parameters. Engines and classes do not declare theirs.
    pub fn specs(&self) -> Vec<ParamSpec> {
        match self {
            Program::Agent(entry) => (entry.specs)(),
            Program::Engine(_) | Program::Script(_) => Vec::new(),
        }
    }

    /// The agent with these parameters, to be checked; [`Participant::recipe`](super::Participant::recipe) plays.
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
            Program::Script(script) => Ok(embedding::recipe(script, params, None)),
        }
    }

    /// All its settings: its parameters, or the [settings](EngineSettings::spelled) of an engine.
    pub fn spelled(&self, params: &Values) -> Values {
        match self {
            Program::Agent(_) => params.clone(),
            Program::Engine(settings) => EngineSettings { options: params.clone(), ..(**settings).clone() }.spelled(),
            Program::Script(script) => script.spelled(params),
        }
    }

    /// Its name with the parameters that differ from their defaults; all those of an engine.
    pub(crate) fn label(&self, params: &Values) -> String {
        match self {
            Program::Agent(entry) => label(entry.name, &(entry.specs)(), params),
            Program::Engine(_) | Program::Script(_) => format!("{} ({})", self.name(), self.spelled(params)),
        }
    }
}
