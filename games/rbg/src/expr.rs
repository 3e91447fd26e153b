//! The rules as a tree: a regular expression over actions, every name resolved to a number.

use treebench_compile::{Arithmetic, Comparison, Control, Direction, Piece, Variable};

/// A place in the source: the byte offsets of its first character and of the end of its last.
/// Equality of trees ignores the places of their parts.
#[derive(Clone, Copy, Eq, Default, Debug)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset behind the last byte.
    pub end: u32,
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A regular expression over actions.
///
/// Sequences and alternatives are flat: no `Sequence` is directly in a `Sequence`, no `Sum` directly in a `Sum`, and neither has
/// exactly one part. `a^3` is written out by the parser; `[p,q]` is a `Sum` of two actions, `[$ x=1, y=2]` a `Sequence` of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// One after the other; if empty, always possible and without effect.
    Sequence(Vec<Expr>),
    /// One of them. Never empty.
    Sum(Vec<Expr>),
    /// Any number of times, none included.
    Star(Box<Expr>),
    /// One action.
    Action(Action, Span),
    /// A split point: ends a semimove and has no other effect. Keepers ignore it.
    Dot(Span),
}

/// An elementary action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// `up`: goes to the next square in a direction; impossible where there is none.
    Shift(Direction),
    /// `{p, q}`: possible if one of these pieces is on the current square. Sorted, without duplicates; empty is never possible.
    On(Vec<Piece>),
    /// `{$ a < b}`: possible if the comparison holds.
    Compare(Comparison),
    /// `{? e}` and `{! e}`: possible if the expression can be played from here, or if it cannot; its effects are undone. No switches
    /// inside.
    Pattern {
        /// Whether it is negated.
        negated: bool,
        /// The expression.
        body: Box<Expr>,
    },
    /// `[p]`: puts the piece on the current square.
    Off(Piece),
    /// `[$ x = e]`: impossible if the value is below 0 or above the variable's bound.
    Assign {
        /// The variable that changes.
        variable: Variable,
        /// Its new value.
        value: Arithmetic,
    },
    /// `->white`, `->>`: ends the move and hands over control.
    Switch(Control),
}

impl Expr {
    /// A flat sequence.
    pub(crate) fn sequence(parts: Vec<Expr>) -> Expr {
        let open = |part| if let Expr::Sequence(inner) = part { Ok(inner) } else { Err(part) };
        flat(parts, open).unwrap_or_else(Expr::Sequence)
    }

    /// Flat alternatives, of at least one expression.
    pub(crate) fn sum(parts: Vec<Expr>) -> Expr {
        let open = |part| if let Expr::Sum(inner) = part { Ok(inner) } else { Err(part) };
        flat(parts, open).unwrap_or_else(Expr::Sum)
    }

    /// The tree without the dots selected by a test of their spans. Patterns are searched too.
    pub(crate) fn without_dots(&self, selected: &mut dyn FnMut(&Span) -> bool) -> Expr {
        match self {
            Expr::Sequence(parts) => Expr::sequence(parts.iter().map(|part| part.without_dots(selected)).collect()),
            Expr::Sum(parts) => Expr::sum(parts.iter().map(|part| part.without_dots(selected)).collect()),
            Expr::Star(body) => Expr::Star(Box::new(body.without_dots(selected))),
            Expr::Action(Action::Pattern { negated, body }, span) => {
                Expr::Action(Action::Pattern { negated: *negated, body: Box::new(body.without_dots(selected)) }, *span)
            }
            Expr::Dot(span) if selected(span) => Expr::Sequence(Vec::new()),
            Expr::Action(..) | Expr::Dot(_) => self.clone(),
        }
    }
}

/// The only part, or all of them, where those of one kind give way to their own parts.
fn flat(parts: Vec<Expr>, open: impl Fn(Expr) -> Result<Vec<Expr>, Expr>) -> Result<Expr, Vec<Expr>> {
    let mut all = Vec::with_capacity(parts.len());
    for part in parts {
        match open(part) {
            Ok(inner) => all.extend(inner),
            Err(part) => all.push(part),
        }
    }
    if all.len() == 1 { Ok(all.remove(0)) } else { Err(all) }
}

impl Action {
    /// Whether the action changes the state other than the current square: offs, assignments and switches.
    pub fn is_modifier(&self) -> bool {
        matches!(self, Action::Off(_) | Action::Assign { .. } | Action::Switch(_))
    }
}
