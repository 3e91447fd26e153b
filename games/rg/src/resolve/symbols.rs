//! The numbers of values and tags.

use crate::description::Name;
use crate::game::Symbol;
use crate::limits::Limits;
use crate::report::{Failure, Report};
use std::collections::BTreeMap;
use std::sync::Arc;

/// All symbols.
pub(super) struct Symbols {
    numbers: BTreeMap<Arc<str>, Symbol>,
    pub(super) list: Vec<Arc<str>>,
    most: usize,
}

impl Symbols {
    pub(super) fn new(limits: &Limits) -> Self {
        Symbols { numbers: BTreeMap::new(), list: Vec::new(), most: limits.symbols.min(usize::from(Symbol::MAX)) }
    }

    pub(super) fn get(&self, name: &str) -> Option<Symbol> {
        self.numbers.get(name).copied()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.numbers.keys()
    }

    /// The number of a name, which it gets now if it has none.
    pub(super) fn add(&mut self, name: &Name, report: &mut Report) -> Result<Symbol, Failure> {
        if let Some(known) = self.get(&name.text) {
            return Ok(known);
        }
        if self.list.len() >= self.most {
            return Err(report.error(name.span, format!("there are more than {} values and tags", self.most)));
        }
        let number = self.list.len() as Symbol;
        self.numbers.insert(Arc::clone(&name.text), number);
        self.list.push(Arc::clone(&name.text));
        Ok(number)
    }
}
