//! Registered rules files: the embedded ones, and files of the user.

use super::RulesFile;
use crate::registry::{GameEntry, Origin};
use std::path::Path;

/// Name, file and text of every rules file.
const EMBEDDED: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// Raised whenever a change to the language or its engines alters how games play: it invalidates the stored results of all rules files.
const REVISION: u32 = 1;

/// The games in `games/rules`, each called `rbg/NAME`. Every call leaks new entries, so the registry calls it once.
pub fn embedded() -> impl Iterator<Item = &'static GameEntry> {
    EMBEDDED.iter().map(|&(name, file, text)| entry(name, file, text))
}

/// The game in another file, named after the file. It is leaked: it stays in memory until the process ends.
///
/// # Errors
/// If the file cannot be read. Errors in its text are reported when the game is built.
pub fn load(path: &Path) -> Result<&'static GameEntry, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(of_text(&path.to_string_lossy(), &text))
}

/// The game in a text that was read from such a file; leaked, too.
pub fn of_text(path: &str, text: &str) -> &'static GameEntry {
    let name = Path::new(path).file_name().map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
    entry(name.leak(), path.to_owned().leak(), text.to_owned().leak())
}

fn entry(name: &'static str, file: &'static str, text: &'static str) -> &'static GameEntry {
    let definition = Box::leak(Box::new(RulesFile::new(file, text)));
    Box::leak(Box::new(GameEntry { name, revision: REVISION, origin: Origin { file, line: 1 }, definition }))
}
