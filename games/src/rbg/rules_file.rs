//! A rules file as a registry entry: from text and parameters to a game.

use super::directives::Directives;
use super::game::RbgGame;
use crate::game::Game;
use crate::params::{Kind, ParamError, ParamSpec, Range, Value, Values};
use crate::registry::Definition;
use std::sync::{Arc, OnceLock};
use treebench_rbg::{Description, Errors, Limits, Parameter, documentation, parameters, parse_with};

/// A text that describes a game. Its comments, which hold documentation and parameters, are read on demand.
pub struct RulesFile {
    /// Its name in messages.
    file: &'static str,
    text: &'static str,
    doc: OnceLock<&'static str>,
    specs: OnceLock<Vec<ParamSpec>>,
}

impl RulesFile {
    pub(super) fn new(file: &'static str, text: &'static str) -> Self {
        RulesFile { file, text, doc: OnceLock::new(), specs: OnceLock::new() }
    }

    /// Parses the text with these values for its parameters.
    ///
    /// # Errors
    /// All errors in the text, with their positions.
    pub fn parse(&self, values: &Values) -> Result<Description, Errors> {
        let texts: Vec<(&str, String)> = values.iter().map(|(name, value)| (name, value.to_string())).collect();
        let overrides: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
        parse_with(self.file, self.text, &overrides, &Limits::default())
    }
}

impl Definition for RulesFile {
    fn doc(&self) -> &'static str {
        // Lines are joined, as in the documentation of a Rust type.
        self.doc.get_or_init(|| documentation(self.text).split_whitespace().collect::<Vec<_>>().join(" ").leak())
    }

    /// Empty if the parameters cannot be read; building the game reports why.
    fn specs(&self) -> Vec<ParamSpec> {
        let read = || parameters(self.file, self.text, &Limits::default()).unwrap_or_default().into_iter().map(spec).collect();
        self.specs.get_or_init(read).clone()
    }

    fn build(&self, values: &Values) -> Result<Arc<dyn Game>, ParamError> {
        let description = self.parse(values).map_err(|errors| ParamError::rule("", format!("its rules are wrong\n{errors}")))?;
        let directives = Directives::read(self.text).map_err(|error| ParamError::rule("", format!("{}:{error}", self.file)))?;
        RbgGame::build(description, &directives).map_err(|error| ParamError::rule("", error))
    }

    fn text(&self) -> Option<&str> {
        Some(self.text)
    }

    fn rules(&self) -> Option<&RulesFile> {
        Some(self)
    }
}

/// A parameter as a TOML value: whole numbers stay numbers, all other values become words.
fn spec(parameter: Parameter) -> ParamSpec {
    let Parameter { name, default, allowed, summary } = parameter;
    let numbers: Option<Vec<i64>> = allowed.iter().chain([&default]).map(|text| text.parse().ok()).collect();
    let words: Vec<(&'static str, &'static str)> = allowed.iter().map(|word| (&*word.clone().leak(), "")).collect();
    let (kind, default, range) = match numbers {
        Some(numbers) => {
            let [low, high] = [numbers.iter().min(), numbers.iter().max()].map(|end| end.copied().unwrap_or_default() as f64);
            let range = (!allowed.is_empty()).then_some(Range { min: low, max: high });
            (Kind::Int, Value::Int(*numbers.last().unwrap_or(&0)), range)
        }
        None if words.is_empty() => (Kind::Text, Value::Text(default), None),
        None => (Kind::Choice(words.leak()), Value::Text(default), None),
    };
    ParamSpec { name: name.leak(), kind, default, range, doc: summary.leak(), source: "", added: false }
}
