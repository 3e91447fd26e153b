//! An enum without fields, written as one of its words.

use super::{Field, Shape};
use crate::config::key::{Description, KindTable, Limits};
use crate::config::layer::Part;
use crate::config::toml_text::Toml;
use serde_json::json;
use treebench_games::params::{ParamChoice, ParamField as _};

/// An enum whose variants are words in files; [`choice!`] declares the words.
pub(crate) trait Choice: Copy + PartialEq + 'static {
    /// The words and their meanings.
    const WORDS: &'static [(&'static str, Self)];

    /// The word in files.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, value)| *value == self).map_or("", |(word, _)| word)
    }
}

/// Declares the words of an enum, which can then be the type of a key: `choice! { Unit { "points" => Points, "elo" => Elo } }`.
macro_rules! choice {
    ($name:ident { $($word:literal => $variant:ident),+ $(,)? }) => {
        impl crate::config::Choice for $name {
            const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$variant)),+];
        }

        impl crate::config::Shape for $name {
            fn read(field: &crate::config::Field<'_>) -> Option<$name> {
                crate::config::read_choice(field)
            }

            fn toml(&self) -> crate::config::Toml {
                crate::config::Toml::text(crate::config::Choice::word(*self))
            }

            fn describe(_limits: &crate::config::Limits, _kinds: &[crate::config::KindTable]) -> crate::config::Description {
                crate::config::describe_choice::<$name>()
            }
        }

        impl crate::config::Preset for $name {
            type Preset = $name;

            fn preset(value: $name, _at: &crate::config::KeyPath) -> $name {
                value
            }
        }
    };
}
pub(crate) use choice;

fn words<T: Choice>() -> impl Iterator<Item = &'static str> + Clone {
    T::WORDS.iter().map(|(word, _)| *word)
}

/// Reads one of the words.
pub(crate) fn read_choice<T: Choice>(field: &Field<'_>) -> Option<T> {
    read_word(field, words::<T>()).map(|index| T::WORDS[index].1)
}

/// Describes one of the words.
pub(crate) fn describe_choice<T: Choice>() -> Description {
    describe_words(words::<T>())
}

/// Reads one of some words as its index.
fn read_word(field: &Field<'_>, words: impl Iterator<Item = &'static str> + Clone) -> Option<usize> {
    let word = String::read(field)?;
    let found = words.clone().position(|known| known == word);
    if found.is_none() {
        let message = format!("invalid value `{word}` for `{}`", field.at.name());
        field.at.refuse(Part::Value, message).suggest(&word, words);
    }
    found
}

fn describe_words(words: impl Iterator<Item = &'static str> + Clone) -> Description {
    let listed: Vec<String> = words.clone().map(|word| format!("`{word}`")).collect();
    Description::value(json!({ "enum": words.collect::<Vec<_>>() }), listed.join(", "))
}

/// One of the words of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Word<T>(pub(crate) T);

impl<T: ParamChoice> Shape for Word<T> {
    fn read(field: &Field<'_>) -> Option<Word<T>> {
        read_word(field, T::WORDS.iter().map(|(word, _)| *word)).map(|index| Word(T::VARIANTS[index]))
    }

    fn toml(&self) -> Toml {
        Toml::param(&self.0.to_value())
    }

    fn describe(_limits: &Limits, _kinds: &[KindTable]) -> Description {
        describe_words(T::WORDS.iter().map(|(word, _)| *word))
    }
}
