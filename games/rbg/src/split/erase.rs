//! Trees without some of their dots.

use crate::expr::{Action, Expr};

/// The tree without the dots selected by a test of the numbers in their spans. Patterns are searched too.
pub(super) fn erase(expr: &Expr, named: &mut dyn FnMut(u32) -> bool) -> Expr {
    match expr {
        Expr::Sequence(parts) => Expr::sequence(parts.iter().map(|part| erase(part, named)).collect()),
        Expr::Sum(parts) => Expr::sum(parts.iter().map(|part| erase(part, named)).collect()),
        Expr::Star(body) => Expr::Star(Box::new(erase(body, named))),
        Expr::Action(Action::Pattern { negated, body }, span) => {
            Expr::Action(Action::Pattern { negated: *negated, body: Box::new(erase(body, named)) }, *span)
        }
        Expr::Dot(span) if named(super::report::number(span)) => Expr::Sequence(Vec::new()),
        Expr::Action(..) | Expr::Dot(_) => expr.clone(),
    }
}
