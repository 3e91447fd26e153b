//! Rules as text.

use crate::description::Description;
use crate::expr::{Action, Expr};
use std::fmt::Write as _;
use treebench_compile::{Arithmetic, Control, Operator, Piece};

/// A non-breaking space, so that actions stay in one piece.
pub(super) const FIXED: char = '\u{a0}';

/// An expression as text, with [`FIXED`] for the spaces inside actions.
pub(super) fn text(game: &Description, expr: &Expr) -> String {
    let mut printer = Printer { game, out: String::new() };
    printer.sum(expr);
    printer.out
}

struct Printer<'a> {
    game: &'a Description,
    out: String,
}

impl Printer<'_> {
    /// An expression that needs no parentheses on its own.
    fn sum(&mut self, expr: &Expr) {
        match expr {
            Expr::Sum(parts) if !self.offs(expr) => {
                for (i, part) in parts.iter().enumerate() {
                    self.out.push_str(if i > 0 { " + " } else { "" });
                    self.sequence(part);
                }
            }
            Expr::Sum(_) => {}
            _ => self.sequence(expr),
        }
    }

    /// An operand of `+`. Equal neighbours are written as powers.
    fn sequence(&mut self, expr: &Expr) {
        let Expr::Sequence(parts) = expr else { return self.element(expr) };
        if parts.is_empty() {
            return self.out.push_str("()");
        }
        let mut rest = &parts[..];
        while let Some(first) = rest.first() {
            self.out.push_str(if rest.len() < parts.len() { " " } else { "" });
            let equal = rest.iter().take_while(|part| *part == first).count();
            if equal > 1 && !matches!(first, Expr::Star(_)) {
                self.element(first);
                self.put(format_args!("^{equal}"));
                rest = &rest[equal..];
            } else {
                self.element(first);
                rest = &rest[1..];
            }
        }
    }

    /// An operand of `*`.
    fn element(&mut self, expr: &Expr) {
        match expr {
            Expr::Star(body) => {
                if matches!(**body, Expr::Star(_)) {
                    self.parentheses(body);
                } else {
                    self.element(body);
                }
                self.out.push('*');
            }
            Expr::Action(action, _) => self.action(action),
            Expr::Dot(_) => self.out.push('.'),
            Expr::Sequence(parts) if parts.is_empty() => self.out.push_str("()"),
            Expr::Sum(_) if self.offs(expr) => {}
            _ => self.parentheses(expr),
        }
    }

    fn parentheses(&mut self, expr: &Expr) {
        self.out.push('(');
        self.sum(expr);
        self.out.push(')');
    }

    /// Writes `[p, q]` if this is a choice between offs only.
    fn offs(&mut self, expr: &Expr) -> bool {
        let Expr::Sum(parts) = expr else { return false };
        let pieces: Option<Vec<Piece>> =
            parts.iter().map(|part| if let Expr::Action(Action::Off(piece), _) = part { Some(*piece) } else { None }).collect();
        let Some(pieces) = pieces else { return false };
        // One bracket may not list a piece twice.
        if (1..pieces.len()).any(|i| pieces[..i].contains(&pieces[i])) {
            return false;
        }
        let list = self.pieces(&pieces);
        self.put(format_args!("[{list}]"));
        true
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Shift(direction) => self.out.push_str(&self.game.board.directions[usize::from(direction.0)]),
            Action::On(pieces) => {
                let list = self.pieces(pieces);
                self.put(format_args!("{{{list}}}"));
            }
            Action::Compare(comparison) => {
                self.put(format_args!("{{${FIXED}"));
                self.value(&comparison.left, 0);
                self.put(format_args!("{FIXED}{}{FIXED}", comparison.comparator.symbol()));
                self.value(&comparison.right, 0);
                self.out.push('}');
            }
            Action::Pattern { negated, body } => {
                self.put(format_args!("{{{}{FIXED}", if *negated { '!' } else { '?' }));
                self.sum(body);
                self.out.push('}');
            }
            Action::Off(piece) => self.put(format_args!("[{}]", self.game.pieces[usize::from(piece.0)])),
            Action::Assign { variable, value } => {
                self.put(format_args!("[${FIXED}{}{FIXED}={FIXED}", self.game.variable(*variable).name));
                self.value(value, 0);
                self.out.push(']');
            }
            Action::Switch(Control::Keeper) => self.out.push_str("->>"),
            Action::Switch(Control::Player(player)) => self.put(format_args!("->{}", self.game.players[usize::from(*player)].name)),
        }
    }

    /// A value; `tighter` is how tight the adjacent operator binds.
    fn value(&mut self, value: &Arithmetic, tighter: u8) {
        match value {
            Arithmetic::Number(number) => self.put(format_args!("{number}")),
            Arithmetic::Variable(variable) => self.out.push_str(&self.game.variable(*variable).name),
            Arithmetic::Count(piece) => self.out.push_str(&self.game.pieces[usize::from(piece.0)]),
            Arithmetic::Binary(left, operator, right) => {
                let (sign, binding) = match operator {
                    Operator::Add => ("+", 1),
                    Operator::Subtract => ("-", 1),
                    Operator::Multiply => ("*", 2),
                    Operator::Divide => ("/", 2),
                };
                let parentheses = binding < tighter;
                self.out.push_str(if parentheses { "(" } else { "" });
                self.value(left, binding);
                self.put(format_args!("{FIXED}{sign}{FIXED}"));
                self.value(right, binding + 1);
                self.out.push_str(if parentheses { ")" } else { "" });
            }
        }
    }

    fn pieces(&self, pieces: &[Piece]) -> String {
        pieces.iter().map(|piece| self.game.pieces[usize::from(piece.0)].as_str()).collect::<Vec<_>>().join(&format!(",{FIXED}"))
    }

    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }
}
