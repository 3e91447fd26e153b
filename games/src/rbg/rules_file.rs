//! Rules files as registry entries: from text and parameters to a game.

use super::game::RbgGame;
use super::look::Looks;
use crate::game::Game;
use crate::params::{Kind, ParamError, ParamSpec, Range, Value, Values};
use crate::registry::{Definition, GameEntry, Origin};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use treebench_rbg::{Description, Errors, Limits, Parameter, documentation, parameters, parse_with};

/// Name, file and text of every rules file.
const EMBEDDED: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The games in `games/rules`, each called `rbg/NAME`. Every call leaks new entries, so the registry calls it once.
pub fn embedded() -> impl Iterator<Item = &'static GameEntry> {
    EMBEDDED.iter().map(|&(name, file, text)| entry(name, file, text))
}

/// The game in another file, named after the file. It is leaked: it stays in memory until the process ends.
///
/// # Errors
/// If the file cannot be read. Errors in its text are reported when the game is built.
pub fn load(path: &Path) -> Result<&'static GameEntry, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(of_text(&path.to_string_lossy(), &text))
}

/// The game in the text of such a file; also leaked.
pub fn of_text(path: &str, text: &str) -> &'static GameEntry {
    let name = Path::new(path).file_name().map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
    entry(name.leak(), path.to_owned().leak(), text.to_owned().leak())
}

fn entry(name: &'static str, file: &'static str, text: &'static str) -> &'static GameEntry {
    let definition = Box::leak(Box::new(RulesFile::new(file, text)));
    Box::leak(Box::new(GameEntry { name, origin: Origin { file, line: 1 }, definition }))
}

/// A text that describes a game. Its comments, which hold documentation and parameters, are read on demand.
pub struct RulesFile {
    /// Its name in messages.
    file: &'static str,
    text: &'static str,
    doc: OnceLock<&'static str>,
    specs: OnceLock<Vec<ParamSpec>>,
}

impl RulesFile {
    fn new(file: &'static str, text: &'static str) -> Self {
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
        let looks = Looks::new(&description, self.text).map_err(|error| ParamError::rule("", format!("{}:{error}", self.file)))?;
        RbgGame::build(description, &directives, looks).map_err(|error| ParamError::rule("", error))
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
