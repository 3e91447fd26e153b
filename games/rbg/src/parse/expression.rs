//! The rules: sequences, `+`, `*`, `^n` and brackets; `action` parses their contents.

use super::arithmetic::{self, Values};
use super::cursor::Cursor;
use crate::expr::{Action, Expr};
use crate::lex::{Kind, Token};
use crate::report::{Failure, Place, Report};

/// Reads the rules.
pub(crate) fn rules(cursor: &mut Cursor<'_>, values: &Values<'_>, report: &mut Report) -> Result<Expr, Failure> {
    let mut reader = Reader { cursor, values, report, depth: 0, patterns: 0, weight: 0 };
    let rules = reader.sum()?;
    // What follows cannot be told apart from what should not be there.
    if let Some(token) = reader.cursor.next() {
        reader.unexpected(token);
    }
    Ok(rules)
}

/// Reads rules from tokens.
pub(super) struct Reader<'a, 'b> {
    pub(super) cursor: &'a mut Cursor<'b>,
    pub(super) values: &'a Values<'a>,
    pub(super) report: &'a mut Report,
    /// The depth of open brackets, and how many of them are patterns.
    depth: usize,
    pub(super) patterns: usize,
    /// An upper bound on the number of nodes of the automaton.
    weight: usize,
}

/// Parsing continues after an error where it can; `Failure` means that a limit was reached, so that it must stop.
impl Reader<'_, '_> {
    /// Reads alternatives.
    fn sum(&mut self) -> Result<Expr, Failure> {
        let mut parts = vec![self.sequence()?];
        while self.cursor.eat("+") {
            parts.push(self.sequence()?);
        }
        self.weigh(parts.len(), self.cursor.last())?;
        Ok(Expr::sum(parts))
    }

    /// Reads a sequence of at least one element.
    fn sequence(&mut self) -> Result<Expr, Failure> {
        let before = self.cursor.taken();
        let mut parts = Vec::new();
        while let Some(part) = self.element()? {
            parts.push(part);
        }
        if self.cursor.taken() == before {
            self.cursor.expected("an action or `(`", self.report);
        }
        Ok(Expr::sequence(parts))
    }

    /// Reads an action or a bracket followed by `*` or `^n`, if there is one.
    fn element(&mut self) -> Result<Option<Expr>, Failure> {
        let Some(token) = self.cursor.peek() else { return Ok(None) };
        let before = self.weight;
        let Some(body) = self.bare()? else { return Ok(None) };
        let body = if self.cursor.eat("*") {
            self.weigh(1, token.place())?;
            Expr::Star(Box::new(body))
        } else if self.cursor.eat("^") {
            let at = self.cursor.last();
            let times = self.exponent()?;
            self.weigh((self.weight - before).saturating_mul(times.saturating_sub(1)), at)?;
            Expr::sequence(vec![body; times])
        } else {
            return Ok(Some(body));
        };
        if self.cursor.is_at("*") || self.cursor.is_at("^") {
            self.cursor.next();
            self.report.error(self.cursor.last(), "only one `*` or `^` may follow an element; use parentheses");
            if self.cursor.peek().is_some_and(|token| matches!(token.kind, Kind::Number(_))) {
                self.cursor.next();
            }
        }
        Ok(Some(body))
    }

    /// Reads a number, or a constant value in parentheses.
    fn exponent(&mut self) -> Result<usize, Failure> {
        let at = self.cursor.peek().map_or(self.cursor.last(), Token::place);
        let read = match self.cursor.peek().map(|token| &token.kind) {
            Some(&Kind::Number(number)) => {
                self.cursor.next();
                Ok(number)
            }
            _ if self.cursor.eat("(") => {
                let opening = self.cursor.taken() - 1;
                let number = arithmetic::constant(self.cursor, self.values.limits, self.report);
                number
                    .and_then(|number| self.cursor.expect(")", self.report).map(|()| number))
                    .inspect_err(|_| self.cursor.skip_from(opening))
            }
            _ => {
                let failed = self.cursor.expected("a number", self.report);
                if self.cursor.peek().is_some_and(|token| token.word().is_some()) {
                    self.cursor.next();
                }
                Err(failed)
            }
        };
        let Ok(number) = read else { return Ok(1) };
        if number < 0 {
            self.report.error(at, "nothing can be repeated less than 0 times");
        }
        // An empty body is shortened here: any number of repetitions is empty.
        let number = usize::try_from(number).unwrap_or(1);
        if number > self.values.limits.nodes {
            return Err(self.too_large(at));
        }
        Ok(number)
    }

    /// Reads an action or a bracket, if there is one.
    fn bare(&mut self) -> Result<Option<Expr>, Failure> {
        let Some(token) = self.cursor.peek() else { return Ok(None) };
        match &token.kind {
            Kind::Word(_) => {
                self.cursor.next();
                self.weigh(1, token.place())?;
                Ok(Some(self.shift(token)))
            }
            Kind::Number(_) => {
                self.cursor.next();
                self.report.error(token.place(), "a number is only allowed after `^`, in `[$ …]` or in `{$ …}`");
                Ok(Some(nothing()))
            }
            Kind::Symbol(symbol) => self.bracket(symbol, token),
        }
    }

    fn bracket(&mut self, symbol: &str, token: &Token) -> Result<Option<Expr>, Failure> {
        if !["(", "{?", "{!", "{$", "{", "[", "[$", "->", "->>", "."].contains(&symbol) {
            return Ok(None);
        }
        let opening = self.cursor.taken();
        self.cursor.next();
        self.weigh(2, token.place())?;
        let read = match symbol {
            "(" => return self.parentheses(token).map(Some),
            "{?" | "{!" => return self.pattern(symbol == "{!", token).map(Some),
            "->" | "->>" => return Ok(Some(self.switch(symbol == "->>", token))),
            "." if self.patterns > 0 => return Ok(Some(nothing())),
            "." => return Ok(Some(Expr::Dot(token.span))),
            "{$" => arithmetic::comparison(self.cursor, self.values, self.report)
                .and_then(|comparison| self.close("}", token, |span| Expr::Action(Action::Compare(comparison), span))),
            "{" => self.pieces("}").and_then(|mut pieces| {
                pieces.sort();
                pieces.dedup();
                self.close("}", token, |span| Expr::Action(Action::On(pieces), span))
            }),
            "[" => self.pieces("]").and_then(|pieces| self.offs(pieces, token)),
            _ => self.assignments(token),
        };
        Ok(Some(read.unwrap_or_else(|Failure| {
            self.cursor.skip_from(opening);
            nothing()
        })))
    }

    /// Reads what follows `(`.
    fn parentheses(&mut self, opening: &Token) -> Result<Expr, Failure> {
        if self.cursor.eat(")") {
            return Ok(nothing());
        }
        self.deeper(opening)?;
        let inner = self.sum()?;
        self.depth -= 1;
        self.closing(")", opening)?;
        Ok(inner)
    }

    /// Reads what follows `{?` or `{!`.
    fn pattern(&mut self, negated: bool, opening: &Token) -> Result<Expr, Failure> {
        self.deeper(opening)?;
        self.patterns += 1;
        let body = Box::new(self.sum()?);
        self.patterns -= 1;
        self.depth -= 1;
        self.closing("}", opening)?;
        Ok(Expr::Action(Action::Pattern { negated, body }, opening.place().to(self.cursor.last()).span))
    }

    /// Moves behind a closing bracket; anything unreadable before it is reported and skipped.
    fn closing(&mut self, symbol: &str, opening: &Token) -> Result<(), Failure> {
        let mut told = false;
        while !self.cursor.eat(symbol) {
            let Some(token) = self.cursor.peek() else {
                self.report.error(opening.place(), format!("unclosed: missing `{symbol}`"));
                return Ok(());
            };
            if token.is(")") || token.is("]") || token.is("}") {
                self.report.error(token.place(), format!("expected `{symbol}`, found `{}`", token.text()));
                return Ok(());
            }
            self.cursor.next();
            if !told {
                self.unexpected(token);
                told = true;
            }
        }
        Ok(())
    }

    fn unexpected(&mut self, token: &Token) {
        self.report.error(token.place(), format!("`{}` is not allowed here", token.text()));
    }

    fn deeper(&mut self, opening: &Token) -> Result<(), Failure> {
        self.depth += 1;
        let most = self.values.limits.depth;
        if self.depth > most { Err(self.report.error(opening.place(), format!("brackets are nested deeper than {most}"))) } else { Ok(()) }
    }

    pub(super) fn weigh(&mut self, weight: usize, at: Place) -> Result<(), Failure> {
        self.weight = self.weight.saturating_add(weight);
        if self.weight > self.values.limits.nodes { Err(self.too_large(at)) } else { Ok(()) }
    }

    fn too_large(&mut self, at: Place) -> Failure {
        self.report.error(at, format!("the rules have more than {} nodes when all repetitions are expanded", self.values.limits.nodes))
    }
}

/// No action at all.
fn nothing() -> Expr {
    Expr::Sequence(Vec::new())
}
