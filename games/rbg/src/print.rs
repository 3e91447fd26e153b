//! A game as text: its canonical form, without macros. Parsing it gives the same game.

mod board;
mod expression;

use crate::description::{BoundedName, Description};
use crate::expr::Expr;
use std::fmt;

/// The width of a line of rules in characters, where words allow it.
const WIDTH: usize = 110;

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "#players = {}", bounded(&self.players))?;
        writeln!(f, "#pieces = {}", self.pieces.join(", "))?;
        writeln!(f, "{}", format!("#variables = {}", bounded(&self.variables)).trim_end())?;
        writeln!(f, "#board ={}", board::text(&self.board, &self.pieces))?;
        writeln!(f, "#rules = {}", wrapped(&expression::text(self, &self.rules), WIDTH))
    }
}

impl Description {
    /// An expression of this game as text, on one line.
    pub fn show(&self, expr: &Expr) -> String {
        expression::text(self, expr).replace(expression::FIXED, " ")
    }
}

/// `white(100), black(100)`.
fn bounded(list: &[BoundedName]) -> String {
    list.iter().map(|bounded| format!("{}({})", bounded.name, bounded.bound)).collect::<Vec<_>>().join(", ")
}

/// Breaks a text at spaces; a space may be written wherever a line may end.
fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut column = 0;
    for word in text.split(' ') {
        if column > 0 && column + word.len() > width {
            out.push_str("\n    ");
            column = 4;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += word.len();
    }
    out.replace(expression::FIXED, " ")
}
