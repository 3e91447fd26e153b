//! Values: `*` and `/` bind tighter than `+` and `-`, which associate to the left. A `-` may precede a number.

use super::cursor::Cursor;
use crate::lex::Kind;
use crate::limits::Limits;
use crate::names::{Meaning, Names};
use crate::report::{Failure, Place, Report};
use treebench_compile::{Arithmetic, Comparator, Comparison, Operator, Variable};

/// A value with its range.
struct Value {
    tree: Arithmetic,
    low: i64,
    high: i64,
    /// The height of the tree: a long sum is a high tree.
    height: usize,
}

/// The meaning of names in a value.
pub(crate) struct Values<'a> {
    pub(crate) names: &'a Names<'a>,
    /// The bounds of the variables, scores included.
    pub(crate) bounds: &'a [u32],
    pub(crate) squares: usize,
    pub(crate) limits: &'a Limits,
}

/// Reads a value.
pub(crate) fn value(cursor: &mut Cursor<'_>, values: &Values<'_>, report: &mut Report) -> Result<Arithmetic, Failure> {
    Ok(Reader { cursor, values: Some(values), limits: values.limits, depth: 0 }.sum(report)?.tree)
}

/// Reads `a < b`.
pub(crate) fn comparison(cursor: &mut Cursor<'_>, values: &Values<'_>, report: &mut Report) -> Result<Comparison, Failure> {
    const COMPARATORS: [(&str, Comparator); 6] = [
        ("==", Comparator::Equal),
        ("!=", Comparator::Unequal),
        ("<", Comparator::Less),
        ("<=", Comparator::LessEqual),
        (">", Comparator::Greater),
        (">=", Comparator::GreaterEqual),
    ];
    let left = value(cursor, values, report)?;
    let Some(&(_, comparator)) = COMPARATORS.iter().find(|(symbol, _)| cursor.eat(symbol)) else {
        return Err(cursor.expected("a comparison such as `==`", report));
    };
    Ok(Comparison { left, comparator, right: value(cursor, values, report)? })
}

/// Reads a value made of numbers only.
pub(crate) fn constant(cursor: &mut Cursor<'_>, limits: &Limits, report: &mut Report) -> Result<i64, Failure> {
    let start = cursor.peek().map_or(cursor.last(), |token| token.place());
    let value = Reader { cursor, values: None, limits, depth: 0 }.sum(report)?;
    number(&value.tree).ok_or_else(|| report.error(start, "division by zero"))
}

/// The value of a tree of numbers; the parser has ruled out overflow.
fn number(tree: &Arithmetic) -> Option<i64> {
    match tree {
        Arithmetic::Number(number) => Some(*number),
        Arithmetic::Variable(_) | Arithmetic::Count(_) => None,
        Arithmetic::Binary(left, operator, right) => {
            let (left, right) = (number(left)?, number(right)?);
            match operator {
                Operator::Add => left.checked_add(right),
                Operator::Subtract => left.checked_sub(right),
                Operator::Multiply => left.checked_mul(right),
                Operator::Divide => left.checked_div(right),
            }
        }
    }
}

struct Reader<'a, 'b> {
    cursor: &'a mut Cursor<'b>,
    /// `None`: no names.
    values: Option<&'a Values<'a>>,
    limits: &'a Limits,
    depth: usize,
}

impl Reader<'_, '_> {
    fn sum(&mut self, report: &mut Report) -> Result<Value, Failure> {
        let start = self.cursor.peek().map_or(self.cursor.last(), |token| token.place());
        let mut left = self.product(report)?;
        while let Some(operator) = self.operator([("+", Operator::Add), ("-", Operator::Subtract)]) {
            let right = self.product(report)?;
            left = self.combine(left, operator, right, start, report)?;
        }
        Ok(left)
    }

    fn product(&mut self, report: &mut Report) -> Result<Value, Failure> {
        let start = self.cursor.peek().map_or(self.cursor.last(), |token| token.place());
        let mut left = self.primary(report)?;
        while let Some(operator) = self.operator([("*", Operator::Multiply), ("/", Operator::Divide)]) {
            let right = self.primary(report)?;
            left = self.combine(left, operator, right, start, report)?;
        }
        Ok(left)
    }

    fn operator(&mut self, known: [(&str, Operator); 2]) -> Option<Operator> {
        known.iter().find(|(symbol, _)| self.cursor.eat(symbol)).map(|&(_, operator)| operator)
    }

    fn primary(&mut self, report: &mut Report) -> Result<Value, Failure> {
        let single = |tree, low, high| Ok(Value { tree, low, high, height: 1 });
        let Some(token) = self.cursor.peek() else { return Err(self.cursor.expected("a value", report)) };
        if self.cursor.eat("(") {
            self.depth += 1;
            if self.depth > self.limits.depth {
                return Err(report.error(token.place(), format!("parentheses are nested deeper than {}", self.limits.depth)));
            }
            let inner = self.sum(report)?;
            self.depth -= 1;
            self.cursor.expect(")", report)?;
            return Ok(inner);
        }
        let negative = self.cursor.eat("-");
        if !negative {
            self.cursor.eat("+");
        }
        match self.cursor.peek().map(|token| (&token.kind, token)) {
            Some((&Kind::Number(number), _)) => {
                self.cursor.next();
                let number = if negative { -number } else { number };
                single(Arithmetic::Number(number), number, number)
            }
            Some((Kind::Word(_), _)) if negative => {
                Err(report.error(token.place(), "`-` must precede a number or be between two values; write `0 - x`"))
            }
            Some((Kind::Word(word), token)) => {
                let Some(values) = self.values else { return Err(self.cursor.expected("a number", report)) };
                self.cursor.next();
                let bound = |i: u16| values.bounds.get(usize::from(i)).map_or(0, |&bound| i64::from(bound));
                match values.names.get(word) {
                    Some(Meaning::Player(player)) => single(Arithmetic::Variable(Variable(player)), 0, bound(player)),
                    Some(Meaning::Variable(variable)) => single(Arithmetic::Variable(variable), 0, bound(variable.0)),
                    Some(Meaning::Piece(piece)) => single(Arithmetic::Count(piece), 0, values.squares as i64),
                    _ => Err(values.names.unknown(token, "variable", |meaning| !matches!(meaning, Meaning::Direction(_)), report)),
                }
            }
            _ => Err(self.cursor.expected("a value", report)),
        }
    }

    fn combine(&self, left: Value, operator: Operator, right: Value, start: Place, report: &mut Report) -> Result<Value, Failure> {
        let at = start.to(self.cursor.last());
        let height = left.height.max(right.height) + 1;
        if height > self.limits.depth {
            return Err(report.error(at, format!("this value has more than {} operands in a row", self.limits.depth)));
        }
        let Some((low, high)) = range(operator, (left.low, left.high), (right.low, right.high)) else {
            return Err(report.error(at, "this value may overflow 64 bits"));
        };
        Ok(Value { tree: Arithmetic::Binary(Box::new(left.tree), operator, Box::new(right.tree)), low, high, height })
    }
}

/// The range of two values combined, if it fits.
fn range(operator: Operator, left: (i64, i64), right: (i64, i64)) -> Option<(i64, i64)> {
    let wide = |(low, high)| (i128::from(low), i128::from(high));
    let ((a, b), (c, d)) = (wide(left), wide(right));
    let (low, high) = match operator {
        Operator::Add => (a + c, b + d),
        Operator::Subtract => (a - d, b - c),
        Operator::Multiply => {
            let products = [a * c, a * d, b * c, b * d];
            (products.into_iter().min()?, products.into_iter().max()?)
        }
        // Division by a whole number can change the sign, but never enlarges the range.
        Operator::Divide if c >= 0 => (a.min(0), b.max(0)),
        Operator::Divide => {
            let most = a.abs().max(b.abs());
            (-most, most)
        }
    };
    Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
}
