//! Tokens to expressions and patterns.

use super::{Expression, Members, Operator, Part, Pattern, Range, is_variable};
use crate::parse::MOST_KEYS;
use crate::parse::cursor::Cursor;
use crate::report::Failure;

/// Operators with how tightly they bind; those that bind tightest come first, and a longer symbol before those that it begins with.
const OPERATORS: [(&str, Operator, u8); 12] = [
    ("+", Operator::Add, 4),
    ("-", Operator::Subtract, 4),
    ("%", Operator::Modulo, 4),
    ("in", Operator::In, 4),
    ("==", Operator::Equal, 3),
    ("!=", Operator::Different, 3),
    ("<=", Operator::AtMost, 3),
    ("<", Operator::Below, 3),
    (">=", Operator::AtLeast, 3),
    (">", Operator::Above, 3),
    ("&&", Operator::And, 2),
    ("||", Operator::Or, 1),
];

/// The maximum number of operators of the same kind in a row, which nest.
const MOST_OPERANDS: usize = 100;

/// Reads an expression.
pub(super) fn expression(cursor: &mut Cursor<'_>) -> Result<Expression, Failure> {
    cursor.nested(|cursor| binary(cursor, 1))
}

/// Operators that bind at least as tightly as `least`; all are left-associative, but `&&` and `||`, for which it makes no difference.
fn binary(cursor: &mut Cursor<'_>, least: u8) -> Result<Expression, Failure> {
    let mut left = postfix(cursor)?;
    let mut operands = 0;
    while let Some(&(_, operator, tightness)) = OPERATORS.iter().find(|(symbol, _, tightness)| cursor.is_at(symbol) && *tightness >= least)
    {
        operands += 1;
        if operands > MOST_OPERANDS {
            return Err(cursor.report.error(cursor.here(), format!("more than {MOST_OPERANDS} operators in a row")));
        }
        cursor.advance();
        let right = binary(cursor, tightness + 1)?;
        left = Expression::Binary(Box::new(left), operator, Box::new(right));
    }
    Ok(left)
}

fn postfix(cursor: &mut Cursor<'_>) -> Result<Expression, Failure> {
    let start = cursor.here();
    let mut read = primary(cursor)?;
    let mut keys = 0;
    loop {
        keys += 1;
        if keys > MOST_KEYS {
            return Err(cursor.report.error(cursor.here(), format!("more than {MOST_KEYS} keys in a row")));
        }
        if cursor.eat("[") {
            let key = expression(cursor)?;
            cursor.expect("]")?;
            read = Expression::Access(Box::new(read), Box::new(key));
        } else if cursor.eat("(") {
            let given = arguments(cursor, expression)?;
            read = Expression::Call(Box::new(read), given, cursor.since(start));
        } else {
            return Ok(read);
        }
    }
}

fn primary(cursor: &mut Cursor<'_>) -> Result<Expression, Failure> {
    let start = cursor.here();
    if cursor.is_at("if") && !cursor.sees_after(1, "]") {
        cursor.advance();
        let condition = expression(cursor)?;
        cursor.expect("then")?;
        let then = expression(cursor)?;
        cursor.expect("else")?;
        let otherwise = expression(cursor)?;
        return Ok(Expression::If(Box::new([condition, then, otherwise]), cursor.since(start)));
    }
    if cursor.eat("(") {
        let inner = expression(cursor)?;
        cursor.expect(")")?;
        return Ok(inner);
    }
    if cursor.eat("{") {
        return map(cursor);
    }
    let name = cursor.word("an expression")?;
    if is_variable(&name.text) && cursor.eat("(") {
        return Ok(Expression::Built(name, arguments(cursor, expression)?));
    }
    Ok(Expression::Name(name))
}

/// `{ :default; pattern = e where … }`, whose brace is already taken.
fn map(cursor: &mut Cursor<'_>) -> Result<Expression, Failure> {
    let start = cursor.last();
    let mut default = None;
    let parts = cursor.list(";", "}", |cursor| {
        if default.is_none() && cursor.eat(":") {
            default = Some(Box::new(expression(cursor)?));
            return Ok(None);
        }
        let pattern = pattern(cursor)?;
        cursor.expect("=")?;
        let value = expression(cursor)?;
        Ok(Some(Part { pattern, value, ranges: ranges(cursor)? }))
    })?;
    Ok(Expression::Map { default, parts: parts.into_iter().flatten().collect(), span: cursor.since(start) })
}

/// `where X in 0..7, Y in { a, b }`, or nothing.
pub(super) fn ranges(cursor: &mut Cursor<'_>) -> Result<Vec<Range>, Failure> {
    let mut ranges = Vec::new();
    if cursor.eat("where") {
        loop {
            let name = cursor.word("a variable")?;
            cursor.expect("in")?;
            let of = if cursor.eat("{") {
                Members::List(cursor.list(",", "}", |cursor| cursor.word("a member"))?)
            } else {
                let low = number(cursor)?;
                cursor.expect("..")?;
                Members::Numbers(low, number(cursor)?)
            };
            ranges.push(Range { name, of });
            if !cursor.eat(",") {
                break;
            }
        }
    }
    Ok(ranges)
}

/// Reads a pattern.
pub(super) fn pattern(cursor: &mut Cursor<'_>) -> Result<Pattern, Failure> {
    let name = cursor.word("a pattern")?;
    if &*name.text == "_" {
        return Ok(Pattern::Any(name.span));
    }
    if cursor.eat("(") {
        return Ok(Pattern::Built(name, arguments(cursor, |cursor| cursor.nested(pattern))?));
    }
    Ok(if is_variable(&name.text) { Pattern::Variable(name) } else { Pattern::Literal(name) })
}

/// A list in parentheses, whose opening one is already taken.
pub(super) fn arguments<T>(cursor: &mut Cursor<'_>, read: impl FnMut(&mut Cursor<'_>) -> Result<T, Failure>) -> Result<Vec<T>, Failure> {
    cursor.list(",", ")", read)
}

/// A whole number.
pub(super) fn number(cursor: &mut Cursor<'_>) -> Result<u32, Failure> {
    let word = cursor.word("a number")?;
    word.text.parse().map_err(|_| cursor.report.error(word.span, format!("`{}` is not a whole number below 2³²", word.text)))
}
