//! The order of the modules of this crate and of the compiler: no circular dependencies, and in the folders that lower rules to machine code each
//! module uses only the ones listed above it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The crates, by their folders.
const CRATES: [&str; 2] = ["rbg", "compile"];

/// The text of every module of a crate without comments and without its tests, by path; the crate's root is the empty path.
fn modules(name: &str) -> BTreeMap<Vec<String>, String> {
    let mut found = BTreeMap::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
    let mut folders = vec![(root, Vec::new())];
    while let Some((folder, path)) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let file = entry.unwrap().path();
            let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
            let mut module: Vec<String> = path.clone();
            module.push(name.clone());
            if file.is_dir() {
                folders.push((file, module));
            } else if name != "tests" {
                if name == "lib" {
                    module.clear();
                }
                let text = std::fs::read_to_string(&file).unwrap();
                let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
                let lines: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap()).collect();
                found.insert(module, lines.join("\n"));
            }
        }
    }
    assert!(found.len() > 50, "the modules were not found: {found:?}");
    found
}

/// Words and punctuation.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            tokens.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    tokens
}

/// Parses a path with its groups from a position on; returns its end.
fn read_path(tokens: &[&str], mut at: usize, mut path: Vec<String>, out: &mut Vec<Vec<String>>) -> usize {
    loop {
        if tokens.get(at) == Some(&"{") {
            loop {
                at = read_path(tokens, at + 1, path.clone(), out);
                if tokens.get(at) != Some(&",") {
                    return at + 1;
                }
            }
        }
        let Some(word) = tokens.get(at).filter(|token| token.starts_with(|c: char| c.is_alphanumeric() || c == '_')) else {
            out.push(path);
            return at;
        };
        path.push((*word).to_owned());
        at += 1;
        if tokens.get(at) != Some(&"::") {
            out.push(path);
            return at;
        }
        at += 1;
    }
}

/// The modules that a module names, in `use` lines or elsewhere.
fn uses(modules: &BTreeMap<Vec<String>, String>, module: &[String]) -> BTreeSet<Vec<String>> {
    let tokens = tokens(&modules[module]);
    let mut paths = Vec::new();
    for at in 0..tokens.len() {
        let starts = at == 0 || tokens[at - 1] != "::";
        let named = starts && matches!(tokens[at], "crate" | "super" | "self") && tokens.get(at + 1) == Some(&"::");
        if named || at > 0 && tokens[at - 1] == "use" {
            read_path(&tokens, at, Vec::new(), &mut paths);
        }
    }
    let mut used = BTreeSet::new();
    for path in paths {
        let mut base = module.to_vec();
        let mut rest = &path[..];
        match rest.first().map(String::as_str) {
            Some("crate") => {
                base.clear();
                rest = &rest[1..];
            }
            Some("self") => rest = &rest[1..],
            _ => {}
        }
        while rest.first().is_some_and(|word| word == "super") {
            base.pop();
            rest = &rest[1..];
        }
        // A path that begins with neither names a child or another crate.
        let child = base == module && !rest.is_empty();
        base.extend_from_slice(rest);
        let known = (0..=base.len()).rev().map(|length| &base[..length]).find(|prefix| modules.contains_key(*prefix));
        let known = known.unwrap_or_default();
        if known != module && !(child && module.starts_with(known)) {
            used.insert(known.to_vec());
        }
    }
    used
}

#[test]
fn no_modules_use_one_another_in_a_circle() {
    CRATES.iter().for_each(|name| check_circles(&modules(name)));
}

fn check_circles(modules: &BTreeMap<Vec<String>, String>) {
    let uses: BTreeMap<&Vec<String>, BTreeSet<Vec<String>>> = modules.keys().map(|module| (module, uses(modules, module))).collect();
    assert!(uses.values().map(BTreeSet::len).sum::<usize>() > 100, "the `use` lines were not found: {uses:?}");
    // Modules that only use those already removed are removed; a cycle remains.
    let mut left: BTreeSet<&Vec<String>> = modules.keys().collect();
    loop {
        let before = left.len();
        let free: Vec<_> = left.iter().copied().filter(|module| !uses[module].iter().any(|used| left.contains(used))).collect();
        free.iter().for_each(|module| {
            left.remove(module);
        });
        if left.len() == before {
            break;
        }
    }
    let circle: Vec<String> = left
        .iter()
        .map(|module| {
            let used: Vec<String> = uses[module].iter().filter(|used| left.contains(used)).map(|used| used.join("::")).collect();
            format!("{} uses {}", module.join("::"), used.join(", "))
        })
        .collect();
    assert!(circle.is_empty(), "circles, or what leads to them:\n{}", circle.join("\n"));
}

/// The children of a module in the order of its `mod` lines.
fn children(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| line.strip_prefix("pub(crate) ").or(line.strip_prefix("pub ")).unwrap_or(line).strip_prefix("mod "))
        .filter_map(|name| name.strip_suffix(';'))
        .filter(|name| *name != "tests")
        .map(str::to_owned)
        .collect()
}

/// The folders that lower rules to machine code, with their crates.
const FOLDERS: [(&str, &[&str]); 11] = [
    ("rbg", &["split"]),
    ("compile", &[]),
    ("compile", &["ir"]),
    ("compile", &["abi"]),
    ("compile", &["analysis"]),
    ("compile", &["emit"]),
    ("compile", &["play"]),
    ("compile", &["play", "semimoves"]),
    ("compile", &["play", "whole_moves"]),
    ("compile", &["play", "list"]),
    ("compile", &["runtime"]),
];

/// The path of a folder, or of a module in it.
fn path(folder: &[&str], module: Option<&String>) -> Vec<String> {
    folder.iter().map(|&name| name.to_owned()).chain(module.cloned()).collect()
}

#[test]
fn modules_that_lower_rules_use_only_those_listed_above_them() {
    let mut checked = 0;
    for (name, folder) in FOLDERS {
        let modules = modules(name);
        let order = children(&modules[&path(folder, None)]);
        for (i, module) in order.iter().enumerate() {
            let module = path(folder, Some(module));
            let with_children = modules.keys().filter(|other| other.starts_with(&module));
            for used in with_children.flat_map(|user| uses(&modules, user)) {
                let sibling = used.strip_prefix(&module[..folder.len()]).and_then(<[String]>::first);
                let place = order.iter().position(|other| Some(other) == sibling);
                checked += usize::from(place.is_some());
                assert!(place.is_none_or(|place| place <= i), "{} uses {}, which is listed below it", module.join("::"), used.join("::"));
            }
        }
    }
    assert!(checked > 100, "the `use` lines were not found");
}

/// The names behind each occurrence of `mark`, up to the next `(` or `<`.
fn names<'t>(text: &'t str, mark: &str) -> BTreeSet<&'t str> {
    let behind = text.match_indices(mark).map(|(at, _)| &text[at + mark.len()..]);
    behind
        .filter_map(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
            (end > 0 && rest[end..].starts_with(['(', '<'])).then(|| &rest[..end])
        })
        .collect()
}

/// `use` lines do not show which methods of a type in several modules call one another, so these are checked as well.
#[test]
fn methods_of_the_compiler_call_only_methods_of_the_modules_above() {
    let modules = modules("compile");
    let mut found = 0;
    for folder in [&["emit"][..], &["play", "whole_moves"]] {
        let order = children(&modules[&path(folder, None)]);
        let text = |module: &String| &modules[&path(folder, Some(module))];
        let methods = |module: &String| ["", "pub(super) ", "pub(crate) "].map(|shown| names(text(module), &format!("\n    {shown}fn ")));
        let defined: Vec<BTreeSet<&str>> = order.iter().map(|module| methods(module).into_iter().flatten().collect()).collect();
        found += defined.iter().map(BTreeSet::len).sum::<usize>();
        for (i, module) in order.iter().enumerate() {
            for called in names(text(module), ".") {
                let owners: Vec<usize> = (0..order.len()).filter(|&j| defined[j].contains(called)).collect();
                let below = !owners.is_empty() && owners.iter().all(|&owner| owner > i);
                assert!(!below, "{}::{module} calls `{called}`, which is defined below it", folder.join("::"));
            }
        }
    }
    assert!(found > 100, "the methods were not found");
}
