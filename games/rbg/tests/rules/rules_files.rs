//! The games that ship with treebench: each is parsed, printed, parsed again, and formatted.
//! `BLESS=1 cargo test -p treebench-rbg --test rules rules_files` formats them.

use std::path::{Path, PathBuf};
use treebench_rbg::{Limits, documentation, fmt, lint, parameters, parse, parse_with, unused_macros};

/// The paths of the files with their texts, in the order of their names.
pub(crate) fn files() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rules");
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rbg"));
    paths.sort();
    let read = |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).expect("a text"));
    paths.into_iter().map(read).collect()
}

/// The same by the name of the game; with `RBG_GAME` in the environment, that one alone.
pub(crate) fn texts() -> Vec<(String, String)> {
    let only = std::env::var("RBG_GAME").ok();
    let named = |(path, text): (String, String)| (Path::new(&path).file_stem().expect("a name").to_string_lossy().into_owned(), text);
    files().into_iter().map(named).filter(|(name, _)| only.as_ref().is_none_or(|only| name == only)).collect()
}

#[test]
fn every_file_is_a_game_with_every_value_of_its_parameters() {
    let limits = Limits::default();
    for (name, text) in files() {
        let mut cases = vec![None];
        for parameter in parameters(&name, &text, &limits).unwrap_or_else(|errors| panic!("{errors}")) {
            cases.extend(parameter.allowed.iter().map(|value| Some((parameter.name.clone(), value.clone()))));
        }
        for case in cases {
            let given: Vec<(&str, &str)> = case.iter().map(|(name, value)| (&**name, &**value)).collect();
            let game = parse_with(&name, &text, &given, &limits).unwrap_or_else(|errors| panic!("{errors}"));
            let again = parse("printed", &game.to_string(), &limits).unwrap_or_else(|errors| panic!("{errors}"));
            assert!(again == game, "{name} {case:?}: printed and read again it is another game");
        }
        assert!(documentation(&text).lines().next().is_some_and(|line| line.ends_with('.')), "{name}: its first line says what it is");
    }
}

#[test]
fn every_file_is_formatted() {
    let limits = Limits::default();
    for (name, text) in files() {
        let formatted = fmt(&name, &text, &limits).unwrap_or_else(|errors| panic!("{errors}"));
        assert!(fmt(&name, &formatted, &limits).is_ok_and(|again| again == formatted), "{name}: formatting is stable");
        assert!(parse(&name, &formatted, &limits).ok() == parse(&name, &text, &limits).ok(), "{name}: formatting keeps the game");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&name, &formatted).expect("the file can be written");
            continue;
        }
        let differs = formatted.lines().zip(text.lines()).enumerate().find(|(_, (formatted, own))| formatted != own);
        assert!(formatted == text, "{name} is not formatted; the first line that differs, with what it should be: {differs:?}");
    }
}

#[test]
fn no_file_looks_like_a_mistake() {
    let limits = Limits::default();
    for (name, text) in files() {
        let game = parse(&name, &text, &limits).unwrap_or_else(|errors| panic!("{errors}"));
        let mut found = lint(&game);
        // A direction may exist only because the generator has it.
        found.retain(|sentence| !sentence.starts_with("the direction"));
        assert_eq!(found, Vec::<String>::new(), "{name}");
        let _ = unused_macros(&name, &text, &limits).unwrap_or_else(|errors| panic!("{errors}"));
    }
}
