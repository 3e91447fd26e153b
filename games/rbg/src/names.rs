//! The names of a description. A name has only one meaning.

use crate::error::nearest;
use crate::lex::Token;
use crate::report::{Failure, Report};
use crate::sections::Directive;
use std::collections::BTreeMap;
use treebench_compile::{Direction, Piece, Variable};

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    Player(u16),
    Piece(Piece),
    Variable(Variable),
    Direction(Direction),
}

impl Meaning {
    fn kind(self) -> &'static str {
        match self {
            Meaning::Player(_) => "player",
            Meaning::Piece(_) => "piece",
            Meaning::Variable(_) => "variable",
            Meaning::Direction(_) => "direction",
        }
    }
}

/// The meanings of all names.
pub(crate) struct Names<'a> {
    table: BTreeMap<String, Meaning>,
    /// The macros, for better messages.
    macros: &'a [Directive],
    /// A section could not be read: names may be unknown because of that, which is not reported again.
    pub(crate) incomplete: bool,
}

impl<'a> Names<'a> {
    pub(crate) fn new(macros: &'a [Directive]) -> Self {
        Names { table: BTreeMap::new(), macros, incomplete: false }
    }

    pub(crate) fn get(&self, name: &str) -> Option<Meaning> {
        self.table.get(name).copied()
    }

    /// Defines a name.
    pub(crate) fn declare(&mut self, token: &Token, meaning: Meaning, report: &mut Report) -> Result<(), Failure> {
        let name = token.text();
        if let Some(old) = self.get(&name) {
            return Err(report.error(token.place(), format!("`{name}` is already a {}", old.kind())));
        }
        self.table.insert(name, meaning);
        Ok(())
    }

    /// Reports a name of the wrong kind: `wanted` says what is expected, `fits` which meanings are. Nothing is reported if the name may
    /// have been declared in a section that could not be read.
    pub(crate) fn unknown(&self, token: &Token, wanted: &str, fits: fn(Meaning) -> bool, report: &mut Report) -> Failure {
        let name = token.text();
        if let Some(meaning) = self.get(&name) {
            let hint = match meaning {
                Meaning::Piece(_) => format!("; `{{{name}}}` tests for it, `[{name}]` puts it"),
                Meaning::Player(_) => format!("; `->{name}` gives it control"),
                Meaning::Variable(_) => format!("; `{{$ {name} == 0}}` tests it, `[$ {name} = 0]` sets it"),
                Meaning::Direction(_) => String::new(),
            };
            return report.error(token.place(), format!("expected a {wanted}, but `{name}` is a {}{hint}", meaning.kind()));
        }
        if self.incomplete {
            return Failure;
        }
        if self.macros.iter().any(|directive| *directive.name == *name) {
            return report.error(token.place(), format!("the macro `{name}` is used before its definition"));
        }
        let kinds = if wanted == "direction" { "direction or macro" } else { wanted };
        report.suggest(token.place(), format!("unknown {kinds} `{name}`"), || {
            let known = self.table.iter().filter(|(_, meaning)| fits(**meaning)).map(|(name, _)| name.as_str());
            nearest(&name, known.chain(self.macros.iter().map(|directive| &*directive.name)))
        })
    }
}
