//! The texts that are embedded, and texts from anywhere.

use super::RulesFile;
use crate::registry::{GameEntry, Origin};
use std::path::Path;

/// Name, file and text of every rules file.
const EMBEDDED: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// Raised whenever a change to the language or its engines alters how games play: stored results of all rules files are then old.
const REVISION: u32 = 1;

/// The games in `games/rules`, each called `rbg/NAME`. The registry asks once: the entries are made anew at every call and stay.
pub fn embedded() -> impl Iterator<Item = &'static GameEntry> {
    EMBEDDED.iter().map(|&(name, file, text)| entry(name, file, text))
}

/// The game in another file, called as the file is. It stays in memory as long as the process runs.
///
/// # Errors
/// If the file cannot be read. What is wrong with its text is told when the game is built.
pub fn load(path: &Path) -> Result<&'static GameEntry, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(of_text(&path.to_string_lossy(), &text))
}

/// The game in a text that came from such a file. It stays in memory as long as the process runs.
pub fn of_text(path: &str, text: &str) -> &'static GameEntry {
    let name = Path::new(path).file_name().map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
    entry(name.leak(), path.to_owned().leak(), text.to_owned().leak())
}

fn entry(name: &'static str, file: &'static str, text: &'static str) -> &'static GameEntry {
    let definition = Box::leak(Box::new(RulesFile::new(file, text)));
    Box::leak(Box::new(GameEntry { name, revision: REVISION, origin: Origin { file, line: 1 }, definition }))
}
