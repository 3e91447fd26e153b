//! From tokens to sections and macros.

use crate::error::nearest;
use crate::expr::Span;
use crate::lex::{Kind, Token};
use crate::report::{Place, Report};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The names of the sections, in the order in which they are read.
pub(crate) const SECTIONS: [&str; 5] = ["players", "pieces", "variables", "board", "rules"];

/// The maximum number of parameters of a macro.
const PARAMETERS: usize = 64;

/// `#name = …`, or with parameters `#name(a; b) = …`.
#[derive(Clone, Debug)]
pub(crate) struct Directive {
    pub(crate) name: Rc<str>,
    /// The name, with the `#`.
    pub(crate) span: Span,
    pub(crate) parameters: Vec<Rc<str>>,
    pub(crate) body: Vec<Token>,
    /// The number of directives before it; it sees only those.
    pub(crate) order: usize,
}

impl Directive {
    pub(crate) fn place(&self) -> Place {
        Place { span: self.span, origin: 0 }
    }
}

/// A description split into its parts.
pub(crate) struct Parts {
    /// The sections in the order of [`SECTIONS`].
    pub(crate) sections: [Option<Directive>; 5],
    /// The macros in the order of the text.
    pub(crate) macros: Vec<Directive>,
}

/// Splits a description into its parts.
pub(crate) fn split(tokens: &[Token], report: &mut Report) -> Parts {
    let mut parts = Parts { sections: [const { None }; 5], macros: Vec::new() };
    let mut arities = BTreeMap::new();
    let starts: Vec<usize> = (0..tokens.len()).filter(|&i| tokens[i].is("#")).collect();
    if let Some(token) = tokens.first().filter(|token| !token.is("#")) {
        report.error(token.place(), format!("a description starts with a section, such as `#players`, not with `{}`", token.text()));
    }
    for (order, &start) in starts.iter().enumerate() {
        let end = starts.get(order + 1).copied().unwrap_or(tokens.len());
        if let Some(directive) = directive(&tokens[start..end], order, report) {
            match SECTIONS.iter().position(|name| **name == *directive.name) {
                Some(section) => section_found(section, directive, &mut parts, report),
                None => macro_found(directive, &mut arities, &mut parts, report),
            }
        }
    }
    let end = report.source().text().trim_end().len() as u32;
    for (section, name) in SECTIONS.iter().enumerate() {
        if parts.sections[section].is_none() {
            let misspelt = parts.macros.iter().take(1000).find(|directive| nearest(&directive.name, [*name]).is_some());
            let found = misspelt.map(|directive| format!("; `#{}` is read as a macro", directive.name));
            let place = misspelt.map_or(Place { span: Span { start: end, end }, origin: 0 }, Directive::place);
            report.error(place, format!("the section `#{name}` is missing{}", found.unwrap_or_default()));
        }
    }
    parts
}

/// Reads a directive, `#` included.
fn directive(tokens: &[Token], order: usize, report: &mut Report) -> Option<Directive> {
    let Some(name) = tokens.get(1).and_then(Token::word) else {
        let at = tokens.get(1).unwrap_or(&tokens[0]).place();
        report.error(at, "the name of a section or macro must follow `#`");
        return None;
    };
    let place = tokens[0].place().to(tokens[1].place());
    let mut directive = Directive { name: name.clone(), span: place.span, parameters: Vec::new(), body: Vec::new(), order };
    let mut rest = &tokens[2..];
    if rest.first().is_some_and(|token| token.is("(")) {
        let Some(end) = parameters(&rest[1..], &mut directive, report) else {
            report.error(rest[0].place(), "the parameters of a macro are up to 64 names between `(` and `)`, separated by `;`");
            return None;
        };
        rest = &rest[1 + end..];
    }
    if !rest.first().is_some_and(|token| token.is("=")) {
        report.error(rest.first().map_or(place, Token::place), format!("`=` must follow `#{name}`"));
        return None;
    }
    directive.body = rest[1..].to_vec();
    Some(directive)
}

/// Reads parameters up to `)`; returns the number of tokens read.
fn parameters(tokens: &[Token], directive: &mut Directive, report: &mut Report) -> Option<usize> {
    for (i, pair) in tokens.chunks(2).take(PARAMETERS).enumerate() {
        let [name, end] = pair else { return None };
        let name = match &name.kind {
            Kind::Word(word) if directive.parameters.contains(word) => {
                report.error(name.place(), format!("duplicate parameter `{word}`"));
                word
            }
            Kind::Word(word) => word,
            _ => return None,
        };
        directive.parameters.push(name.clone());
        if end.is(")") {
            return Some(2 * i + 2);
        }
        if !end.is(";") {
            return None;
        }
    }
    None
}

fn section_found(section: usize, directive: Directive, parts: &mut Parts, report: &mut Report) {
    if !directive.parameters.is_empty() {
        report.error(directive.place(), format!("the section `#{}` takes no parameters", directive.name));
    }
    if parts.sections[section].is_some() {
        report.error(directive.place(), format!("duplicate section `#{}`", directive.name));
        return;
    }
    parts.sections[section] = Some(directive);
}

/// Keeps a macro unless there already is one with its name.
fn macro_found(directive: Directive, arities: &mut BTreeMap<Rc<str>, Vec<usize>>, parts: &mut Parts, report: &mut Report) {
    let (name, count) = (&directive.name, directive.parameters.len());
    let others = arities.entry(name.clone()).or_default();
    if others.contains(&count) {
        report.error(directive.place(), format!("duplicate macro `{name}` with {}", counted(count)));
    } else if others.iter().any(|&other| other == 0 || count == 0) {
        report.error(directive.place(), format!("the macro `{name}` is defined with parameters and without"));
    } else {
        others.push(count);
        parts.macros.push(directive);
    }
}

/// "no parameters", "1 parameter", "2 parameters".
pub(crate) fn counted(parameters: usize) -> String {
    match parameters {
        0 => "no parameters".to_string(),
        1 => "1 parameter".to_string(),
        n => format!("{n} parameters"),
    }
}
