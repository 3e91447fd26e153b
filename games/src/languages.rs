//! Rules languages. To add one: a crate, a module such as [`rbg`], and a row here.

use crate::editing::Editing;
use crate::registry::{Definition, GameEntry, Origin};
use crate::{rbg, rg};
use std::path::Path;

/// A rules language.
pub struct Language {
    /// Its name, with which the names of registered games begin: `chess.rbg` is `rbg/chess`.
    pub name: &'static str,
    /// The extensions of its files.
    pub extensions: &'static [&'static str],
    /// Reads a text, given its name for messages. Errors in the text are reported when the game is built.
    pub load: fn(&'static str, &'static str) -> Box<dyn Definition>,
    /// Its editor support.
    pub editing: Editing,
}

/// All languages; the first is the default for unknown extensions.
pub const LANGUAGES: &[Language] = &[
    Language { name: "rbg", extensions: &["rbg"], load: rbg::load, editing: rbg::EDITING },
    Language { name: "rg", extensions: &["hrg", "rg"], load: rg::load, editing: rg::EDITING },
];

/// Whether a path names a rules file.
pub fn is_rules_file(path: &Path) -> bool {
    known(path).is_some()
}

/// The ends of the names of files in a language, in words.
pub fn endings(name: &str) -> String {
    let extensions = LANGUAGES.iter().filter(|language| language.name == name).flat_map(|language| language.extensions);
    extensions.map(|extension| format!("`.{extension}`")).collect::<Vec<_>>().join(" or ")
}

/// The game in a rules file, named after the file. It is leaked: it stays in memory until the process ends.
///
/// # Errors
/// If the file cannot be read. Errors in its text are reported when the game is built.
pub fn load(path: &Path) -> Result<&'static GameEntry, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    Ok(of_text(&path.to_string_lossy(), &text))
}

/// The game in the text of such a file; also leaked. A byte order mark is not part of the text.
pub fn of_text(path: &str, text: &str) -> &'static GameEntry {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let name = Path::new(path).file_name().map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned());
    entry(name.leak(), path.to_owned().leak(), text.to_owned().leak())
}

/// The registered game in `games/rules`, named after the language and the file; leaked.
pub(crate) fn registered(stem: &str, file: &'static str, text: &'static str) -> &'static GameEntry {
    entry(format!("{}/{stem}", of(Path::new(file)).name).leak(), file, text)
}

/// The entry of a rules file; leaked.
fn entry(name: &'static str, file: &'static str, text: &'static str) -> &'static GameEntry {
    let language = of(Path::new(file));
    let definition = Box::leak((language.load)(file, text));
    Box::leak(Box::new(GameEntry { name, origin: Origin { file, line: 1 }, definition }))
}

/// The language of a rules file.
pub fn of(path: &Path) -> &'static Language {
    known(path).unwrap_or(&LANGUAGES[0])
}

/// The language of a file with this extension.
fn known(path: &Path) -> Option<&'static Language> {
    let extension = path.extension()?;
    LANGUAGES.iter().find(|language| language.extensions.iter().any(|known| extension == *known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{games, rules_games};
    use crate::params::Values;

    #[test]
    fn the_extension_of_a_file_is_its_language() {
        for language in LANGUAGES {
            for extension in language.extensions {
                assert_eq!(of(Path::new(&format!("folder/game.{extension}"))).name, language.name);
                assert!(is_rules_file(Path::new(&format!("folder/game.{extension}"))));
            }
        }
        assert!(!is_rules_file(Path::new("game.toml")) && !is_rules_file(Path::new("rbg")));
        assert_eq!(of_text("folder/game.rbg", "").name, "game.rbg");
    }

    /// As editors on Windows write it.
    #[test]
    fn a_byte_order_mark_and_carriage_returns_are_accepted() {
        let text = games().find("rbg/tic-tac-toe").unwrap().definition.text().unwrap();
        let plain = of_text("game.rbg", text).build(&Values::default()).unwrap();
        let entry = of_text("game.rbg", &format!("\u{feff}{}", text.replace('\n', "\r\n")));
        assert_eq!(entry.build(&Values::default()).unwrap().start().notation(), plain.start().notation());
    }

    #[test]
    fn names_of_registered_games_begin_with_their_language() {
        for entry in rules_games() {
            let (language, name) = entry.name.split_once('/').unwrap();
            let of = of(Path::new(entry.origin.file));
            assert_eq!(of.name, language);
            assert!(of.extensions.iter().any(|extension| entry.origin.file == format!("games/rules/{name}.{extension}")));
        }
        assert!(rules_games().count() > 10);
        assert_eq!(games().find("los-alamos-chess").unwrap().name, "los-alamos-chess", "a whole name comes before a short one");
    }
}
