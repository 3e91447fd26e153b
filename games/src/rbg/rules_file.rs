//! Rules files as registry entries: from text and parameters to a game.

use super::game::RbgGame;
use super::look::{Looks, without_looks};
use crate::game::Game;
use crate::params::{Kind, ParamError, ParamSpec, Range, Value, Values};
use crate::registry::{Definition, RulesFault};
use std::sync::{Arc, OnceLock};
use treebench_rbg::error::{Diagnostic, Step};
use treebench_rbg::source::Source;
use treebench_rbg::{Description, Errors, Limits, Parameter, documentation, parameters, parse_with};

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
        // Lines are joined, as in the documentation of a Rust type.
        self.doc.get_or_init(|| documentation(self.text).split_whitespace().collect::<Vec<_>>().join(" ").leak())
    }

    /// Empty if the parameters cannot be read; building the game reports why.
    fn specs(&self) -> Vec<ParamSpec> {
        let read = || parameters(self.file, self.text, &Limits::default()).unwrap_or_default().into_iter().map(spec).collect();
        self.specs.get_or_init(read).clone()
    }

    fn build(&self, values: &Values) -> Result<Arc<dyn Game>, ParamError> {
        let description =
            parse(self.file, self.text, values).map_err(|errors| ParamError::rule("", format!("its rules are wrong\n{errors}")))?;
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

/// A fault with its place in the text.
fn fault(source: &Source, diagnostic: Diagnostic) -> RulesFault {
    let Diagnostic { message, span, chain, suggestion } = diagnostic;
    let (line, column) = source.position(span.start);
    let faulty = source.text().get(span.start as usize..span.end as usize).unwrap_or("");
    let note = |step: &Step| {
        let (line, column) = source.position(step.span.start);
        format!("in the expansion of {}, {}:{line}:{column}", step.what, source.name())
    };
    RulesFault {
        message,
        file: source.name().to_owned(),
        line,
        column,
        width: faulty.lines().next().unwrap_or("").chars().count().max(1),
        text: source.line(line).to_owned(),
        suggestion,
        notes: chain.iter().map(note).collect(),
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

/// Facts that a rules file states in comments starting with `//=`, because the language cannot express them.
///
/// ```text
/// //= total 100
/// ```
///
/// says that the scores of all players always add up to 100. Many searches need this fact; the contract tests check it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Directives {
    /// The sum of all players' final scores.
    pub(super) total: Option<u32>,
}

impl Directives {
    /// Reads the facts. An unknown or repeated directive is an error that names its line.
    pub(super) fn read(text: &str) -> Result<Directives, String> {
        let mut found = Directives::default();
        for (i, line) in text.lines().enumerate() {
            let Some(directive) = line.trim().strip_prefix("//=") else { continue };
            let total = directive.trim().strip_prefix("total ").and_then(|number| number.trim().parse().ok());
            match total {
                Some(total) if found.total.is_none() => found.total = Some(total),
                Some(_) => return Err(format!("{}: the total is given twice", i + 1)),
                None => return Err(format!("{}: `{}` says nothing that is known, expected one as `//= total 100`", i + 1, line.trim())),
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::Directives;

    #[test]
    fn the_total_is_read_and_mistakes_are_told() {
        assert_eq!(Directives::read("#rules = up\n  //= total 100\n"), Ok(Directives { total: Some(100) }));
        assert_eq!(Directives::read("// = total 100\n#x = 1"), Ok(Directives { total: None }));
        assert_eq!(Directives::read("//= total 1\n//= total 1").unwrap_err(), "2: the total is given twice");
        assert!(Directives::read("//= constant-sum").unwrap_err().starts_with("1: `//= constant-sum` says nothing that is known"));
    }
}
