//! All registered games: those of `#[game]`, and the rules files in `games/rules`.

use crate::languages;
use crate::registry::{GameEntry, Registry};
use std::sync::OnceLock;

/// Name without extension, file and text of every rules file.
const RULES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// All registered games.
///
/// # Panics
/// If two have the same name. [`check`] reports that as an error, and the facade's `main` calls it first.
pub fn games() -> &'static Registry<GameEntry> {
    load().as_ref().unwrap_or_else(|message| panic!("{message}"))
}

/// Checks that names are unique.
///
/// # Errors
/// If two games have the same name: names both places.
pub fn check() -> Result<(), String> {
    load().as_ref().map(drop).map_err(Clone::clone)
}

fn load() -> &'static Result<Registry<GameEntry>, String> {
    static GAMES: OnceLock<Result<Registry<GameEntry>, String>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let rules = RULES.iter().map(|&(name, file, text)| languages::registered(name, file, text));
        Registry::new(inventory::iter::<GameEntry>.into_iter().chain(rules))
    })
}

/// The games in `games/rules`.
pub fn rules_games() -> impl Iterator<Item = &'static GameEntry> {
    games().iter().filter(|entry| entry.definition.text().is_some())
}
