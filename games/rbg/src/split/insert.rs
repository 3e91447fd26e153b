//! Where a strategy writes its dots (split-moves paper, appendix 2.2, "Split strategies").

use super::report::{Dot, Dots, Origin};
use super::strategy::Split;
use crate::expr::{Action, Expr};

/// The rules with the strategy's dots beside those that the author wrote, all of them entered in the list.
///
/// * `Plus`: a dot at the start of each branch of an alternative, unless the whole alternative only moves over the board: it then
///   chooses a square, and that choice is not split.
/// * `Shift`: a dot after an alternative, if both it and what follows only move over the board: between a column and a row.
/// * Patterns are never split: dots in them are removed. No dot is written next to an existing one.
pub(super) fn insert(rules: &Expr, split: Split, dots: &mut Dots) -> Expr {
    match rules {
        Expr::Sequence(parts) => {
            let mut whole = Vec::with_capacity(parts.len());
            for (i, part) in parts.iter().enumerate() {
                whole.push(insert(part, split, dots));
                let Some(next) = parts.get(i + 1) else { break };
                let between = matches!(part, Expr::Sum(_)) && !matches!(next, Expr::Dot(_));
                if split.shift && between && only_shifts(part) && only_shifts(next) {
                    whole.push(dots.enter(Dot::new(Origin::Shift, next)));
                }
            }
            Expr::Sequence(whole)
        }
        Expr::Sum(parts) => {
            let plus = split.plus && !only_shifts(rules);
            Expr::Sum(parts.iter().map(|part| branch(part, plus, split, dots)).collect())
        }
        Expr::Star(body) => Expr::Star(Box::new(insert(body, split, dots))),
        Expr::Action(..) => rules.without_dots(&mut |_| true),
        Expr::Dot(_) => dots.enter(Dot::new(Origin::Text, rules)),
    }
}

/// A branch of an alternative, with or without a dot before it.
fn branch(part: &Expr, plus: bool, split: Split, dots: &mut Dots) -> Expr {
    let first = match part {
        Expr::Sequence(parts) => parts.first(),
        other => Some(other),
    };
    if !plus || matches!(first, Some(Expr::Dot(_))) {
        return insert(part, split, dots);
    }
    let dot = dots.enter(Dot::new(Origin::Plus, part));
    match insert(part, split, dots) {
        Expr::Sequence(parts) if parts.is_empty() => dot,
        Expr::Sequence(mut parts) => {
            parts.insert(0, dot);
            Expr::Sequence(parts)
        }
        other => Expr::Sequence(vec![dot, other]),
    }
}

/// Whether an expression only moves over the board: shifts, dots, and patterns of the same kind, whose outcome depends on the square alone.
pub(super) fn only_shifts(expr: &Expr) -> bool {
    match expr {
        Expr::Sequence(parts) | Expr::Sum(parts) => parts.iter().all(only_shifts),
        Expr::Star(body) => only_shifts(body),
        Expr::Action(Action::Shift(_), _) | Expr::Dot(_) => true,
        Expr::Action(Action::Pattern { body, .. }, _) => only_shifts(body),
        Expr::Action(..) => false,
    }
}
