//! Values while functions are evaluated, and the binding of variables by patterns.

use crate::hrg::Pattern;
use std::sync::Arc;

/// A value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Term {
    Word(Arc<str>),
    /// `V(1, 2)`
    Built(Arc<str>, Vec<Term>),
}

impl Term {
    /// The number that it is.
    pub(super) fn number(&self) -> Option<i64> {
        match self {
            Term::Word(word) => word.parse().ok(),
            Term::Built(..) => None,
        }
    }

    /// Its name in the language below: `V(1, 2)` is `V__1_2`.
    pub(super) fn name(&self) -> Arc<str> {
        match self {
            Term::Word(word) => Arc::clone(word),
            Term::Built(name, parts) => {
                let parts: Vec<Arc<str>> = parts.iter().map(Term::name).collect();
                format!("{name}__{}", parts.join("_")).into()
            }
        }
    }
}

/// Values of variables; the last one of a name counts.
#[derive(Clone, Default)]
pub(super) struct Bindings(Vec<(Arc<str>, Term)>);

impl Bindings {
    pub(super) fn get(&self, name: &str) -> Option<&Term> {
        self.0.iter().rev().find(|(known, _)| **known == *name).map(|(_, term)| term)
    }

    pub(super) fn push(&mut self, name: &Arc<str>, term: Term) {
        self.0.push((Arc::clone(name), term));
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| &**name)
    }

    /// Binds the variables of a pattern if a value fits it.
    pub(super) fn fits(&mut self, pattern: &Pattern, term: &Term) -> bool {
        match (pattern, term) {
            (Pattern::Any(_), _) => true,
            (Pattern::Variable(name), _) => {
                self.push(&name.text, term.clone());
                true
            }
            (Pattern::Literal(name), Term::Word(word)) => name.text == *word,
            (Pattern::Built(name, patterns), Term::Built(of, parts)) => {
                name.text == *of
                    && patterns.len() == parts.len()
                    && patterns.iter().zip(parts).all(|(pattern, part)| self.fits(pattern, part))
            }
            _ => false,
        }
    }
}
