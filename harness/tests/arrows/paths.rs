//! The paths in a source text.

use std::collections::BTreeSet;

/// A path, such as `super::record::Ending`.
pub(crate) struct Path {
    pub(crate) steps: Vec<String>,
    /// The name that it has in its module if a `use` brings it in; `*` for all names of a module.
    pub(crate) name: Option<String>,
    pub(crate) line: usize,
}

/// All paths of a text of more than one step, and those of `use`.
pub(crate) fn paths(text: &str) -> Vec<Path> {
    let mut code = code(text);
    let mut found = Vec::new();
    while let Some(start) = use_statement(&code) {
        let end = code[start..].find(';').map_or(code.len(), |length| start + length);
        let line = 1 + code[..start].matches('\n').count();
        let names = names(&code[start + "use ".len()..end], &[]);
        found.extend(names.into_iter().map(|(steps, name)| Path { steps, name: Some(name), line }));
        let blank: String = code[start..end].chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        code.replace_range(start..end, &blank);
    }
    for (i, line) in code.lines().enumerate() {
        let words = line.split(|c: char| !is_part_of_name(c) && c != ':').map(|path| path.trim_end_matches(':'));
        let path = |word: &str| Path { steps: word.split("::").map(str::to_owned).collect(), name: None, line: i + 1 };
        // A path of another crate begins with a colon.
        found.extend(words.filter(|word| word.contains("::") && !word.starts_with(':')).map(path));
    }
    found
}

/// The names of the items that a text declares.
pub(crate) fn items(text: &str) -> BTreeSet<String> {
    const KEYWORDS: [&str; 9] = ["fn", "struct", "enum", "trait", "type", "const", "static", "union", "macro_rules"];
    let code = code(text);
    let words: Vec<&str> = code.split(|c: char| !is_part_of_name(c)).filter(|word| !word.is_empty()).collect();
    words.windows(2).filter(|pair| KEYWORDS.contains(&pair[0])).map(|pair| pair[1].to_owned()).collect()
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where the first `use` of a text begins.
fn use_statement(code: &str) -> Option<usize> {
    code.match_indices("use ").map(|(at, _)| at).find(|&at| !code[..at].ends_with(is_part_of_name))
}

/// The paths of a `use`, after these steps, with the name of each.
fn names(tree: &str, before: &[String]) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    let end = tree.find(|c| !is_part_of_name(c)).unwrap_or(tree.len());
    let (first, rest) = tree.split_at(end);
    if let Some(list) = tree.strip_prefix('{') {
        return branches(list).into_iter().flat_map(|branch| names(branch, before)).collect();
    }
    if tree == "*" {
        return vec![(before.to_vec(), tree.to_owned())];
    }
    let steps: Vec<String> = before.iter().cloned().chain((first != "self" || before.is_empty()).then(|| first.to_owned())).collect();
    match rest.strip_prefix("::") {
        Some(rest) => names(rest, &steps),
        None => {
            let name = rest.trim().strip_prefix("as ").unwrap_or(steps.last().map_or("", String::as_str)).to_owned();
            if first.is_empty() { Vec::new() } else { vec![(steps, name)] }
        }
    }
}

/// The parts of a list in braces, from just after the opening one.
fn branches(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut branches) = (0, 0, Vec::new());
    for (i, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                branches.push(list[start..i].trim());
                start = i + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    branches
}

/// A text without tests, comments and string literals; line breaks are kept.
fn code(text: &str) -> String {
    let mut code = String::new();
    for line in text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().lines() {
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

#[test]
fn every_form_of_a_path_is_read() {
    let text = "use crate::stats::a;\npub(crate) use super::{plan::{self, Plan}, run as play};\n// crate::check\nuse super::shared::*;\nlet x = \"crate::cli\"; crate::kinds::of();\nlet y: <T as ::other::Of>::A = Plan::new(a::b);\n";
    let found: Vec<String> = paths(text)
        .into_iter()
        .map(|Path { steps, name, line }| format!("{line} {} {}", steps.join("::"), name.unwrap_or_default()).trim_end().to_owned())
        .collect();
    assert_eq!(
        found,
        [
            "1 crate::stats::a a",
            "2 super::plan plan",
            "2 super::plan::Plan Plan",
            "2 super::run play",
            "4 super::shared *",
            "5 crate::kinds::of",
            "6 Plan::new",
            "6 a::b"
        ]
    );
    assert_eq!(items("pub(crate) unsafe fn of() {}\n/// The type of\nenum Kind {}\n"), ["of", "Kind"].map(str::to_owned).into());
}
