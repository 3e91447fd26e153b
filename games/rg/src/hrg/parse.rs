//! Tokens to a [`Source`]: declarations.

use super::expression::{arguments, expression, pattern, ranges};
use super::statement::{DECLARATIONS, block, starts_declaration};
use super::{Case, Domain, Element, Function, Graph, Source, Variable};
use crate::limits::Limits;
use crate::parse::cursor::Cursor;
use crate::parse::{tokens, type_of};
use crate::report::{Failure, Report};

/// Reads a `.hrg` text.
pub(crate) fn source(limits: &Limits, report: &mut Report) -> Result<Source, Failure> {
    let tokens = tokens(limits, report)?;
    let cursor = &mut Cursor::new(&tokens, limits.depth, report);
    let mut source = Source::default();
    while !cursor.is_done() {
        let before = cursor.here().start;
        if declaration(cursor, &mut source).is_err() {
            // An error ends with the declaration that it is in.
            if cursor.here().start == before {
                cursor.advance();
            }
            while !(cursor.is_done() || cursor.at_line_start() && starts_declaration(cursor)) {
                cursor.advance();
            }
        }
    }
    Ok(source)
}

fn declaration(cursor: &mut Cursor<'_>, source: &mut Source) -> Result<(), Failure> {
    match cursor.peek() {
        "domain" => source.domains.push(domain(cursor)?),
        "graph" | "reusable" => source.graphs.push(graph(cursor)?),
        _ => {
            let name = cursor.word("`domain`, `graph`, or the name of a function or variable")?;
            cursor.expect_after(&name, ":", &DECLARATIONS)?;
            let of = type_of(cursor)?;
            if cursor.is_at(&name.text) && cursor.sees_after(1, "(") {
                let mut cases = Vec::new();
                while cursor.is_at(&name.text) && cursor.sees_after(1, "(") {
                    let start = cursor.here();
                    cursor.advance();
                    cursor.advance();
                    let patterns = cursor.list(",", ")", pattern)?;
                    let span = cursor.since(start);
                    cursor.expect("=")?;
                    cases.push(Case { patterns, body: expression(cursor)?, span });
                }
                source.functions.push(Function { name, of, cases });
            } else {
                let value = if cursor.eat("=") { Some(expression(cursor)?) } else { None };
                source.variables.push(Variable { name, of, value });
            }
        }
    }
    Ok(())
}

fn domain(cursor: &mut Cursor<'_>) -> Result<Domain, Failure> {
    cursor.advance();
    let name = cursor.word("the name of a domain")?;
    cursor.expect("=")?;
    let mut elements = Vec::new();
    loop {
        let member = cursor.word("a member")?;
        elements.push(if cursor.eat("(") {
            let arguments = cursor.list(",", ")", |cursor| cursor.word("an argument"))?;
            Element::Built { name: member, arguments, ranges: ranges(cursor)? }
        } else {
            Element::Name(member)
        });
        if !cursor.eat("|") {
            return Ok(Domain { name, elements });
        }
    }
}

fn graph(cursor: &mut Cursor<'_>) -> Result<Graph, Failure> {
    let reusable = cursor.eat("reusable");
    cursor.expect("graph")?;
    let name = cursor.word("the name of a graph")?;
    cursor.expect("(")?;
    let arguments = arguments(cursor, |cursor| {
        let name = cursor.word("an argument")?;
        cursor.expect(":")?;
        Ok((name, type_of(cursor)?))
    })?;
    Ok(Graph { name, reusable, arguments, body: block(cursor)? })
}
