//! Tokens to statements.

use super::expression::{arguments, expression, number};
use super::{Expression, Statement};
use crate::parse::cursor::Cursor;
use crate::parse::{any, type_of};
use crate::report::Failure;

/// The words with which statements and their parts begin.
const KEYWORDS: [&str; 7] = ["branch", "or", "if", "else", "loop", "repeat", "while"];

/// Statements in braces.
pub(super) fn block(cursor: &mut Cursor<'_>) -> Result<Vec<Statement>, Failure> {
    let open = cursor.expect("{")?;
    cursor.nested(|cursor| {
        let mut body = Vec::new();
        while !cursor.eat("}") {
            if cursor.is_done() || cursor.at_line_start() && starts_declaration(cursor) {
                return Err(cursor.report.error(open, "this has no closing `}`"));
            }
            body.push(statement(cursor)?);
        }
        Ok(body)
    })
}

/// The words with which declarations begin, but for those of functions and variables.
pub(super) const DECLARATIONS: [&str; 3] = ["domain", "graph", "reusable"];

/// Whether a declaration, and no statement, begins with the next tokens.
pub(super) fn starts_declaration(cursor: &Cursor<'_>) -> bool {
    DECLARATIONS.iter().any(|word| cursor.is_at(word)) && cursor.sees_word_after(1)
        || cursor.sees_word_after(0) && cursor.sees_after(1, ":")
}

fn statement(cursor: &mut Cursor<'_>) -> Result<Statement, Failure> {
    if cursor.sees_word_after(0) && (cursor.sees_after(1, "=") || cursor.sees_after(1, "[")) {
        return assignment(cursor);
    }
    let start = cursor.here();
    match cursor.peek() {
        "$" => {
            cursor.advance();
            tag(cursor, start.start)
        }
        "$$" => {
            cursor.advance();
            cursor.word("a variable").map(Statement::TagVariable)
        }
        "branch" => {
            cursor.advance();
            if cursor.sees_word_after(0) {
                let (name, of) = ranged(cursor)?;
                return Ok(Statement::BranchIn { name, of, body: block(cursor)? });
            }
            let mut arms = vec![block(cursor)?];
            while cursor.eat("or") {
                arms.push(block(cursor)?);
            }
            Ok(Statement::Branch(arms))
        }
        "if" => condition(cursor),
        "loop" => {
            cursor.advance();
            block(cursor).map(Statement::Loop)
        }
        "repeat" => {
            cursor.advance();
            if cursor.sees_after(1, "in") {
                let (name, of) = ranged(cursor)?;
                return Ok(Statement::RepeatIn { name, of, body: block(cursor)? });
            }
            Ok(Statement::Repeat { count: number(cursor)?, body: block(cursor)? })
        }
        "while" => {
            cursor.advance();
            Ok(Statement::While { condition: expression(cursor)?, body: block(cursor)? })
        }
        _ => {
            let name = cursor.word("a statement")?;
            cursor.expect_after(&name, "(", &KEYWORDS)?;
            Ok(Statement::Call { name, arguments: arguments(cursor, expression)? })
        }
    }
}

/// `if e { } else if e { } else { }`
fn condition(cursor: &mut Cursor<'_>) -> Result<Statement, Failure> {
    cursor.advance();
    let condition = expression(cursor)?;
    let then = block(cursor)?;
    let otherwise = match cursor.eat("else") {
        true if cursor.is_at("if") => vec![cursor.nested(self::condition)?],
        true => block(cursor)?,
        false => Vec::new(),
    };
    Ok(Statement::If { condition, then, otherwise })
}

/// `name in type`
fn ranged(cursor: &mut Cursor<'_>) -> Result<(crate::description::Name, crate::description::Type), Failure> {
    let name = cursor.word("a name")?;
    cursor.expect("in")?;
    Ok((name, type_of(cursor)?))
}

fn assignment(cursor: &mut Cursor<'_>) -> Result<Statement, Failure> {
    let variable = cursor.word("a variable")?;
    let mut keys: Vec<Expression> = Vec::new();
    while cursor.eat("[") {
        keys.push(expression(cursor)?);
        cursor.expect("]")?;
    }
    cursor.expect("=")?;
    Ok(match any(cursor)? {
        Some(of) => Statement::AssignAny { variable, keys, of },
        None => Statement::Assign { variable, keys, value: expression(cursor)? },
    })
}

/// `tag`, `(tag tag)`, or either after `_`; the sign before it is already taken.
fn tag(cursor: &mut Cursor<'_>, start: u32) -> Result<Statement, Failure> {
    let artificial = cursor.peek().starts_with('_');
    let mut parts = Vec::new();
    if artificial && cursor.is_at("_") {
        cursor.advance();
    }
    if cursor.eat("(") {
        while !cursor.eat(")") {
            parts.push(cursor.word("a tag or `)`")?);
        }
    } else {
        let word = cursor.word("a tag")?;
        let text = word.text.strip_prefix('_').unwrap_or(&word.text);
        parts.push(word.renamed(text));
    }
    let span = treebench_rbg::expr::Span { start, end: cursor.last().end };
    if parts.iter().any(|part| part.text.is_empty()) || parts.is_empty() {
        return Err(cursor.report.error(span, "a tag has a name"));
    }
    Ok(Statement::Tag { artificial, parts, span })
}
