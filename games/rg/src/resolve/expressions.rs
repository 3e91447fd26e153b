//! Expressions to operands, with their types.

use super::{Names, PLAYER};
use crate::description::{Expression, Name, Type};
use crate::game::{Base, Key, Operand, Shape};
use crate::report::{Failure, Report, nearest};
use treebench_rbg::expr::Span;

/// An operand with its type; the set of a single value is unknown.
pub(super) struct TypedOperand {
    pub(super) operand: Operand,
    keys: Vec<usize>,
    leaf: Option<usize>,
    span: Span,
}

impl Names {
    /// An expression with its type.
    pub(super) fn expression(&mut self, expression: &Expression, report: &mut Report) -> Result<TypedOperand, Failure> {
        let span = expression.span();
        match expression {
            Expression::Name(name) => {
                let shape = |shape: &Shape| (shape.keys.clone(), Some(shape.leaf));
                let (base, (keys, leaf)) = if let Some(&number) = self.variables.get(&name.text) {
                    let variable = &self.declared[number];
                    (Base::State(variable.offset), shape(&variable.shape))
                } else if let Some((of, first)) = self.constants.get(&name.text) {
                    (Base::Constant(*first), shape(of))
                } else if let Some(symbol) = self.symbols.get(&name.text) {
                    (Base::Symbol(symbol), (Vec::new(), None))
                } else {
                    return Err(self.unknown(name, report));
                };
                let cells = leaf.map_or(1, |leaf| self.types.cells(&Shape { keys: keys.clone(), leaf }));
                Ok(TypedOperand { operand: Operand { base, keys: Vec::new(), cells }, keys, leaf, span })
            }
            Expression::Cast(name, inner) => {
                let of = self.types.shape(&Type::Name(name.clone()), &mut self.symbols, report)?;
                let mut typed = self.expression(inner, report)?;
                if of.keys != typed.keys {
                    return Err(report.error(span, format!("this is not a `{}`", name.text)));
                }
                self.member(&typed, of.leaf, report)?;
                typed.leaf = typed.leaf.map(|_| of.leaf);
                typed.span = span;
                Ok(typed)
            }
            Expression::Access(map, key) => {
                let mut map = self.expression(map, report)?;
                let key = self.expression(key, report)?;
                if map.keys.is_empty() {
                    return Err(report.error(map.span, "this is not a map"));
                }
                if !key.keys.is_empty() {
                    return Err(report.error(key.span, "a map cannot be a key"));
                }
                let set = map.keys.remove(0);
                self.member(&key, set, report)?;
                map.operand.cells /= self.types.places(set);
                let stride = map.operand.cells;
                map.operand.keys.push(Key { set, stride, operand: key.operand });
                map.span = span;
                Ok(map)
            }
        }
    }

    /// An error unless a value can be a member of a set.
    fn member(&self, typed: &TypedOperand, set: usize, report: &mut Report) -> Result<(), Failure> {
        let fits = match (typed.leaf, typed.operand.base) {
            (Some(leaf), _) => self.types.overlap(leaf, set),
            (None, Base::Symbol(symbol)) => self.types.has(set, symbol),
            (None, _) => true,
        };
        if fits {
            return Ok(());
        }
        let wanted = self.types.set_name(set, &self.symbols);
        Err(match (typed.leaf, typed.operand.base) {
            (None, Base::Symbol(symbol)) => {
                let name = &self.symbols.list[usize::from(symbol)];
                let members = self.types.sets[set].1.iter().map(|&member| &*self.symbols.list[usize::from(member)]);
                let near = nearest(name, members);
                report.suggest(typed.span, format!("`{name}` is not a member of {wanted}"), near)
            }
            (leaf, _) => {
                let found = leaf.map_or(String::new(), |leaf| self.types.set_name(leaf, &self.symbols));
                report.error(typed.span, format!("this is from {found}, which shares no member with {wanted}"))
            }
        })
    }

    /// An error unless one side can have the value of the other.
    pub(super) fn agree(&self, left: &TypedOperand, right: &TypedOperand, report: &mut Report) -> Result<(), Failure> {
        if left.keys != right.keys {
            return Err(report.error(right.span, "one side is a map, and the other is not the same kind of map"));
        }
        match (left.leaf, right.leaf) {
            (Some(leaf), _) => self.member(right, leaf, report),
            (None, Some(leaf)) => self.member(left, leaf, report),
            (None, None) => Ok(()),
        }
    }

    /// A place that can be assigned to.
    pub(super) fn place(&mut self, expression: &Expression, report: &mut Report) -> Result<TypedOperand, Failure> {
        let typed = self.expression(expression, report)?;
        match typed.operand.base {
            Base::State(_) => Ok(typed),
            Base::Constant(_) => Err(report.error(typed.span, "a constant cannot be changed")),
            Base::Symbol(_) => Err(self.no_variable(expression, report)),
        }
    }

    fn no_variable(&self, expression: &Expression, report: &mut Report) -> Failure {
        match expression {
            Expression::Name(name) => self.unknown_variable(name, report),
            _ => report.error(expression.span(), "this is not a variable"),
        }
    }

    pub(super) fn unknown_variable(&self, name: &Name, report: &mut Report) -> Failure {
        let near = nearest(&name.text, self.variables.keys().map(|known| &**known));
        report.suggest(name.span, format!("unknown variable `{}`", name.text), near)
    }

    /// The set of `place = type(*)`.
    pub(super) fn any(&mut self, place: &TypedOperand, of: &Type, report: &mut Report) -> Result<usize, Failure> {
        let shape = self.types.shape(of, &mut self.symbols, report)?;
        let leaf = place.leaf.filter(|_| place.keys.is_empty() && shape.keys.is_empty());
        let Some(leaf) = leaf else {
            return Err(report.error(of.span(), "only a member of a set can be any"));
        };
        if place.operand.base == Base::State(self.declared[self.variables[PLAYER]].offset) {
            return Err(report.error(place.span, "who plays next cannot be any player"));
        }
        if let Some(&stranger) = self.types.sets[shape.leaf].1.iter().find(|&&member| !self.types.has(leaf, member)) {
            let name = &self.symbols.list[usize::from(stranger)];
            let set = self.types.set_name(leaf, &self.symbols);
            return Err(report.error(of.span(), format!("its member `{name}` is not a member of {set}")));
        }
        Ok(shape.leaf)
    }
}
