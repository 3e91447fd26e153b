//! Registries: that of games, the [catalogue](crate::catalogue), and that of agents.

mod definition;

pub use definition::{Definition, RulesFault, RustGame};

use crate::game::Game;
use crate::names::nearest;
use crate::params::{ParamError, ParamSpec, Value, Values, resolve};
use crate::swap::{self, SWAP, with_swap};
use std::fmt;
use std::sync::Arc;

/// Where an entry was registered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The source file, as the compiler names it.
    pub file: &'static str,
    /// The line of the attribute.
    pub line: u32,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A registered game.
pub struct GameEntry {
    /// Its name in TOML.
    pub name: &'static str,
    /// Where it is registered.
    pub origin: Origin,
    /// Documentation, parameters and constructor.
    pub definition: &'static dyn Definition,
}

inventory::collect!(GameEntry);

impl GameEntry {
    /// Its documentation.
    pub fn doc(&self) -> &'static str {
        self.definition.doc()
    }

    /// Its parameters.
    pub fn specs(&self) -> Vec<ParamSpec> {
        self.definition.specs()
    }

    /// Its parameters and the one that [every game](crate::swap) takes.
    pub fn all_specs(&self) -> Vec<ParamSpec> {
        let mut specs = self.specs();
        if !specs.iter().any(|spec| spec.name == SWAP) {
            specs.push(swap::spec());
        }
        specs
    }

    /// Builds the game with some parameters given and the others at their defaults.
    ///
    /// # Errors
    /// If a parameter is unknown, of the wrong type, out of range, or contradicts another.
    pub fn build(&self, given: &Values) -> Result<Arc<dyn Game>, ParamError> {
        let all = resolve(&self.all_specs(), given)?;
        let specs = self.specs();
        let own = all.iter().filter(|(name, _)| specs.iter().any(|spec| spec.name == *name));
        let own: Values = own.map(|(name, value)| (name.to_owned(), value.clone())).collect();
        let swaps = own.get(SWAP).is_none() && all.get(SWAP) == Some(&Value::Bool(true));
        let game = self.definition.build(&own)?;
        game.check()?;
        if swaps { with_swap(game) } else { Ok(game) }
    }
}

/// A registry entry: a game or an agent.
pub trait Entry: 'static {
    /// "game" or "agent".
    const WHAT: &'static str;
    /// Its name in TOML.
    fn name(&self) -> &'static str;
    /// Where it was registered.
    fn origin(&self) -> Origin;
    /// A shorter name that also finds it, unless another entry has that name.
    fn short_name(&self) -> &'static str {
        self.name()
    }
}

impl Entry for GameEntry {
    const WHAT: &'static str = "game";

    fn name(&self) -> &'static str {
        self.name
    }

    fn origin(&self) -> Origin {
        self.origin
    }

    /// The name without that of a rules language: `hex` for `rbg/hex`.
    fn short_name(&self) -> &'static str {
        self.name.split_once('/').map_or(self.name, |(_, short)| short)
    }
}

/// All entries of one kind, sorted by name.
pub struct Registry<E: Entry>(Vec<&'static E>);

impl<E: Entry> Registry<E> {
    /// Sorts the entries.
    ///
    /// # Errors
    /// If two entries have the same name: names both places.
    pub fn new(entries: impl IntoIterator<Item = &'static E>) -> Result<Self, String> {
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.sort_by_key(|entry| (entry.name(), entry.origin().file, entry.origin().line));
        for pair in entries.windows(2) {
            if pair[0].name() == pair[1].name() {
                return Err(format!(
                    "duplicate {} `{}`: {} and {}; rename one of them",
                    E::WHAT,
                    pair[0].name(),
                    pair[0].origin(),
                    pair[1].origin()
                ));
            }
        }
        Ok(Registry(entries))
    }

    /// All of them, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &'static E> {
        self.0.iter().copied()
    }

    /// The entry with this name or, failing that, with this short name.
    ///
    /// # Errors
    /// If there is none: suggests the nearest name.
    pub fn find(&self, name: &str) -> Result<&'static E, String> {
        let named = self.iter().find(|entry| entry.name() == name).or_else(|| self.iter().find(|entry| entry.short_name() == name));
        named.ok_or_else(|| {
            let names: Vec<&str> = self.iter().flat_map(|entry| [entry.short_name(), entry.name()]).collect();
            match nearest(name, names) {
                Some(near) => format!("unknown {} `{name}`; did you mean `{near}`?", E::WHAT),
                None => format!("unknown {} `{name}`; `bench list {}s --names` lists the {} known ones", E::WHAT, E::WHAT, self.0.len()),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nothing;

    impl Definition for Nothing {
        fn doc(&self) -> &'static str {
            ""
        }

        fn specs(&self) -> Vec<ParamSpec> {
            Vec::new()
        }

        fn build(&self, _: &Values) -> Result<Arc<dyn Game>, ParamError> {
            Err(ParamError::rule("", "never built"))
        }
    }

    fn entry(name: &'static str, line: u32) -> &'static GameEntry {
        Box::leak(Box::new(GameEntry { name, origin: Origin { file: "a.rs", line }, definition: &Nothing }))
    }

    #[test]
    fn duplicates_are_refused_with_both_places() {
        let error = Registry::new([entry("go", 2), entry("hex", 3), entry("go", 7)]).err().unwrap();
        assert_eq!(error, "duplicate game `go`: a.rs:2 and a.rs:7; rename one of them");
    }

    #[test]
    fn names_are_sorted_and_found() {
        let registry = Registry::new([entry("hex", 1), entry("go", 2)]).unwrap();
        assert_eq!(registry.iter().map(|e| e.name).collect::<Vec<_>>(), ["go", "hex"]);
        assert_eq!(registry.find("hexx").err().unwrap(), "unknown game `hexx`; did you mean `hex`?");
    }
}
