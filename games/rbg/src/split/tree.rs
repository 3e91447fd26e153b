//! Constructors that keep trees flat, as [`Expr`] promises.

use crate::expr::{Action, Expr};

/// A sequence.
pub(super) fn sequence(parts: Vec<Expr>) -> Expr {
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Expr::Sequence(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if flat.len() == 1 { flat.swap_remove(0) } else { Expr::Sequence(flat) }
}

/// An alternative of at least one expression.
pub(super) fn sum(parts: Vec<Expr>) -> Expr {
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Expr::Sum(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if flat.len() == 1 { flat.swap_remove(0) } else { Expr::Sum(flat) }
}

/// The tree without the dots selected by a test of the numbers in their spans. Patterns are searched too.
pub(super) fn erase(expr: &Expr, named: &mut dyn FnMut(u32) -> bool) -> Expr {
    match expr {
        Expr::Sequence(parts) => sequence(parts.iter().map(|part| erase(part, named)).collect()),
        Expr::Sum(parts) => sum(parts.iter().map(|part| erase(part, named)).collect()),
        Expr::Star(body) => Expr::Star(Box::new(erase(body, named))),
        Expr::Action(Action::Pattern { negated, body }, span) => {
            Expr::Action(Action::Pattern { negated: *negated, body: Box::new(erase(body, named)) }, *span)
        }
        Expr::Dot(span) if named(super::report::number(span)) => Expr::Sequence(Vec::new()),
        Expr::Action(..) | Expr::Dot(_) => expr.clone(),
    }
}
