//! The imports of a crate, read from its source.

use std::collections::BTreeMap;
use std::path::Path;

/// A module of a crate, from the top: `["kinds", "match_kind", "record"]`.
pub(crate) type Module = Vec<String>;

/// A use of a module by another.
pub(crate) struct Import {
    pub(crate) user: Module,
    pub(crate) used: Module,
    /// The file and the line.
    pub(crate) place: String,
}

/// Every use of a module of the crate with this source, except in tests. A name that the root re-exports counts as a use of the module that defines
/// it.
pub(crate) fn imports(source: &Path) -> Vec<Import> {
    let root = std::fs::read_to_string(source.join("lib.rs")).map(|text| reexports(&text)).unwrap_or_default();
    let is_module = |name: &str| source.join(name).is_dir() || source.join(name).with_extension("rs").is_file();
    let mut found = Vec::new();
    let mut folders = vec![source.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let relative = path.strip_prefix(source).unwrap().with_extension("");
            let module: Module = relative.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            // Executables are other crates, and the root uses everything.
            if ["lib", "main", "bin"].contains(&module[0].as_str()) || module.last().is_some_and(|name| name == "tests") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let tested = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for (mut used, line) in paths(tested, &module) {
                if let Some(module) = used.first().filter(|name| !is_module(name)).and_then(|name| root.get(name)) {
                    used = vec![module.clone()];
                }
                // What is no module either is of another crate.
                if used.first().is_some_and(|name| is_module(name)) {
                    found.push(Import { user: module.clone(), used, place: format!("{}.rs:{line}", relative.display()) });
                }
            }
        }
    }
    found
}

/// The names that the root of a crate re-exports, with the module that defines each.
fn reexports(root: &str) -> BTreeMap<String, String> {
    let code = code(root);
    let mut found = BTreeMap::new();
    for statement in code.split(';').filter_map(|statement| statement.trim_start().strip_prefix("pub use ")) {
        let path = statement.strip_prefix("crate::").unwrap_or(statement);
        let Some(module) = steps(path).first().cloned() else { continue };
        let names = path[module.len()..].split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty());
        found.extend(names.map(|name| (name.to_owned(), module.clone())));
    }
    found
}

/// All paths that begin with `crate::` or `super::`, as the first two steps from the top of the crate, with their lines. In an inline module, `super`
/// is assumed to lead out of the file.
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

/// A text without comments and string literals; line breaks are kept.
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

/// The segments of the path at the start of a text, as far as they are names.
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

#[test]
fn the_parser_reads_every_form_of_a_path() {
    let text = "use crate::stats::a;\nuse crate::{plan::Plan, run};\n// crate::check\nuse super::super::store;\nlet x = \"crate::cli\"; crate::kinds::of();\nuse super::layer;\n";
    let module = ["experiment", "grid"].map(str::to_owned).to_vec();
    let found: Vec<String> = paths(text, &module).into_iter().map(|(path, line)| format!("{} {line}", path.join("::"))).collect();
    assert_eq!(found, ["stats::a 1", "plan::Plan 2", "run 2", "store 4", "kinds::of 5", "experiment::layer 6"]);
}
