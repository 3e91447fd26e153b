//! Who may use whom inside this crate: a folder of `src` uses only folders that come before it, and no folders form a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The folders, lowest first.
const ORDER: [&str; 18] = [
    "stats",
    "config",
    "experiment",
    "plan",
    "store",
    "saved",
    "report",
    "kinds",
    "calibrate",
    "results",
    "claims",
    "run",
    "shards",
    "cluster",
    "view",
    "check",
    "compare",
    "cli",
];

/// A module of the crate, from the top: `["kinds", "match_kind", "record"]`.
type Module = Vec<String>;

#[test]
fn a_folder_uses_only_those_before_it() {
    let mut upward: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for (user, used, place) in uses() {
        let rank = |module: &Module| ORDER.iter().position(|folder| module.first().is_some_and(|first| first == folder));
        // What is not in the list is a re-export of another crate.
        let (Some(from), Some(to)) = (rank(&user), rank(&used)) else { continue };
        if to > from {
            upward.entry((user[0].clone(), used[0].clone())).or_default().push(place);
        }
    }
    let faults: Vec<String> =
        upward.iter().map(|((user, used), places)| format!("`{user}` must not use `{used}`: {}", places.join(", "))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_folder_has_its_place_in_the_order() {
    for entry in std::fs::read_dir(source()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        assert!(["lib", "bin"].contains(&name.as_str()) || ORDER.contains(&name.as_str()), "`{name}` is not in ORDER");
    }
}

/// Folders inside a folder, such as two kinds, form no circles either.
#[test]
fn folders_inside_a_folder_form_no_circle() {
    let mut arrows: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (user, used, _) in uses() {
        let folder = |module: &Module| module.get(..2).map(<[String]>::to_vec).filter(|two| source().join(two.join("/")).is_dir());
        if let (Some(user), Some(used)) = (folder(&user), folder(&used))
            && user[0] == used[0]
            && user != used
        {
            arrows.entry(user).or_default().insert(used);
        }
    }
    for start in arrows.keys() {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&Module> = arrows[start].iter().collect();
        while let Some(next) = open.pop() {
            assert_ne!(next, start, "`{}` uses itself through {seen:?}", start.join("/"));
            if seen.insert(next) {
                open.extend(arrows.get(next).into_iter().flatten());
            }
        }
    }
}

#[test]
fn the_parser_reads_every_form_of_a_path() {
    let text = "use crate::stats::a;\nuse crate::{plan::Plan, run};\n// crate::check\nuse super::super::store;\nlet x = \"crate::cli\"; crate::kinds::of();\nuse super::layer;\n";
    let module = ["experiment", "grid"].map(str::to_owned).to_vec();
    let found: Vec<String> = paths(text, &module).into_iter().map(|(path, line)| format!("{} {line}", path.join("::"))).collect();
    assert_eq!(found, ["stats::a 1", "plan::Plan 2", "run 2", "store 4", "kinds::of 5", "experiment::layer 6"]);
}

fn source() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
}

/// Every use of a module of this crate: who uses what, and where.
fn uses() -> Vec<(Module, Module, String)> {
    let mut found = Vec::new();
    let mut folders = vec![source().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let relative = path.strip_prefix(source()).unwrap().with_extension("");
            let module: Module = relative.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            let text = std::fs::read_to_string(&path).unwrap();
            let place = |line| format!("{}.rs:{line}", relative.display());
            found.extend(paths(&text, &module).into_iter().map(|(used, line)| (module.clone(), used, place(line))));
        }
    }
    assert!(found.len() > 300, "only {} uses were found", found.len());
    found
}

/// All paths that begin with `crate::` or `super::`, as the first two steps from the top of the crate, with their lines. In a module
/// inside a file, `super` is taken to lead out of the file.
fn paths(text: &str, module: &Module) -> Vec<(Module, usize)> {
    let code = code(text);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = ["crate::", "super::"].iter().filter_map(|start| code[at..].find(start)).min() {
        at += next;
        let inside_a_word = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let line = 1 + code[..at].matches('\n').count();
        let mut base = module.clone();
        if code[at..].starts_with("crate::") {
            base.clear();
            at += "crate::".len();
        }
        while code[at..].starts_with("super::") {
            base.pop();
            at += "super::".len();
        }
        let items = code[at..].strip_prefix('{').map_or_else(|| vec![&code[at..]], items);
        for item in items.into_iter().filter(|_| !inside_a_word) {
            found.push((base.iter().cloned().chain(steps(item)).take(2).collect(), line));
        }
    }
    found
}

/// A text without comments and texts in quotes; lines stay lines.
fn code(text: &str) -> String {
    let mut code = String::new();
    for line in text.lines() {
        let mut quoted = false;
        let mut before = ' ';
        for c in line.chars() {
            match c {
                '"' if before != '\\' && before != '\'' => quoted = !quoted,
                _ if quoted => {}
                '/' if code.ends_with('/') => {
                    code.pop();
                    break;
                }
                c => code.push(c),
            }
            before = c;
        }
        code.push('\n');
    }
    code
}

/// The items of a list in braces, from just after the opening one.
fn items(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut items) = (0, 0, Vec::new());
    for (i, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                items.push(list[start..i].trim());
                start = i + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    items
}

/// The steps of the path that a text begins with, as far as they are names.
fn steps(text: &str) -> Vec<String> {
    let mut steps = Vec::new();
    let mut rest = text.trim_start();
    loop {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if end == 0 {
            return steps;
        }
        steps.push(rest[..end].to_owned());
        match rest[end..].strip_prefix("::") {
            Some(after) => rest = after,
            None => return steps,
        }
    }
}
