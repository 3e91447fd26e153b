//! One `-engine` of a command line.

use super::words::words;
use crate::config::Toml;
use std::collections::BTreeMap;
use treebench_agents::TimeControl;

/// The options of `-engine` or `-each`.
#[derive(Clone, Default)]
pub(super) struct Engine {
    keys: BTreeMap<String, String>,
    /// `arg=` of cutechess and `args=` of fastchess, in order.
    arguments: Vec<String>,
    options: BTreeMap<String, String>,
    pub(super) left_out: Vec<String>,
}

/// The keys that are read.
const KEYS: [&str; 9] = ["cmd", "name", "dir", "proto", "tc", "st", "nodes", "timemargin", "restart"];

impl Engine {
    pub(super) fn read(given: &[String]) -> Engine {
        let mut engine = Engine::default();
        for word in given {
            match word.split_once('=') {
                Some(("arg", value)) => engine.arguments.push(value.to_owned()),
                Some(("args", value)) => engine.arguments.extend(words(value).unwrap_or_else(|_| vec![value.to_owned()])),
                Some((key, value)) if KEYS.contains(&key) => drop(engine.keys.insert(key.to_owned(), value.to_owned())),
                Some((key, value)) if key.starts_with("option.") => {
                    drop(engine.options.insert(key["option.".len()..].to_owned(), value.to_owned()))
                }
                _ => engine.left_out.push(word.clone()),
            }
        }
        engine
    }

    /// Fills in the values of `-each`.
    pub(super) fn or(&self, each: &Engine) -> Engine {
        let mut both = self.clone();
        let missing = |from: &BTreeMap<String, String>, to: &mut BTreeMap<String, String>| {
            for (key, value) in from {
                to.entry(key.clone()).or_insert_with(|| value.clone());
            }
        };
        missing(&each.keys, &mut both.keys);
        missing(&each.options, &mut both.options);
        both.arguments.extend(each.arguments.iter().cloned());
        both.left_out.extend(each.left_out.iter().cloned());
        both
    }

    fn key(&self, name: &str) -> Option<&str> {
        self.keys.get(name).map(String::as_str)
    }

    /// Its budget, as a key and a value in TOML.
    pub(super) fn budget(&self) -> Option<(&'static str, String)> {
        let seconds = |text: &str| text.parse::<f64>().ok().map(|seconds| ("time", format!("\"{seconds}s\"")));
        let clock = |text: &str| TimeControl::parse(text).ok().map(|control| ("clock", format!("\"{control}\"")));
        let nodes = |text: &str| text.parse::<u64>().ok().map(|nodes| ("iterations", nodes.to_string()));
        let nodes = self.key("nodes").and_then(nodes);
        nodes.or_else(|| self.key("st").and_then(seconds)).or_else(|| self.key("tc").and_then(clock))
    }

    /// Seconds by which it may exceed its clock.
    pub(super) fn margin(&self) -> Option<f64> {
        self.key("timemargin")?.parse::<f64>().ok().map(|millis| millis / 1000.0)
    }

    /// Its table.
    ///
    /// # Errors
    /// If it has no program.
    pub(super) fn table(&self) -> Result<Vec<(String, Toml)>, String> {
        let program = self.key("cmd").filter(|program| !program.is_empty()).ok_or("expected cmd=PROGRAM")?;
        let program = self
            .key("dir")
            .filter(|_| program.starts_with("./"))
            .map_or_else(|| program.to_owned(), |dir| format!("{}/{}", dir.trim_end_matches('/'), program.trim_start_matches("./")));
        let command = std::iter::once(program.as_str()).chain(self.arguments.iter().map(String::as_str)).map(Toml::text);
        let mut engine =
            vec![("protocol".to_owned(), Toml::text(self.key("proto").unwrap_or("uci"))), ("command".to_owned(), Toml::list(command))];
        if !self.options.is_empty() {
            let value = |text: &String| match text.parse::<i64>() {
                Ok(number) => Toml::Value(number.to_string()),
                Err(_) if text == "true" || text == "false" => Toml::Value(text.clone()),
                Err(_) => Toml::text(text),
            };
            engine.push(("options".to_owned(), Toml::Table(self.options.iter().map(|(key, text)| (key.clone(), value(text))).collect())));
        }
        if self.key("restart") == Some("on") {
            engine.push(("restart".to_owned(), Toml::text("game")));
        }
        Ok(vec![("engine".to_owned(), Toml::Value(Toml::Table(engine).inline()))])
    }
}

/// A unique name for every engine: its own or that of its program.
pub(super) fn names(engines: &[Engine]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for engine in engines {
        let program = engine.key("cmd").and_then(|program| program.rsplit(['/', '\\']).next()).unwrap_or("engine");
        let clean: String =
            engine.key("name").unwrap_or(program).chars().map(|c| if c.is_alphanumeric() || "-_".contains(c) { c } else { '-' }).collect();
        let base = if clean.starts_with(char::is_alphanumeric) { clean } else { format!("e{clean}") };
        let numbered = (1..).map(|n| if n == 1 { base.clone() } else { format!("{base}-{n}") }).find(|name| !names.contains(name));
        names.extend(numbered);
    }
    names
}
