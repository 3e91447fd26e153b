//! Parameters: macros without parameters of their own whose value can be given from outside; and a text's own documentation.
//!
//! Both are conventions in comments, so that a rules file needs no other file:
//!
//! ```text
//! //! One sentence about the game.
//! //! More about it.
//!
//! //: size = 19 (5, 9, 13, 19) Lines of the board.
//! #size = 19
//! ```

use crate::error::{Errors, nearest};
use crate::expr::Span;
use crate::lex::{Token, Tokens, lex};
use crate::limits::Limits;
use crate::report::{Failure, Place, Report};
use crate::sections::{self, Directive};

/// A macro that is offered as a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The macro's name.
    pub name: String,
    /// Its value in the text.
    pub default: String,
    /// The values that are accepted; empty: any.
    pub allowed: Vec<String>,
    /// What it means, in a sentence.
    pub summary: String,
}

/// The parameters of a description, in the order of the text. Errors: text that cannot be tokenised, and comments that start with `//:` but
/// declare no parameter. The rest of the text is not checked.
pub fn parameters(name: &str, text: &str, limits: &Limits) -> Result<Vec<Parameter>, Errors> {
    let mut report = Report::new(name, text);
    let mut found = Vec::new();
    if limits.admit(text, &mut report).is_ok() {
        let lexed = lex(text, &mut report);
        let parts = sections::split(&lexed.tokens, &mut report);
        found = declared(&lexed, &parts.macros, &mut report);
    }
    report.finish(Some(found))
}

/// The text of the lines `//! …` at the start of a description.
pub fn documentation(text: &str) -> String {
    let lines = text.trim_start().lines().map_while(|line| line.trim().strip_prefix("//!"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

impl Limits {
    /// Rejects a text that is too long.
    pub(crate) fn admit(&self, text: &str, report: &mut Report) -> Result<(), Failure> {
        // Offsets have 32 bits.
        let most = self.source_bytes.min(u32::MAX as usize / 2);
        if text.len() > most {
            return Err(report.error(Place::default(), format!("the text has more than {most} bytes")));
        }
        Ok(())
    }
}

/// Reads the comments `//: …`.
pub(crate) fn declared(lexed: &Tokens, macros: &[Directive], report: &mut Report) -> Vec<Parameter> {
    let source = report.source().clone();
    let mut found = Vec::new();
    for &span in &lexed.comments {
        let comment = &source.text()[span.start as usize..span.end as usize];
        let Some(comment) = comment.strip_prefix("//:") else { continue };
        let place = Place { span, origin: 0 };
        let Some(parameter) = read(comment) else {
            report.error(place, "a parameter is declared like `//: size = 19 (9, 13, 19) Lines of the board.`");
            continue;
        };
        let next = source.position(span.start).0 + 1;
        let below = macros.iter().find(|directive| source.position(directive.span.start).0 == next && directive.parameters.is_empty());
        let Some(directive) = below.filter(|directive| *directive.name == *parameter.name) else {
            report.error(place, format!("expected the macro `#{} = {}` on the next line", parameter.name, parameter.default));
            continue;
        };
        if words(&directive.body) != parameter.default {
            let message = format!("the macro is `{}`, its parameter's default `{}`", words(&directive.body), parameter.default);
            report.error(directive.place(), message);
        } else if !parameter.allowed.is_empty() && !parameter.allowed.contains(&parameter.default) {
            report.error(place, format!("the default `{}` is not among the values that are accepted", parameter.default));
        } else {
            found.push(parameter);
        }
    }
    found
}

/// Reads `size = 19 (5, 9, 13, 19) Lines of the board.`
fn read(comment: &str) -> Option<Parameter> {
    let (name, rest) = comment.split_once('=')?;
    let rest = rest.trim();
    let (default, rest) = rest.split_at(rest.find(|c: char| c == '(' || c.is_whitespace())?);
    let rest = rest.trim();
    let (allowed, summary) = match rest.strip_prefix('(') {
        Some(list) => list.split_once(')')?,
        None => ("", rest),
    };
    let allowed: Vec<String> = allowed.split(',').map(|value| value.trim().to_string()).filter(|value| !value.is_empty()).collect();
    let parameter = Parameter { name: name.trim().to_string(), default: default.to_string(), allowed, summary: summary.trim().to_string() };
    (!parameter.default.is_empty() && !parameter.summary.is_empty()).then_some(parameter)
}

/// Tokens with a space between any two.
fn words(tokens: &[Token]) -> String {
    tokens.iter().map(Token::text).collect::<Vec<_>>().join(" ")
}

/// Replaces the bodies of macros by values from outside.
pub(crate) fn replace(macros: &mut [Directive], parameters: &[Parameter], values: &[(&str, &str)], limits: &Limits, report: &mut Report) {
    for &(name, value) in values {
        let constants = || macros.iter().filter(|directive| directive.parameters.is_empty()).map(|directive| &*directive.name);
        let Some(i) = macros.iter().position(|directive| *directive.name == *name && directive.parameters.is_empty()) else {
            let start = Place { span: Span::default(), origin: 0 };
            report.suggest(start, format!("no macro `{}` without parameters", name.escape_debug()), || nearest(name, constants()));
            continue;
        };
        let place = macros[i].place();
        let mut inner = Report::new(name, value);
        let body = if limits.admit(value, &mut inner).is_ok() { lex(value, &mut inner).tokens } else { Vec::new() };
        let shown: String = value.escape_debug().take(40).collect();
        if inner.count() > 0 || body.iter().any(|token| token.is("#")) {
            report.error(place, format!("`{shown}` cannot be the value of `{name}`"));
            continue;
        }
        let known = parameters.iter().find(|parameter| parameter.name == name && !parameter.allowed.is_empty());
        if let Some(parameter) = known.filter(|parameter| !parameter.allowed.contains(&words(&body))) {
            report.error(place, format!("`{shown}` is not a value of `{name}`: {}", parameter.allowed.join(", ")));
        }
        // Errors caused by the value are reported at the place that it replaces.
        macros[i].body = body.into_iter().map(|token| Token { span: place.span, ..token }).collect();
    }
}
