//! Tokens to a [`Description`]: the low-level language.

pub(crate) mod cursor;

use crate::description::{Declaration, Description, Edge, Expression, Label, Name, Type, Typedef, Value};
use crate::lex::{Kind, Token, lex};
use crate::limits::Limits;
use crate::report::{Failure, Report};
use cursor::Cursor;
use treebench_rbg::expr::Span;

/// The tokens of a text without its comments, unless it is too long.
pub(crate) fn tokens(limits: &Limits, report: &mut Report) -> Result<Vec<Token>, Failure> {
    if report.source().text().len() > limits.source_bytes {
        return Err(report.error(Span::default(), format!("the text has more than {} bytes", limits.source_bytes)));
    }
    let mut tokens = lex(report);
    tokens.retain(|token| token.kind != Kind::Comment);
    Ok(tokens)
}

/// Reads a `.rg` text.
pub(crate) fn description(limits: &Limits, report: &mut Report) -> Result<Description, Failure> {
    let tokens = tokens(limits, report)?;
    let cursor = &mut Cursor::new(&tokens, limits.depth, report);
    let mut description = Description::default();
    while !cursor.is_done() {
        if declaration(cursor, &mut description).is_err() {
            while !cursor.is_done() && !cursor.eat(";") {
                cursor.advance();
            }
        }
    }
    Ok(description)
}

fn declaration(cursor: &mut Cursor<'_>, description: &mut Description) -> Result<(), Failure> {
    match cursor.peek() {
        "@" => description.pragmas.push(pragma(cursor)?),
        "type" => {
            cursor.advance();
            let name = cursor.word("the name of a type")?;
            cursor.expect("=")?;
            description.types.push(Typedef { name, of: type_of(cursor)? });
        }
        keyword @ ("const" | "var") => {
            let constant = keyword == "const";
            cursor.advance();
            let name = cursor.word(if constant { "the name of a constant" } else { "the name of a variable" })?;
            cursor.expect(":")?;
            let of = type_of(cursor)?;
            cursor.expect("=")?;
            let declared = Declaration { name, of, value: value(cursor)? };
            if constant { &mut description.constants } else { &mut description.variables }.push(declared);
        }
        _ => {
            let from = cursor.word("`type`, `const`, `var`, or the first node of an edge")?;
            cursor.expect(",")?;
            let to = cursor.word("the second node of an edge")?;
            cursor.expect(":")?;
            description.edges.push(Edge { from, to, label: label(cursor)? });
        }
    }
    cursor.expect(";").map(drop)
}

/// `@name …` without the semicolon. What it claims is not used.
fn pragma(cursor: &mut Cursor<'_>) -> Result<String, Failure> {
    let mut words = String::new();
    while !cursor.is_done() && !cursor.is_at(";") {
        let joined = words.is_empty() || words == "@";
        if !joined {
            words.push(' ');
        }
        words.push_str(cursor.peek());
        cursor.advance();
    }
    Ok(words)
}

/// `{ a, b }`, `name`, or either `-> type`.
pub(crate) fn type_of(cursor: &mut Cursor<'_>) -> Result<Type, Failure> {
    let start = cursor.here();
    let left = if cursor.eat("{") {
        let members = cursor.list(",", "}", |cursor| cursor.word("a member"))?;
        let span = cursor.since(start);
        if members.is_empty() {
            return Err(cursor.report.error(span, "a type has at least one member"));
        }
        Type::Set(members, span)
    } else {
        Type::Name(cursor.word("a type")?)
    };
    if cursor.eat("->") {
        let right = cursor.nested(type_of)?;
        return Ok(Type::Arrow(Box::new(left), Box::new(right)));
    }
    Ok(left)
}

fn value(cursor: &mut Cursor<'_>) -> Result<Value, Failure> {
    let start = cursor.here();
    if !cursor.eat("{") {
        return Ok(Value::Element(cursor.word("a value")?));
    }
    let entry = |cursor: &mut Cursor<'_>| {
        let key = if cursor.is_at(":") { None } else { Some(cursor.word("a key or `:`")?) };
        cursor.expect(":")?;
        Ok((key, cursor.nested(value)?))
    };
    let entries = cursor.list(",", "}", entry)?;
    Ok(Value::Map(entries, cursor.since(start)))
}

fn label(cursor: &mut Cursor<'_>) -> Result<Label, Failure> {
    match cursor.peek() {
        ";" => Ok(Label::Empty),
        "$" => {
            cursor.advance();
            cursor.word("a tag").map(Label::Tag)
        }
        "$$" => {
            cursor.advance();
            cursor.word("a variable").map(Label::TagVariable)
        }
        sign @ ("?" | "!") => {
            let negated = sign == "!";
            cursor.advance();
            let from = cursor.word("a node")?;
            cursor.expect("->")?;
            Ok(Label::Reach { from, to: cursor.word("a node")?, negated })
        }
        _ => {
            let left = expression(cursor)?;
            if cursor.eat("=") {
                return Ok(match any(cursor)? {
                    Some(of) => Label::AssignAny(left, of),
                    None => Label::Assign(left, expression(cursor)?),
                });
            }
            let negated = cursor.is_at("!=");
            if !negated && !cursor.is_at("==") {
                return Err(cursor.expected("`=`, `==` or `!=`"));
            }
            cursor.advance();
            Ok(Label::Compare { left, right: expression(cursor)?, negated })
        }
    }
}

/// `type(*)`, if that is what comes.
pub(crate) fn any(cursor: &mut Cursor<'_>) -> Result<Option<Type>, Failure> {
    let starts = cursor.is_at("{") || cursor.sees_after(1, "(") && cursor.sees_after(2, "*");
    if !starts {
        return Ok(None);
    }
    let of = type_of(cursor)?;
    cursor.expect("(")?;
    cursor.expect("*")?;
    cursor.expect(")")?;
    Ok(Some(of))
}

/// `name`, `type(e)`, and entries of either: `e[key]`.
fn expression(cursor: &mut Cursor<'_>) -> Result<Expression, Failure> {
    let name: Name = cursor.word("an expression")?;
    let mut read = if cursor.eat("(") {
        let of = cursor.nested(expression)?;
        cursor.expect(")")?;
        Expression::Cast(name, Box::new(of))
    } else {
        Expression::Name(name)
    };
    let mut accesses = 0;
    while cursor.eat("[") {
        accesses += 1;
        if accesses > MOST_KEYS {
            return Err(cursor.report.error(cursor.last(), format!("more than {MOST_KEYS} keys in a row")));
        }
        let key = cursor.nested(expression)?;
        cursor.expect("]")?;
        read = Expression::Access(Box::new(read), Box::new(key));
    }
    Ok(read)
}

/// The maximum number of keys of a map.
pub(crate) const MOST_KEYS: usize = 32;
