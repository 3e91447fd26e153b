//! Variables: their values at the start.

use super::functions::{Functions, shortest};
use super::made;
use super::term::{Bindings, Term};
use crate::description::{Declaration, Type, Value};
use crate::hrg::{Expression, Pattern, Variable};
use crate::report::{Failure, Report};
use std::collections::BTreeSet;

impl Functions<'_> {
    /// A variable with its value.
    pub(super) fn variable(&mut self, variable: &Variable, report: &mut Report) -> Result<Declaration, Failure> {
        let value = match &variable.value {
            Some(value) => self.value(value, &mut Bindings::default(), report)?,
            None => self.first(&variable.of, report)?,
        };
        Ok(Declaration { name: variable.name.clone(), of: variable.of.clone(), value })
    }

    /// The value of a variable of which nothing is said: the first member of its type, for every key.
    pub(super) fn first(&mut self, of: &Type, report: &mut Report) -> Result<Value, Failure> {
        if let Type::Arrow(_, to) = of {
            return Ok(Value::Map(vec![(None, self.first(to, report)?)], of.span()));
        }
        let members = self.domains.of(of, report)?;
        let first = members.first().map(Term::name).ok_or_else(|| report.error(of.span(), "a type has at least one member"))?;
        Ok(Value::Element(made(first, of.span())))
    }

    fn value(&mut self, expression: &Expression, bindings: &mut Bindings, report: &mut Report) -> Result<Value, Failure> {
        let Expression::Map { default, parts, span } = expression else {
            let term = self.evaluate(expression, bindings, report)?;
            return Ok(Value::Element(made(term.name(), expression.span())));
        };
        if let ([part], None) = (&parts[..], default)
            && matches!(part.pattern, Pattern::Any(_))
        {
            return Ok(Value::Map(vec![(None, self.value(&part.value, bindings, report)?)], *span));
        }
        let (mut pairs, mut keys) = (Vec::new(), BTreeSet::new());
        for part in parts {
            self.part(part, report, |functions, key, bindings, report| {
                functions.count(*span, report)?;
                let name = key.name();
                if !keys.insert(key) {
                    return Err(report.error(*span, format!("duplicate key `{name}`")));
                }
                pairs.push((name, functions.value(&part.value, bindings, report)?));
                Ok(())
            })?;
        }
        let Some(default) = default else {
            if pairs.is_empty() {
                return Err(report.error(*span, "a map has an entry or a default, as in `{ :empty }`"));
            }
            return Ok(shortest(pairs, *span));
        };
        let mut entries = vec![(None, self.value(default, bindings, report)?)];
        entries.extend(pairs.into_iter().map(|(key, value)| (Some(made(key, *span)), value)));
        Ok(Value::Map(entries, *span))
    }
}
