//! `python = "FILE:CLASS"` → an agent written in the language of the program that embeds this library.

use super::axis::value_json;
use super::variants::{Variant, check_size, sweep};
use crate::config::Part;
use crate::config::wire::{AgentTable, Wire};
use crate::embedding::Script;
use std::path::Path;
use treebench_agents::engines::{FOLDER, LIMITS};
use treebench_games::params::{Value, Values};

impl Script {
    /// Every setting as a single value, for keys and names: parameters as JSON.
    pub(crate) fn spelled(&self, params: &Values) -> Values {
        let params = params.iter().map(|(name, value)| (name.to_owned(), value_json(value))).collect();
        // The same class is the same agent wherever its file is.
        let class = self.class.rsplit('/').next().unwrap_or(&self.class);
        let all = [
            ("class", class.to_owned()),
            ("params", serde_json::Value::Object(params).to_string()),
            ("identity", self.identity.clone()),
            (FOLDER, self.folder.clone()),
        ];
        // In which process it plays changes no game: the limit is none of them.
        all.into_iter().map(|(name, text)| (name.to_owned(), Value::Text(text))).collect()
    }
}

impl AgentTable {
    /// The class, if the agent is one, with the identity in its table or else this one.
    pub(crate) fn script(&self, identity: Option<&String>) -> Option<Script> {
        let class = self.python.as_ref()?.value.clone();
        let here = || {
            let folder = self.at.folder();
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).to_string_lossy().into_owned()
        };
        let folder = self.folder.clone().unwrap_or_else(here);
        let identity = self.identity.as_ref().map(|identity| &identity.value).or(identity).cloned().unwrap_or_default();
        let limit = self.limit.as_ref().map(|limit| limit.value);
        Some(Script { class, folder, identity, limit })
    }

    /// All variants of the parameters of a class. Only its interpreter knows which it has.
    pub(crate) fn script_variants(&self) -> Vec<Variant> {
        for (key, given) in [("use", self.used.is_some()), ("engine", self.engine.is_some())] {
            if given {
                self.at.key(key).refuse(Part::Key, format!("an agent has either `python` or `{key}`"));
            }
        }
        if let Some(limit) = self.limit.as_ref().filter(|limit| !LIMITS.contains(&limit.value)) {
            limit.at.refuse(Part::Value, "`limit` must be a time from 10ms to 1000000s");
        }
        if !check_size(self.given()) {
            return Vec::new();
        }
        let params: Values = self.params.iter().map(|(name, value)| (name.clone(), value.value.clone())).collect();
        sweep(&params, self.given(), "params", |_, value, _| Some(value.value.clone()))
    }
}

/// The classes of a file without an identity in their table, each with the name of its agent and the place of its key.
pub(crate) fn unknown_scripts(wire: &Wire) -> impl Iterator<Item = (&String, &AgentTable, Script)> {
    let unknown = wire.agents.iter().filter_map(|(name, table)| Some((name, table.as_ref()?)));
    unknown.filter_map(|(name, table)| Some((name, table, table.script(None).filter(|script| script.identity.is_empty())?)))
}
