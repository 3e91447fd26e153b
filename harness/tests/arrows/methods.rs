//! No type has many methods spread over many files: such a type should be split into several.

use crate::circles::crates;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The maximum number of methods of a type in more files than [`FILES`].
const METHODS: usize = 40;
const FILES: usize = 3;

/// The methods of a type by file.
type MethodsByFile = BTreeMap<PathBuf, usize>;

#[test]
fn no_type_has_many_methods_in_many_files() {
    let faults: Vec<String> = crates()
        .iter()
        .flat_map(|folder| methods(&sources(&folder.join("src"))))
        .filter(|(_, files)| files.values().sum::<usize>() > METHODS && files.len() > FILES)
        .map(|((name, place), files)| {
            format!("{name} of {}: {} methods in {} files", place.display(), files.values().sum::<usize>(), files.len())
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn methods_are_counted_by_the_type_that_is_nearest() {
    let text = |path: &str, text: &str| (PathBuf::from(path), text.to_owned());
    let files = [
        text(
            "a/board.rs",
            "pub struct Board<T> {\n    x: T,\n}\n\nimpl<T: Copy> Board<T> {\n    pub(super) fn one(&self) {\n        fn inner() {}\n    }\n\n    const fn two() {}\n}\n",
        ),
        text(
            "a/text.rs",
            "impl<T> Board<T>\nwhere\n    T: Copy,\n{\n    fn three(&self) {}\n}\n\nimpl<T> Clone for Board<T> {\n    fn clone(&self) -> Self {}\n}\n",
        ),
        text(
            "b/board.rs",
            "struct Board;\n\nimpl Board {\n    fn other() {}\n}\n#[cfg(test)]\nmod tests {\n    impl Board {\n        fn tested() {}\n    }\n}\n",
        ),
    ];
    let found = methods(&files.into());
    let counts: Vec<(&str, usize, usize)> =
        found.iter().map(|((_, place), files)| (place.to_str().unwrap(), files.values().sum(), files.len())).collect();
    assert_eq!(counts, [("a/board.rs", 3, 2), ("b/board.rs", 1, 1)]);
}

/// The files of a crate with their text, without tests.
pub(crate) fn sources(source: &Path) -> BTreeMap<PathBuf, String> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![source.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.insert(path, text);
            }
        }
    }
    found
}

/// The inherent methods of all types, each named with the file that declares it.
fn methods(files: &BTreeMap<PathBuf, String>) -> BTreeMap<(String, PathBuf), MethodsByFile> {
    let mut declared: BTreeMap<String, BTreeSet<&Path>> = BTreeMap::new();
    for (path, text) in files {
        for line in text.lines() {
            let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
            let place = words.iter().take(3).position(|word| ["struct", "enum", "union"].contains(word));
            if let Some(name) = place.and_then(|place| words.get(place + 1)) {
                declared.entry((*name).to_owned()).or_default().insert(path);
            }
        }
    }
    let mut found: BTreeMap<(String, PathBuf), MethodsByFile> = BTreeMap::new();
    for (path, text) in files {
        for (name, count) in blocks(text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()) {
            let near = |other: &&&Path| path.components().zip(other.components()).take_while(|(a, b)| a == b).count();
            if let Some(place) = declared.get(&name).and_then(|places| places.iter().max_by_key(near)) {
                *found.entry((name, place.to_path_buf())).or_default().entry(path.clone()).or_default() += count;
            }
        }
    }
    found
}

/// Every inherent `impl` of a formatted text: the name of its type and the number of its methods.
fn blocks(text: &str) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    let mut open = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if let Some(name) = implemented(line.trim_start()) {
            found.push((name, 0));
            open = Some(indent);
        } else if open == Some(indent) && line.trim_start().starts_with('}') {
            open = None;
        } else if open.is_some_and(|outer| indent == outer + 4)
            && is_function(line.trim_start())
            && let Some((_, count)) = found.last_mut()
        {
            *count += 1;
        }
    }
    found
}

/// The type of an inherent `impl`.
fn implemented(line: &str) -> Option<String> {
    let rest = line.strip_prefix("impl")?;
    let mut depth = 0;
    let end = rest.char_indices().find(|&(at, c)| {
        depth += match c {
            '<' => 1,
            '>' if !rest[..at].ends_with('-') => -1,
            _ => 0,
        };
        depth == 0 && c == ' '
    })?;
    let named = rest[end.0..].trim();
    let name: String = named.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!name.is_empty() && !named.contains(" for ")).then_some(name)
}

/// Whether a line declares a function.
pub(crate) fn is_function(line: &str) -> bool {
    let rest = line.strip_prefix("pub").unwrap_or(line);
    let rest = rest.strip_prefix('(').and_then(|rest| Some(rest.split_once(')')?.1)).unwrap_or(rest);
    rest.split(' ').find(|word| !["", "const", "unsafe", "async"].contains(word)) == Some("fn")
}
