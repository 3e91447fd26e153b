//! From text to a game, with all names resolved.
//!
//! Errors are collected: parsing continues after an error where that makes sense. If a section cannot be read, errors that depend on its
//! names are not reported.

mod action;
mod arithmetic;
mod board;
mod brackets;
mod cursor;
mod declarations;
mod expression;

use crate::description::Description;
use crate::error::Errors;
use crate::expand::Expander;
use crate::lex::lex;
use crate::limits::Limits;
use crate::names::Names;
use crate::parameter;
use crate::report::{Failure, Report};
use crate::sections::{self, Parts};
use arithmetic::Values;
use cursor::Cursor;

/// Parses a description. `name` is the name of the text in messages.
pub fn parse(name: &str, text: &str, limits: &Limits) -> Result<Description, Errors> {
    parse_with(name, text, &[], limits)
}

/// Parses a description in which the bodies of some macros without parameters, given by name, are replaced by other texts: for
/// [parameters](crate::parameters). A name that is no such macro, and a value that the parameter does not accept, are errors.
pub fn parse_with(name: &str, text: &str, overrides: &[(&str, &str)], limits: &Limits) -> Result<Description, Errors> {
    let mut report = Report::new(name, text);
    let description = read(text, overrides, limits, &mut report);
    report.finish(description.ok())
}

fn read(text: &str, overrides: &[(&str, &str)], limits: &Limits, report: &mut Report) -> Result<Description, Failure> {
    limits.admit(text, report)?;
    let lexed = lex(text, report);
    let mut parts = sections::split(&lexed.tokens, report);
    report.macros = parts.macros.iter().map(|directive| directive.name.clone()).collect();
    let parameters = parameter::declared(&lexed, &parts.macros, report);
    parameter::replace(&mut parts.macros, &parameters, overrides, limits, report);
    let description = tree(&parts, limits, report);
    if report.count() > 0 {
        brackets::report_unbalanced(&parts, report);
    }
    description
}

/// Reads the sections.
fn tree(parts: &Parts, limits: &Limits, report: &mut Report) -> Result<Description, Failure> {
    let mut expander = Expander::new(&parts.macros, limits);
    let texts = parts.sections.each_ref().map(|section| match section {
        Some(section) => Some((expander.section(section, report).ok()?, section.place())),
        None => None,
    });
    let [players, pieces, variables, board, rules] =
        texts.each_ref().map(|text| text.as_ref().map(|(tokens, place)| Cursor::new(tokens, *place)).ok_or(Failure));
    let mut names = Names::new(&parts.macros);
    let players = players.and_then(|mut cursor| declarations::players(&mut cursor, &mut names, limits, report));
    let pieces = pieces.and_then(|mut cursor| declarations::pieces(&mut cursor, &mut names, limits, report));
    let count = players.as_ref().map_or(0, Vec::len);
    let variables = variables.and_then(|mut cursor| declarations::variables(&mut cursor, &mut names, count, limits, report));
    names.incomplete = players.is_err() || pieces.is_err() || variables.is_err();
    let board = board.and_then(|mut cursor| board::board(&mut cursor, &mut names, limits, report));
    names.incomplete |= board.is_err();
    let bounds: Vec<u32> = players.iter().flatten().chain(variables.iter().flatten()).map(|bounded| bounded.bound).collect();
    let squares = board.as_ref().map_or(limits.squares, |board| board.squares());
    let values = Values { names: &names, bounds: &bounds, squares, limits };
    let rules = rules.and_then(|mut cursor| expression::rules(&mut cursor, &values, report));
    Ok(Description { players: players?, pieces: pieces?, variables: variables?, board: board?, rules: rules? })
}
