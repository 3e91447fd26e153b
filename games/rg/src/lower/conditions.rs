//! Conditions: edges that lead to one node if they hold and to another if not.

use super::graphs::{Lowering, Scope};
use crate::description::{Label, Name};
use crate::hrg::{Expression, Operator};
use crate::report::Failure;

impl Lowering<'_, '_> {
    /// Without a node for either outcome, nothing happens then.
    pub(super) fn condition(
        &mut self,
        condition: &Expression,
        from: &Name,
        yes: Option<&Name>,
        no: Option<&Name>,
        scope: &mut Scope<'_>,
    ) -> Result<(), Failure> {
        match condition {
            Expression::Binary(left, Operator::And, right) => {
                let both = self.scoped_node(scope);
                self.condition(left, from, Some(&both), no, scope)?;
                self.condition(right, &both, yes, no, scope)
            }
            Expression::Binary(left, Operator::Or, right) => {
                if no.is_none() {
                    self.condition(left, from, yes, no, scope)?;
                    return self.condition(right, from, yes, no, scope);
                }
                let neither = self.scoped_node(scope);
                self.condition(left, from, yes, Some(&neither), scope)?;
                self.condition(right, &neither, yes, no, scope)
            }
            Expression::Binary(left, operator @ (Operator::Equal | Operator::Different), right) => {
                let (left, right) = (self.expression(left, scope)?, self.expression(right, scope)?);
                let differ = *operator == Operator::Different;
                for (to, negated) in [(yes, differ), (no, !differ)] {
                    if let Some(to) = to {
                        self.edge(from, to, Label::Compare { left: left.clone(), right: right.clone(), negated })?;
                    }
                }
                Ok(())
            }
            Expression::Call(called, arguments, _) if matches!(**called, Expression::Name(_)) => {
                let Expression::Name(name) = &**called else { return Err(Failure) };
                match (&*name.text, &arguments[..]) {
                    ("true", []) => yes.map_or(Ok(()), |to| self.edge(from, to, Label::Empty)),
                    ("false", []) => no.map_or(Ok(()), |to| self.edge(from, to, Label::Empty)),
                    ("not", [inner]) => self.condition(inner, from, no, yes, scope),
                    ("reachable", [Expression::Call(graph, arguments, _)]) if matches!(**graph, Expression::Name(_)) => {
                        let Expression::Name(graph) = &**graph else { return Err(Failure) };
                        let (first, last) = self.tested(graph, arguments, scope)?;
                        for (to, negated) in [(yes, false), (no, true)] {
                            if let Some(to) = to {
                                self.edge(from, to, Label::Reach { from: first.clone(), to: last.clone(), negated })?;
                            }
                        }
                        Ok(())
                    }
                    ("true" | "false" | "not" | "reachable", _) => {
                        let message = "expected `true()`, `false()`, `not(condition)` or `reachable(graph())`";
                        Err(self.report.error(condition.span(), message))
                    }
                    _ => Err(self.no_condition(condition)),
                }
            }
            _ => Err(self.no_condition(condition)),
        }
    }

    fn no_condition(&mut self, condition: &Expression) -> Failure {
        let message = "expected a condition: `a == b`, `a != b`, `reachable(…)`, `not(…)`, joined by `&&` and `||`";
        self.report.error(condition.span(), message)
    }
}
