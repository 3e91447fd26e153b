//! Expressions of statements.

use super::graphs::{Lowering, Scope, argument};
use crate::description::{Expression, Name};
use crate::hrg;
use crate::report::Failure;

impl Lowering<'_, '_> {
    /// A variable, or an entry of one.
    pub(super) fn place(&mut self, variable: &Name, keys: &[hrg::Expression], scope: &Scope<'_>) -> Result<Expression, Failure> {
        let name = argument(scope.graph, variable).unwrap_or_else(|| variable.clone());
        let mut place = Expression::Name(name);
        for key in keys {
            place = Expression::Access(Box::new(place), Box::new(self.expression(key, scope)?));
        }
        Ok(place)
    }

    /// An expression of a statement: variables, constants, members, and entries of maps.
    pub(super) fn expression(&mut self, expression: &hrg::Expression, scope: &Scope<'_>) -> Result<Expression, Failure> {
        match expression {
            hrg::Expression::Name(name) => Ok(Expression::Name(match scope.bindings.get(&name.text) {
                Some(term) => name.renamed(term.name()),
                None => argument(scope.graph, name).unwrap_or_else(|| name.clone()),
            })),
            hrg::Expression::Access(map, key) => {
                Ok(Expression::Access(Box::new(self.expression(map, scope)?), Box::new(self.expression(key, scope)?)))
            }
            hrg::Expression::Call(map, keys, _) => {
                let mut read = self.expression(map, scope)?;
                for key in keys {
                    read = Expression::Access(Box::new(read), Box::new(self.expression(key, scope)?));
                }
                Ok(read)
            }
            hrg::Expression::Built(name, _) => {
                let term = self.functions.evaluate(expression, &mut scope.bindings.clone(), self.report)?;
                Ok(Expression::Name(name.renamed(term.name())))
            }
            _ => Err(self.report.error(expression.span(), "only a function computes; write one and call it here")),
        }
    }
}
