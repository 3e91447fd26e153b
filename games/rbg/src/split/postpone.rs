//! Moving illegal dots to the right until they are legal (split-moves paper, appendix 2.2).

use super::report::{DotOutcome, Dots, Origin, number, numbered};
use crate::expr::Expr;

/// Moves each illegal dot one step to the right: past the next part of its sequence, or at the end of a sequence out of the alternative or
/// repetition that contains it. Dots that meet are merged. Patterns have no dots.
pub(super) fn postpone(rules: &Expr, illegal: &[bool], dots: &mut Dots) -> Expr {
    let mut walk = Walk { illegal, dots };
    let (rules, pending) = walk.expr(rules);
    for dot in pending {
        walk.dots.decide(dot, DotOutcome::Lost);
    }
    rules
}

struct Walk<'a> {
    illegal: &'a [bool],
    dots: &'a mut Dots,
}

impl Walk<'_> {
    /// The expression without the dots that leave it at its right end, and those dots.
    fn expr(&mut self, expr: &Expr) -> (Expr, Vec<u32>) {
        match expr {
            Expr::Sequence(parts) => self.sequence(parts),
            Expr::Sum(parts) => {
                let mut leaving = Vec::new();
                let mut whole = Vec::with_capacity(parts.len());
                for part in parts {
                    let (part, dots) = self.expr(part);
                    whole.push(part);
                    leaving.extend(dots);
                }
                (Expr::sum(whole), leaving)
            }
            Expr::Star(body) => {
                let (body, leaving) = self.expr(body);
                let mut whole = vec![Expr::Star(Box::new(body))];
                self.land(leaving, &mut whole);
                (Expr::sequence(whole), Vec::new())
            }
            Expr::Action(..) => (expr.clone(), Vec::new()),
            Expr::Dot(_) => self.sequence(std::slice::from_ref(expr)),
        }
    }

    fn sequence(&mut self, parts: &[Expr]) -> (Expr, Vec<u32>) {
        let mut whole = Vec::with_capacity(parts.len());
        // The dots that are moving past the next part.
        let mut pending = Vec::new();
        for part in parts {
            match part {
                Expr::Dot(span) if self.illegal[number(span) as usize] => {
                    self.dots.0[number(span) as usize].postponed += 1;
                    pending.push(number(span));
                }
                Expr::Dot(span) => self.put(number(span), &mut whole),
                _ => {
                    let (part, leaving) = self.expr(part);
                    whole.push(part);
                    pending.extend(leaving);
                    self.land(std::mem::take(&mut pending), &mut whole);
                }
            }
        }
        (Expr::sequence(whole), pending)
    }

    /// Puts dots at the end of a sequence.
    fn land(&mut self, dots: Vec<u32>, whole: &mut Vec<Expr>) {
        for dot in dots {
            self.put(dot, whole);
        }
    }

    /// Puts a dot at the end of a sequence. If there already is one, only one of them is kept, preferably the author's.
    fn put(&mut self, dot: u32, whole: &mut Vec<Expr>) {
        let Some(Expr::Dot(span)) = whole.last() else { return whole.push(numbered(dot)) };
        let other = number(span);
        if self.dots.0[dot as usize].origin == Origin::Text {
            whole.pop();
            whole.push(numbered(dot));
            self.dots.decide(other, DotOutcome::Merged);
        } else {
            self.dots.decide(dot, DotOutcome::Merged);
        }
    }
}
