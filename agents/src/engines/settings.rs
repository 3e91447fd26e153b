//! The configuration of an engine.

use super::process::Launch;
use super::protocol::Protocol;
use crate::agent::Recipe;
use crate::registry::erase_recipe;
use std::path::PathBuf;
use std::time::Duration;
use treebench_games::Params;
use treebench_games::params::{ParamError, ParamField as _, Value, Values};

/// The setting with the engine's working directory. It is not part of its identity.
pub const FOLDER: &str = "folder";

/// An agent that is an external program.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineSettings {
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// The program and its arguments; [`SEED`] in an argument is replaced by a number drawn for each game.
    pub command: Vec<String>,
    /// The options of the engine: of UGI, UCI, USI and UAI, or GTP commands with their arguments.
    pub options: Values,
    /// When it is started.
    pub restart: Restart,
    /// The time limit of an answer, unless the budget of a turn is a time. One second later the engine is killed.
    pub limit: Duration,
    /// The name and version that it reports, and the hash of its files, as found when the experiment was loaded; empty if unknown.
    pub identity: String,
    /// The directory in which it is started; that of this program if empty.
    pub folder: String,
}

/// When an engine is started.
#[derive(Params, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restart {
    /// Once for each thread that plays and each set of rules, after a failure, and after it has waited for its next game behind twenty others; told that a
    /// new game begins.
    Worker,
    /// For every game.
    Game,
}

/// The placeholder of the seed in a command.
pub const SEED: &str = "{seed}";

/// The allowed range of limits.
pub const LIMITS: std::ops::RangeInclusive<Duration> = Duration::from_millis(10)..=Duration::from_secs(1_000_000);

impl EngineSettings {
    /// Checks values that the types allow but engines do not.
    ///
    /// # Errors
    /// A command without a program, a line break in an option, a limit out of range, or a seed for an engine that plays several games.
    pub fn check(&self) -> Result<(), ParamError> {
        if self.command.first().is_none_or(String::is_empty) {
            return Err(ParamError::rule("command", "the command is empty: it needs at least a program"));
        }
        let lines = |(name, value): &(String, String)| name.chars().chain(value.chars()).any(char::is_control);
        if let Some((name, _)) = self.option_texts().into_iter().find(lines) {
            return Err(ParamError::rule("options", format!("`{name}` has a line break or another control character")));
        }
        if !LIMITS.contains(&self.limit) {
            let message = format!("`limit` must be a time from 10ms to 1000000s, not {}s", self.limit.as_secs_f64());
            return Err(ParamError::rule("limit", message));
        }
        if self.restart == Restart::Worker && self.command.iter().any(|argument| argument.contains(SEED)) {
            let message = "a seed in the command is that of one game: write restart = \"game\", or leave restart out";
            return Err(ParamError::rule("restart", message));
        }
        Ok(())
    }

    /// The options as an engine is told them.
    pub(super) fn option_texts(&self) -> Vec<(String, String)> {
        let text = |value: &Value| if let Value::Text(text) = value { text.clone() } else { json(value).to_string() };
        self.options.iter().map(|(name, value)| (name.to_owned(), text(value))).collect()
    }

    /// What starts the program with this seed.
    pub(super) fn launch(&self, seed: u32) -> Launch {
        let command = self.command.iter().map(|argument| argument.replace(SEED, &seed.to_string())).collect();
        Launch { command, folder: (!self.folder.is_empty()).then(|| PathBuf::from(&self.folder)) }
    }

    /// Every setting as a single value, for keys and names: the command and the options as JSON.
    pub fn spelled(&self) -> Values {
        let options = self.options.iter().map(|(name, value)| (name.to_owned(), json(value))).collect();
        let all = [
            ("protocol", self.protocol.to_value()),
            ("command", Value::Text(serde_json::json!(self.command).to_string())),
            ("options", Value::Text(serde_json::Value::Object(options).to_string())),
            ("restart", self.restart.to_value()),
            ("limit", Value::Float(self.limit.as_secs_f64())),
            ("identity", Value::Text(self.identity.clone())),
            (FOLDER, Value::Text(self.folder.clone())),
        ];
        all.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// The recipe of the agent.
    pub fn recipe(self) -> Box<dyn Recipe> {
        erase_recipe(self)
    }
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Bool(value) => (*value).into(),
        Value::Int(value) => (*value).into(),
        Value::Float(value) => (*value).into(),
        Value::Text(value) => value.as_str().into(),
    }
}
