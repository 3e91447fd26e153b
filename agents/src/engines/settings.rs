//! What a configuration says of an engine, as the parameters of an agent.
//!
//! The agent [`ENGINE`] is not in the registry: without a command it is nothing, so that it cannot be named alone. The harness makes it of a
//! table `engine = { … }`.

use super::conversation::Identity;
use super::failure::Failure;
use super::player::{EnginePlayer, meet};
use super::process::{Deadline, Launch};
use crate::agent::{Agent, Fault, Recipe};
use crate::registry::AgentEntry;
use crate::registry::erase_recipe;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use treebench_games::params::{ParamError, Params as _};
use treebench_games::registry::Origin;
use treebench_games::{Game, GameInfo, Params};

/// The agent whose parameters say which program plays.
pub static ENGINE: AgentEntry = AgentEntry {
    name: "engine",
    origin: Origin { file: file!(), line: line!() },
    doc: EngineSettings::doc,
    specs: EngineSettings::specs,
    build: |values| EngineSettings::from_values(values).map(erase_recipe),
};

/// The parameter that says where an engine is started. It is no part of its identity.
pub const FOLDER: &str = "folder";

/// An agent that is a program of its own.
#[derive(Params, Clone, Debug, PartialEq)]
pub struct EngineSettings {
    /// The language in which it is spoken to.
    #[param(default = Protocol::Ugi)]
    pub protocol: Protocol,
    /// The program and its arguments, as a list in JSON; `{seed}` in an argument is replaced by a number drawn for each game.
    #[param(default = "[]")]
    pub command: String,
    /// What the engine is set to, as an object in JSON: options of UGI, UCI and UAI, or commands of GTP with their arguments.
    #[param(default = "{}")]
    pub options: String,
    /// When it is started.
    #[param(default = Restart::Worker)]
    pub restart: Restart,
    /// Seconds that an answer may take, unless the budget of a turn is a time. One second later the engine is killed.
    #[param(default = 60.0, range = 0.01..=1e6)]
    pub limit: f64,
    /// The name and version that it reports, and the hash of its files, as found when the experiment was loaded.
    #[param(default = "")]
    pub identity: String,
    /// The directory in which it is started.
    #[param(default = "")]
    pub folder: String,
}

/// The languages of engines.
#[derive(Params, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Go Text Protocol, version 2.
    Gtp,
    /// Universal Game Interface.
    Ugi,
    /// Universal Chess Interface.
    Uci,
    /// Universal Ataxx Interface.
    Uai,
}

/// When an engine is started.
#[derive(Params, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restart {
    /// Once for each thread that plays a cell, and after a failure; told between games that a new one begins.
    Worker,
    /// For every game.
    Game,
}

/// Settings in the form in which they are used.
#[derive(Clone, Debug)]
pub(super) struct Ready {
    pub(super) protocol: Protocol,
    pub(super) launch: Launch,
    pub(super) options: Vec<(String, String)>,
    pub(super) restart: Restart,
    pub(super) limit: Duration,
    pub(super) identity: String,
}

/// The placeholder of the seed in a command.
pub const SEED: &str = "{seed}";

impl EngineSettings {
    /// The program and its arguments.
    ///
    /// # Errors
    /// If they are not written as a list of texts in JSON, or if there is no program.
    pub fn command(&self) -> Result<Vec<String>, ParamError> {
        let command: Vec<String> =
            serde_json::from_str(&self.command).map_err(|error| ParamError::rule("command", format!("not a list of texts: {error}")))?;
        match command.first() {
            Some(program) if !program.is_empty() => Ok(command),
            _ => Err(ParamError::rule("command", "the command is empty: it needs at least a program".to_owned())),
        }
    }

    pub(super) fn ready(&self) -> Result<Ready, ParamError> {
        let command = self.command()?;
        let options: std::collections::BTreeMap<String, serde_json::Value> =
            serde_json::from_str(&self.options).map_err(|error| ParamError::rule("options", format!("not a table: {error}")))?;
        let text = |value: serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let options: Vec<(String, String)> = options.into_iter().map(|(name, value)| (name, text(value))).collect();
        if let Some((name, _)) = options.iter().find(|(name, value)| name.chars().chain(value.chars()).any(char::is_control)) {
            return Err(ParamError::rule("options", format!("`{name}` has a line break or another control character")));
        }
        if self.restart == Restart::Worker && command.iter().any(|argument| argument.contains(SEED)) {
            let message = "a seed in the command is that of one game: write restart = \"game\", or leave restart out".to_owned();
            return Err(ParamError::rule("restart", message));
        }
        let folder = (!self.folder.is_empty()).then(|| PathBuf::from(&self.folder));
        Ok(Ready {
            protocol: self.protocol,
            launch: Launch { command, folder },
            options,
            restart: self.restart,
            limit: Duration::from_secs_f64(self.limit),
            identity: self.identity.clone(),
        })
    }
}

/// Starts an engine, asks who it is, and ends it.
///
/// # Errors
/// If it does not start or does not introduce itself, or refuses an option.
pub fn identify(settings: &EngineSettings) -> Result<Identity, Failure> {
    let ready = settings.ready().map_err(|error| Failure::new(Fault::DoesNotStart, error.message))?;
    let command = ready.launch.command.iter().map(|argument| argument.replace(SEED, "1")).collect();
    let launch = Launch { command, ..ready.launch.clone() };
    let (mut process, conversation, identity) = meet(&launch, &ready, &Deadline::after(ready.limit))?;
    process.quit(conversation.farewell());
    Ok(identity)
}

impl Recipe for EngineSettings {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Ok(Box::new(EnginePlayer::new(self.ready()?, Arc::clone(game))))
    }

    fn check(&self, _game: &Arc<dyn Game>) -> Result<(), ParamError> {
        self.ready().map(drop)
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        match self.protocol {
            Protocol::Ugi => Ok(()),
            _ if game.players != 2 => Err("speaks a protocol for two players".to_owned()),
            _ if game.chance => Err("speaks a protocol without chance".to_owned()),
            _ => Ok(()),
        }
    }
}
