//! Values to cells.

use super::Names;
use crate::description::Value;
use crate::game::{Shape, Symbol};
use crate::report::{Failure, Report};
use std::collections::BTreeSet;

impl Names {
    /// The cells of a value of this shape.
    pub(super) fn values(&self, value: &Value, shape: &Shape, report: &mut Report) -> Result<Vec<Symbol>, Failure> {
        match value {
            Value::Element(name) => {
                if let Some((known, first)) = self.constants.get(&name.text) {
                    if known.keys != shape.keys || !self.types.overlap(known.leaf, shape.leaf) {
                        return Err(report.error(name.span, format!("the constant `{}` has another type", name.text)));
                    }
                    return Ok(self.cells[*first..first + self.types.cells(shape)].to_vec());
                }
                if !shape.keys.is_empty() {
                    let message = format!("expected a map or a constant, as in `{{ :{} }}`", name.text);
                    return Err(report.error(name.span, message));
                }
                let symbol = self.symbols.get(&name.text);
                match symbol.filter(|&symbol| self.types.has(shape.leaf, symbol)) {
                    Some(symbol) => Ok(vec![symbol]),
                    None if symbol.is_none() => Err(self.unknown(name, report)),
                    None => {
                        let set = self.types.set_name(shape.leaf, &self.symbols);
                        Err(report.error(name.span, format!("`{}` is not a member of {set}", name.text)))
                    }
                }
            }
            Value::Map(entries, span) => {
                let [key, rest @ ..] = &shape.keys[..] else {
                    let set = self.types.set_name(shape.leaf, &self.symbols);
                    return Err(report.error(*span, format!("expected a member of {set}, found a map")));
                };
                let inner = Shape { keys: rest.to_vec(), leaf: shape.leaf };
                let mut defaults = entries.iter().filter(|(key, _)| key.is_none());
                let Some((_, default)) = defaults.next() else {
                    return Err(report.error(*span, "the map has no default, as in `{ a: x, :y }`"));
                };
                if defaults.next().is_some() {
                    return Err(report.error(*span, "the map has two defaults"));
                }
                let default = self.values(default, &inner, report)?;
                let members = &self.types.sets[*key].1;
                let mut cells = default.repeat(self.types.places(*key));
                let places = Places::new(members, self.symbols.list.len());
                let mut given = BTreeSet::new();
                for (name, value) in entries {
                    let Some(name) = name else { continue };
                    let Some(place) = self.symbols.get(&name.text).and_then(|symbol| places.of(symbol)) else {
                        if self.symbols.get(&name.text).is_none() {
                            return Err(self.unknown(name, report));
                        }
                        let set = self.types.set_name(*key, &self.symbols);
                        return Err(report.error(name.span, format!("the key `{}` is not a member of {set}", name.text)));
                    };
                    if !given.insert(place) {
                        return Err(report.error(name.span, format!("duplicate key `{}`", name.text)));
                    }
                    let value = self.values(value, &inner, report)?;
                    cells[place * value.len()..][..value.len()].copy_from_slice(&value);
                }
                Ok(cells)
            }
        }
    }
}

/// The places of members, without a search for each.
struct Places(Vec<u16>);

impl Places {
    const NONE: u16 = u16::MAX;

    fn new(members: &[Symbol], symbols: usize) -> Self {
        let mut places =
            vec![Self::NONE; if members.len() > 4 { symbols } else { members.iter().map(|&m| usize::from(m) + 1).max().unwrap_or(0) }];
        members.iter().zip(0..).for_each(|(&member, place)| places[usize::from(member)] = place);
        Places(places)
    }

    fn of(&self, symbol: Symbol) -> Option<usize> {
        self.0.get(usize::from(symbol)).filter(|&&place| place != Self::NONE).map(|&place| usize::from(place))
    }
}
