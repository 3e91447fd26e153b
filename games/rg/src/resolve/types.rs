//! Types: sets of values, and maps between them.

use super::symbols::Symbols;
use crate::description::{Name, Type, Typedef};
use crate::game::{Set, Shape, Symbol};
use crate::limits::Limits;
use crate::report::{Failure, Report, nearest};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// All types.
pub(super) struct Types {
    named: BTreeMap<Arc<str>, Shape>,
    /// The members of every set.
    pub(super) sets: Vec<(Option<Arc<str>>, Vec<Symbol>)>,
    /// For every set a bit for each symbol.
    bits: Vec<Vec<u64>>,
    numbers: BTreeMap<Vec<Symbol>, usize>,
}

/// The maximum number of different sets: each has a table with an entry for every symbol.
const MOST_SETS: usize = 1000;

impl Types {
    pub(super) fn new(list: &[Typedef], symbols: &mut Symbols, limits: &Limits, report: &mut Report) -> Result<Self, Failure> {
        let mut types = Types { named: BTreeMap::new(), sets: Vec::new(), bits: Vec::new(), numbers: BTreeMap::new() };
        let mut known: BTreeMap<&str, &Typedef> = BTreeMap::new();
        for typedef in list {
            if known.insert(&typedef.name.text, typedef).is_some() {
                report.error(typedef.name.span, format!("duplicate type `{}`", typedef.name.text));
            }
        }
        for typedef in list {
            let _ = types.define(typedef, &known, limits.depth, symbols, report);
        }
        Ok(types)
    }

    /// A named type, which may use others before or after it.
    fn define(
        &mut self,
        typedef: &Typedef,
        known: &BTreeMap<&str, &Typedef>,
        depth: usize,
        symbols: &mut Symbols,
        report: &mut Report,
    ) -> Result<(), Failure> {
        if self.named.contains_key(&typedef.name.text) {
            return Ok(());
        }
        if depth == 0 {
            return Err(report.error(typedef.name.span, format!("the type `{}` contains itself", typedef.name.text)));
        }
        let mut used = Vec::new();
        names(&typedef.of, &mut used);
        for name in used {
            if let Some(other) = known.get(&*name.text) {
                self.define(other, known, depth - 1, symbols, report)?;
            }
        }
        let shape = self.shape(&typedef.of, symbols, report)?;
        if shape.keys.is_empty() {
            self.sets[shape.leaf].0.get_or_insert_with(|| Arc::clone(&typedef.name.text));
        }
        self.named.insert(Arc::clone(&typedef.name.text), shape);
        Ok(())
    }

    /// The shape of a type.
    pub(super) fn shape(&mut self, of: &Type, symbols: &mut Symbols, report: &mut Report) -> Result<Shape, Failure> {
        match of {
            Type::Name(name) => self.named.get(&name.text).cloned().ok_or_else(|| {
                let near = nearest(&name.text, self.named.keys().map(|known| &**known));
                report.suggest(name.span, format!("unknown type `{}`", name.text), near)
            }),
            Type::Set(members, span) => {
                let mut numbers = Vec::with_capacity(members.len());
                for member in members {
                    numbers.push(symbols.add(member, report)?);
                }
                let mut seen = BTreeSet::new();
                if let Some(twice) = (0..numbers.len()).find(|&i| !seen.insert(numbers[i])) {
                    return Err(report.error(members[twice].span, format!("duplicate member `{}`", members[twice].text)));
                }
                if let Some(&known) = self.numbers.get(&numbers) {
                    return Ok(Shape { keys: Vec::new(), leaf: known });
                }
                let number = self.sets.len();
                if number == MOST_SETS {
                    return Err(report.error(*span, format!("there are more than {MOST_SETS} different sets")));
                }
                let mut bits = vec![0; symbols.list.len().div_ceil(64)];
                numbers.iter().for_each(|&symbol| bits[usize::from(symbol) / 64] |= 1 << (symbol % 64));
                self.bits.push(bits);
                self.numbers.insert(numbers.clone(), number);
                self.sets.push((None, numbers));
                Ok(Shape { keys: Vec::new(), leaf: number })
            }
            Type::Arrow(from, to) => {
                let key = self.shape(from, symbols, report)?;
                if !key.keys.is_empty() {
                    return Err(report.error(from.span(), "the keys of a map are members of a set, not maps"));
                }
                let mut shape = self.shape(to, symbols, report)?;
                shape.keys.insert(0, key.leaf);
                Ok(shape)
            }
        }
    }

    /// The number of cells of a shape; huge if there are too many to count.
    pub(super) fn cells(&self, shape: &Shape) -> usize {
        shape.keys.iter().fold(1, |cells: usize, &key| cells.saturating_mul(self.places(key))).min(usize::MAX / 2)
    }

    /// The places of a map with keys from a set: one for every member, and one that is read for all other keys.
    pub(super) fn places(&self, set: usize) -> usize {
        self.sets[set].1.len() + 1
    }

    /// Whether two sets have a member in common.
    pub(super) fn overlap(&self, a: usize, b: usize) -> bool {
        a == b || self.bits[a].iter().zip(&self.bits[b]).any(|(a, b)| a & b != 0)
    }

    /// Whether a symbol is a member of a set.
    pub(super) fn has(&self, set: usize, symbol: Symbol) -> bool {
        self.bits[set].get(usize::from(symbol) / 64).is_some_and(|word| word >> (symbol % 64) & 1 == 1)
    }

    /// A set as messages name it.
    pub(super) fn set_name(&self, set: usize, symbols: &Symbols) -> String {
        let (name, members) = &self.sets[set];
        match name {
            Some(name) => format!("`{name}`"),
            None => {
                let shown: Vec<&str> = members.iter().take(4).map(|&member| &*symbols.list[usize::from(member)]).collect();
                format!("{{ {}{} }}", shown.join(", "), if members.len() > 4 { ", …" } else { "" })
            }
        }
    }

    /// The sets with the places of their members.
    pub(super) fn finish(self, symbols: usize) -> Vec<Set> {
        let set = |(name, members): (Option<Arc<str>>, Vec<Symbol>)| {
            let mut index = vec![members.len() as u16; symbols];
            members.iter().zip(0..).for_each(|(&member, place)| index[usize::from(member)] = place);
            Set { name, members, index }
        };
        self.sets.into_iter().map(set).collect()
    }
}

/// The names that a type uses.
fn names<'t>(of: &'t Type, used: &mut Vec<&'t Name>) {
    match of {
        Type::Set(..) => {}
        Type::Name(name) => used.push(name),
        Type::Arrow(from, to) => {
            names(from, used);
            names(to, used);
        }
    }
}
