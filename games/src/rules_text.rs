//! Common parts of rules files: documentation, facts, and errors with their places.

use crate::registry::RulesFault;
use treebench_rbg::documentation;
use treebench_rbg::error::{Diagnostic, Step};
use treebench_rbg::source::Source;

/// The documentation at the start of a text. Lines are joined, as in the documentation of a Rust type.
pub(crate) fn documented(text: &str) -> String {
    documentation(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An error with its place in the text.
pub(crate) fn fault(source: &Source, diagnostic: Diagnostic) -> RulesFault {
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

/// Facts that a rules file states in comments starting with `//=`, because the language cannot express them.
///
/// ```text
/// //= total 100
/// ```
///
/// says that the scores of all players always add up to 100. Many searches need this fact; the contract tests check it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Directives {
    /// The sum of all players' final scores.
    pub(crate) total: Option<u32>,
}

impl Directives {
    /// Reads the facts. An unknown or repeated directive is an error that names its line.
    pub(crate) fn read(text: &str) -> Result<Directives, String> {
        let mut found = Directives::default();
        for (i, line) in text.lines().enumerate() {
            let Some(directive) = line.trim().strip_prefix("//=") else { continue };
            let total = directive.trim().strip_prefix("total ").and_then(|number| number.trim().parse().ok());
            match total {
                Some(total) if found.total.is_none() => found.total = Some(total),
                Some(_) => return Err(format!("{}: duplicate total", i + 1)),
                None => return Err(format!("{}: unknown directive `{}`, expected one such as `//= total 100`", i + 1, line.trim())),
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
        assert_eq!(Directives::read("//= total 1\n//= total 1").unwrap_err(), "2: duplicate total");
        assert!(
            Directives::read("//= constant-sum").unwrap_err().starts_with("1: unknown directive `//= constant-sum`, expected one such as")
        );
    }
}
