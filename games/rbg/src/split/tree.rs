//! Trees put together again so that they stay flat, as [`Expr`] promises.

use crate::expr::{Action, Expr};

/// One after the other.
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

/// One of them; there must be at least one.
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

/// The tree without the dots that a test names, by the numbers in their spans. Patterns are searched too.
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
