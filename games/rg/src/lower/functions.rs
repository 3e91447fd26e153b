//! Functions: evaluated for all arguments, so that each becomes a constant map.

use super::domains::{Domains, values};
use super::made;
use super::term::{Bindings, Term};
use crate::description::{Declaration, Name, Type, Value};
use crate::hrg::{Expression, Function, Operator, Part, Pattern, is_variable};
use crate::limits::Limits;
use crate::report::{Failure, Report, nearest};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_rbg::expr::Span;

/// How much deeper evaluation may nest than a text.
const DEEPEST: usize = 3;

/// All functions, and what evaluating them may still cost.
pub(super) struct Functions<'a> {
    list: BTreeMap<&'a str, &'a Function>,
    pub(super) domains: &'a Domains,
    limits: &'a Limits,
    evaluations: usize,
    pub(super) entries: usize,
    depth: usize,
}

impl<'a> Functions<'a> {
    pub(super) fn new(list: &'a [Function], domains: &'a Domains, limits: &'a Limits) -> Self {
        let list = list.iter().map(|function| (&*function.name.text, function)).collect();
        Functions { list, domains, limits, evaluations: 0, entries: 0, depth: 0 }
    }

    /// A function as a constant.
    pub(super) fn constant(&mut self, function: &Function, report: &mut Report) -> Result<Declaration, Failure> {
        let arity = function.cases[0].patterns.len();
        if let Some(case) = function.cases.iter().find(|case| case.patterns.len() != arity) {
            let message = format!("`{}` has {arity} arguments above, here {}", function.name.text, case.patterns.len());
            return Err(report.error(case.span, message));
        }
        if arity == 0 {
            return Err(report.error(function.name.span, format!("the function `{}` has no arguments", function.name.text)));
        }
        let value = self.layer(function, &function.of, arity, &mut Vec::new(), report)?;
        Ok(Declaration { name: function.name.clone(), of: function.of.clone(), value })
    }

    /// The map from the arguments that are still missing.
    fn layer(
        &mut self,
        function: &Function,
        of: &Type,
        missing: usize,
        given: &mut Vec<Term>,
        report: &mut Report,
    ) -> Result<Value, Failure> {
        if missing == 0 {
            let result = self.call(function, given, function.name.span, report)?;
            return Ok(Value::Element(made(result.name(), function.name.span)));
        }
        let Type::Arrow(from, to) = of else {
            let message = format!("the type of `{}` has fewer arguments than its cases", function.name.text);
            return Err(report.error(function.name.span, message));
        };
        let mut pairs = Vec::new();
        for key in self.domains.of(from, report)? {
            self.count(function.name.span, report)?;
            given.push(key.clone());
            let value = self.layer(function, to, missing - 1, given, report);
            given.pop();
            pairs.push((key.name(), value?));
        }
        Ok(shortest(pairs, function.name.span))
    }

    /// Counts an entry of a map.
    pub(super) fn count(&mut self, at: Span, report: &mut Report) -> Result<(), Failure> {
        self.entries += 1;
        if self.entries > self.limits.entries {
            return Err(report.error(at, format!("all maps together have more than {} entries", self.limits.entries)));
        }
        Ok(())
    }

    fn call(&mut self, function: &Function, given: &[Term], at: Span, report: &mut Report) -> Result<Term, Failure> {
        for case in &function.cases {
            let mut bindings = Bindings::default();
            if case.patterns.len() == given.len() && case.patterns.iter().zip(given).all(|(pattern, term)| bindings.fits(pattern, term)) {
                return self.evaluate(&case.body, &mut bindings, report);
            }
        }
        let given: Vec<Arc<str>> = given.iter().map(Term::name).collect();
        Err(report.error(at, format!("no case of `{}` matches {}", function.name.text, given.join(", "))))
    }

    /// The value of an expression whose variables are bound.
    pub(super) fn evaluate(&mut self, expression: &Expression, bindings: &mut Bindings, report: &mut Report) -> Result<Term, Failure> {
        self.evaluations += 1;
        if self.evaluations > self.limits.evaluations {
            return Err(report.error(expression.span(), format!("functions take more than {} steps", self.limits.evaluations)));
        }
        if self.depth == DEEPEST * self.limits.depth {
            return Err(report.error(expression.span(), "infinite recursion of functions"));
        }
        self.depth += 1;
        let result = self.term(expression, bindings, report);
        self.depth -= 1;
        result
    }

    fn term(&mut self, expression: &Expression, bindings: &mut Bindings, report: &mut Report) -> Result<Term, Failure> {
        match expression {
            Expression::Name(name) => match bindings.get(&name.text) {
                Some(term) => Ok(term.clone()),
                None if is_variable(&name.text) => {
                    let near = nearest(&name.text, bindings.names());
                    Err(report.suggest(name.span, format!("`{}` is not bound by any pattern", name.text), near))
                }
                None => Ok(Term::Word(Arc::clone(&name.text))),
            },
            Expression::Built(name, parts) => {
                let parts = parts.iter().map(|part| self.evaluate(part, bindings, report)).collect::<Result<_, _>>()?;
                Ok(Term::Built(Arc::clone(&name.text), parts))
            }
            Expression::Call(function, arguments, span) => {
                let Expression::Name(name) = &**function else {
                    return Err(report.error(*span, "only functions are called by name here"));
                };
                let Some(&function) = self.list.get(&*name.text) else {
                    let near = nearest(&name.text, self.list.keys().copied());
                    return Err(report.suggest(name.span, format!("unknown function `{}`", name.text), near));
                };
                let given = arguments.iter().map(|argument| self.evaluate(argument, bindings, report)).collect::<Result<Vec<_>, _>>()?;
                self.call(function, &given, *span, report)
            }
            Expression::If(parts, _) => {
                let [condition, then, otherwise] = &**parts;
                let branch = if self.holds(condition, bindings, report)? { then } else { otherwise };
                self.evaluate(branch, bindings, report)
            }
            Expression::Binary(left, operator, right) => {
                let a = self.number(left, bindings, report)?;
                let b = self.number(right, bindings, report)?;
                let result = match operator {
                    Operator::Add => a.checked_add(b),
                    Operator::Subtract => a.checked_sub(b),
                    // As on a board whose edges meet: -1 % 3 is 2.
                    Operator::Modulo => a.checked_rem_euclid(b),
                    _ => return Err(report.error(expression.span(), "a condition has no value; write `if … then … else …`")),
                };
                let result = result.ok_or_else(|| report.error(expression.span(), format!("{a} and {b} have no such result")))?;
                Ok(Term::Word(result.to_string().into()))
            }
            Expression::Access(..) => Err(report.error(expression.span(), "a function reads no variable; use its arguments")),
            Expression::Map { span, .. } => Err(report.error(*span, "only a variable has a map as its value")),
        }
    }

    fn number(&mut self, expression: &Expression, bindings: &mut Bindings, report: &mut Report) -> Result<i64, Failure> {
        let term = self.evaluate(expression, bindings, report)?;
        term.number().ok_or_else(|| report.error(expression.span(), format!("`{}` is not a number", term.name())))
    }

    fn holds(&mut self, condition: &Expression, bindings: &mut Bindings, report: &mut Report) -> Result<bool, Failure> {
        let Expression::Binary(left, operator, right) = condition else {
            return Err(report.error(condition.span(), "expected a condition, as in `X == 1`"));
        };
        match operator {
            Operator::And => return Ok(self.holds(left, bindings, report)? && self.holds(right, bindings, report)?),
            Operator::Or => return Ok(self.holds(left, bindings, report)? || self.holds(right, bindings, report)?),
            Operator::In => {
                let term = self.evaluate(left, bindings, report)?;
                let Expression::Name(domain) = &**right else {
                    return Err(report.error(right.span(), "expected a domain after `in`"));
                };
                return match self.domains.has(&domain.text, &term) {
                    Some(has) => Ok(has),
                    None => self.domains.named(domain, report).map(|_| false),
                };
            }
            Operator::Add | Operator::Subtract | Operator::Modulo => {
                return Err(report.error(condition.span(), "expected a condition, as in `X == 1`"));
            }
            _ => {}
        }
        let (a, b) = (self.evaluate(left, bindings, report)?, self.evaluate(right, bindings, report)?);
        let order = match (a.number(), b.number()) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ if a == b => Ordering::Equal,
            _ if matches!(operator, Operator::Equal | Operator::Different) => Ordering::Less,
            _ => return Err(report.error(condition.span(), format!("`{}` and `{}` are not numbers", a.name(), b.name()))),
        };
        Ok(match operator {
            Operator::Equal => order.is_eq(),
            Operator::Different => order.is_ne(),
            Operator::AtMost => order.is_le(),
            Operator::Below => order.is_lt(),
            Operator::AtLeast => order.is_ge(),
            _ => order.is_gt(),
        })
    }

    /// The entries of a map by comprehension.
    pub(super) fn part(
        &mut self,
        part: &Part,
        report: &mut Report,
        mut entry: impl FnMut(&mut Self, Term, &mut Bindings, &mut Report) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut rows = vec![Bindings::default()];
        for range in &part.ranges {
            let values = values(range, self.limits.symbols, report)?;
            if rows.len().saturating_mul(values.len()) > self.limits.entries {
                return Err(report.error(range.name.span, format!("the map has more than {} entries", self.limits.entries)));
            }
            let longer = |row: &Bindings, value: &Term| {
                let mut row = row.clone();
                row.push(&range.name.text, value.clone());
                row
            };
            rows = rows.iter().flat_map(|row| values.iter().map(move |value| longer(row, value))).collect();
        }
        for mut row in rows {
            let key = key(&part.pattern, &row, report)?;
            entry(self, key, &mut row, report)?;
        }
        Ok(())
    }
}

/// The key that a pattern without wildcards is.
fn key(pattern: &Pattern, bindings: &Bindings, report: &mut Report) -> Result<Term, Failure> {
    match pattern {
        Pattern::Any(span) => Err(report.error(*span, "`_` is no key beside others; write the default first, as in `{ :empty; … }`")),
        Pattern::Literal(name) => Ok(Term::Word(Arc::clone(&name.text))),
        Pattern::Variable(name) => bindings.get(&name.text).cloned().ok_or_else(|| {
            let near = nearest(&name.text, bindings.names());
            report.suggest(name.span, format!("`where` does not define `{}`", name.text), near)
        }),
        Pattern::Built(name, parts) => {
            let parts = parts.iter().map(|part| key(part, bindings, report)).collect::<Result<_, _>>()?;
            Ok(Term::Built(Arc::clone(&name.text), parts))
        }
    }
}

/// A map whose default is its most frequent value; among equally frequent ones it is an element, and the last in the order of names. Keys that
/// are not given have it, too.
pub(super) fn shortest(pairs: Vec<(Arc<str>, Value)>, at: Span) -> Value {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (i, (_, value)) in pairs.iter().enumerate() {
        counts.entry(value.to_string()).or_insert((0, i)).0 += 1;
    }
    let simple = |i: usize| matches!(pairs[i].1, Value::Element(_));
    let best = counts.iter().max_by(|(a, (n, i)), (b, (m, j))| n.cmp(m).then(simple(*i).cmp(&simple(*j))).then(a.cmp(b)));
    let Some((default, &(_, place))) = best else { return Value::Map(Vec::new(), at) };
    let mut entries: Vec<(Option<Name>, Value)> = vec![(None, pairs[place].1.clone())];
    let default = default.clone();
    entries.extend(pairs.into_iter().filter(|(_, value)| value.to_string() != default).map(|(key, value)| (Some(made(key, at)), value)));
    Value::Map(entries, at)
}
