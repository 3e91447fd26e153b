//! All sections that a file may have, and where among them a key belongs.

use super::key::{Key, KindTable};
use std::rc::Rc;
use treebench_games::params::{Kind as Type, ParamSpec};

/// The sections of every experiment and those of kinds.
#[derive(Default)]
pub(crate) struct KnownSections {
    /// Those that an experiment of any kind may have.
    every: &'static [Key],
    kinds: Rc<[KindTable]>,
}

impl KnownSections {
    pub(crate) fn new(every: &'static [Key], kinds: Rc<[KindTable]>) -> KnownSections {
        KnownSections { every, kinds }
    }

    /// Those that have a key of this name or are called so, as a file writes them.
    pub(crate) fn with_key(&self, key: &str) -> Vec<String> {
        let written = shown_sections(self.every, &self.kinds)
            .filter(|section| section.name == key || shown(section.below).any(|known| known.name == key))
            .map(Key::head);
        written.chain(self.with_setting(|setting| setting.name == key)).collect()
    }

    /// Those in which a key of this name has this word among its choices.
    pub(crate) fn choosing(&self, key: &str, word: &str) -> Vec<String> {
        let chooses = |known: &Key| {
            known.name == key && known.describe(&self.kinds).schema["enum"].as_array().is_some_and(|all| all.contains(&word.into()))
        };
        let written = shown_sections(self.every, &self.kinds).filter(|section| shown(section.below).any(chooses)).map(Key::head);
        let offers = |setting: &ParamSpec| {
            setting.name == key && matches!(setting.kind, Type::Choice(words) if words.iter().any(|(known, _)| *known == word))
        };
        written.chain(self.with_setting(offers)).collect()
    }

    /// The settings of the kinds that have such a setting.
    fn with_setting(&self, is_such: impl Fn(&ParamSpec) -> bool) -> impl Iterator<Item = String> {
        self.kinds.iter().filter(move |kind| kind.settings.iter().flatten().any(&is_such)).map(|kind| format!("[{}]", kind.name))
    }
}

/// All sections, also those that only resolved copies have.
pub(super) fn all_sections<'k>(every: &'static [Key], kinds: &'k [KindTable]) -> impl Iterator<Item = &'static Key> + use<'k> {
    every.iter().chain(kinds.iter().flat_map(|kind| kind.tables))
}

/// Those that can be written by hand.
pub(super) fn shown_sections<'k>(every: &'static [Key], kinds: &'k [KindTable]) -> impl Iterator<Item = &'static Key> + use<'k> {
    all_sections(every, kinds).filter(|section| section.is_shown())
}

/// The keys that can be written by hand.
pub(super) fn shown(keys: &'static [Key]) -> impl Iterator<Item = &'static Key> {
    keys.iter().filter(|key| key.is_shown())
}
