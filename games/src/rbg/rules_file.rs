//! Rules files as registry entries: from text and parameters to a game.

use super::game::RbgGame;
use super::look::{Looks, without_looks};
use crate::game::Game;
use crate::params::{Kind, ParamError, ParamSpec, Range, Value, Values};
use crate::registry::{Definition, RulesFault};
use crate::rules_text::{Directives, documented, fault};
use std::sync::{Arc, OnceLock};
use treebench_rbg::{Description, Errors, Limits, Parameter, parameters, parse_with};

/// Reads a text, whose name in messages comes first.
pub fn load(file: &'static str, text: &'static str) -> Box<dyn Definition> {
    Box::new(RulesFile { file, text, doc: OnceLock::new(), specs: OnceLock::new() })
}

/// Parses a text with these values for its parameters; `file` is its name in messages.
///
/// # Errors
/// All errors in the text, with their positions.
pub fn parse(file: &str, text: &str, values: &Values) -> Result<Description, Errors> {
    let texts: Vec<(&str, String)> = values.iter().map(|(name, value)| (name, value.to_string())).collect();
    let overrides: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    parse_with(file, text, &overrides, &Limits::default())
}

/// A text that describes a game. Its comments, which hold documentation and parameters, are read on demand.
struct RulesFile {
    /// Its name in messages.
    file: &'static str,
    text: &'static str,
    doc: OnceLock<&'static str>,
    specs: OnceLock<Vec<ParamSpec>>,
}

impl Definition for RulesFile {
    fn doc(&self) -> &'static str {
        self.doc.get_or_init(|| documented(self.text).leak())
    }

    /// Empty if the parameters cannot be read; building the game reports why.
    fn specs(&self) -> Vec<ParamSpec> {
        let read = || parameters(self.file, self.text, &Limits::default()).unwrap_or_default().into_iter().map(spec).collect();
        self.specs.get_or_init(read).clone()
    }

    fn build(&self, values: &Values) -> Result<Arc<dyn Game>, ParamError> {
        let description =
            parse(self.file, self.text, values).map_err(|errors| ParamError::rule("", format!("its rules are invalid\n{errors}")))?;
        let directives = Directives::read(self.text).map_err(|error| ParamError::rule("", format!("{}:{error}", self.file)))?;
        let looks = Looks::new(&description, self.text).map_err(|error| ParamError::rule("", format!("{}:{error}", self.file)))?;
        RbgGame::build(description, &directives, looks).map_err(|error| ParamError::rule("", error))
    }

    fn text(&self) -> Option<&str> {
        Some(self.text)
    }

    fn identity(&self) -> Option<String> {
        Some(without_looks(self.text))
    }

    fn faults(&self, values: &Values) -> Vec<RulesFault> {
        let Err(Errors { source, list, .. }) = parse(self.file, self.text, values) else { return Vec::new() };
        list.into_iter().map(|diagnostic| fault(&source, diagnostic)).collect()
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
