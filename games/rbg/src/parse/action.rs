//! Single actions: shifts, `{p, q}`, `[p, q]`, `[$ x = 1]`, `->white`.

use super::arithmetic;
use super::expression::Reader;
use crate::expr::{Action, Expr, Span};
use crate::lex::Token;
use crate::names::Meaning;
use crate::report::Failure;
use treebench_compile::{Control, Direction, Piece, Variable};

impl Reader<'_, '_> {
    /// Reads the closing bracket of an action.
    pub(super) fn close(&mut self, symbol: &str, opening: &Token, make: impl FnOnce(Span) -> Expr) -> Result<Expr, Failure> {
        self.cursor.expect(symbol, self.report)?;
        Ok(make(opening.place().to(self.cursor.last()).span))
    }

    /// Reads `up`.
    pub(super) fn shift(&mut self, token: &Token) -> Expr {
        match self.values.names.get(&token.text()) {
            Some(Meaning::Direction(direction)) => Expr::Action(Action::Shift(direction), token.span),
            meaning => {
                self.values.names.unknown(token, "direction", |meaning| matches!(meaning, Meaning::Direction(_)), self.report);
                // A macro that is misspelt: its arguments are no rules.
                if meaning.is_none() && self.cursor.eat("(") {
                    self.cursor.skip_bracket();
                }
                // It was a shift, so the following text is parsed as such.
                Expr::Action(Action::Shift(Direction(0)), token.span)
            }
        }
    }

    /// Reads `white` after `->`, or nothing after `->>`.
    pub(super) fn switch(&mut self, keeper: bool, arrow: &Token) -> Expr {
        let control = if keeper { Ok(Control::Keeper) } else { self.player() };
        let at = arrow.place().to(self.cursor.last());
        if self.patterns > 0 {
            self.report.error(at, "a pattern cannot hand over control");
        }
        Expr::Action(Action::Switch(control.unwrap_or(Control::Keeper)), at.span)
    }

    fn player(&mut self) -> Result<Control, Failure> {
        let token = self.cursor.word("a player", self.report)?;
        match self.values.names.get(&token.text()) {
            Some(Meaning::Player(player)) => Ok(Control::Player(player)),
            _ => Err(self.values.names.unknown(token, "player", |meaning| matches!(meaning, Meaning::Player(_)), self.report)),
        }
    }

    /// Reads pieces up to a closing bracket. Macros may be empty, so that commas may be adjacent.
    pub(super) fn pieces(&mut self, end: &str) -> Result<Vec<Piece>, Failure> {
        let mut pieces = Vec::new();
        let (mut failed, mut first) = (false, true);
        loop {
            let mut commas = 0;
            while self.cursor.eat(",") {
                commas += 1;
            }
            if self.cursor.is_at(end) {
                return if failed { Err(Failure) } else { Ok(pieces) };
            }
            if commas == 0 && !first {
                return Err(self.cursor.expected(&format!("`,` or `{end}`"), self.report));
            }
            let token = self.cursor.word("a piece", self.report)?;
            first = false;
            match self.values.names.get(&token.text()) {
                Some(Meaning::Piece(piece)) => pieces.push(piece),
                _ => {
                    self.values.names.unknown(token, "piece", |meaning| matches!(meaning, Meaning::Piece(_)), self.report);
                    failed = true;
                }
            }
        }
    }

    /// `[p, q]`: puts one of these.
    pub(super) fn offs(&mut self, pieces: Vec<Piece>, opening: &Token) -> Result<Expr, Failure> {
        let at = opening.place().to(self.cursor.last());
        if pieces.is_empty() {
            self.report.error(at, "expected a piece in `[…]`");
        }
        let mut sorted = pieces.clone();
        sorted.sort();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            self.report.error(at, "duplicate piece: this would give the same move twice");
        }
        self.weigh(2 * pieces.len(), at)?;
        self.close("]", opening, |span| Expr::sum(pieces.into_iter().map(|piece| Expr::Action(Action::Off(piece), span)).collect()))
    }

    /// Reads `x = 1, y = 2]`.
    pub(super) fn assignments(&mut self, opening: &Token) -> Result<Expr, Failure> {
        let mut parts = Vec::new();
        let mut start = opening.place();
        loop {
            let token = self.cursor.word("a variable or player", self.report)?;
            let variable = match self.values.names.get(&token.text()) {
                Some(Meaning::Player(player)) => Variable(player),
                Some(Meaning::Variable(variable)) => variable,
                _ => {
                    let fits = |meaning| matches!(meaning, Meaning::Player(_) | Meaning::Variable(_));
                    return Err(self.values.names.unknown(token, "variable", fits, self.report));
                }
            };
            self.cursor.expect("=", self.report)?;
            let value = arithmetic::value(self.cursor, self.values, self.report)?;
            self.weigh(2, token.place())?;
            let ends = self.cursor.is_at("]");
            if ends {
                self.cursor.next();
            }
            parts.push(Expr::Action(Action::Assign { variable, value }, start.to(self.cursor.last()).span));
            if ends {
                return Ok(Expr::sequence(parts));
            }
            self.cursor.expect(",", self.report)?;
            start = self.cursor.peek().map_or(start, Token::place);
        }
    }
}
