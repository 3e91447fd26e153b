//! No function is longer than a page: such a function does several things.

use crate::circles::crates;
use crate::methods::{is_function, sources};

/// The maximum number of lines of a function, from its name to its last brace.
const LINES: usize = 80;

#[test]
fn no_function_is_longer_than_a_page() {
    let sources = crates().into_iter().flat_map(|folder| sources(&folder.join("src")));
    let faults: Vec<String> = sources
        .flat_map(|(path, text)| {
            long_functions(&text).into_iter().map(move |(line, length)| format!("{}:{line}: {length} lines", path.display()))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The functions of a formatted text that are too long: the line and the length of each.
fn long_functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate().filter(|(_, line)| is_function(line.trim_start())) {
        let indent = &line[..line.len() - line.trim_start().len()];
        // Nothing else of a function is indented like its first line but the end of its parameters, and a brace alone after `where`.
        let is_end =
            |line: &&str| line.strip_prefix(indent).is_some_and(|rest| rest == "}" || rest.starts_with(')') && rest.ends_with(';'));
        let is_whole = line.ends_with(['}', ';']);
        let length = if is_whole { 1 } else { lines[start..].iter().position(is_end).map_or(0, |end| end + 1) };
        found.extend((length > LINES).then_some((start + 1, length)));
    }
    found
}

#[test]
fn the_lines_of_functions_are_counted() {
    let body = "        x();\n".repeat(LINES - 2);
    let page = format!(
        "impl A {{\n    fn whole() {{}}\n    fn declared(\n        x: X,\n    ) -> Y;\n\n    pub(super) fn page() {{\n{body}    }}\n}}\n"
    );
    assert_eq!(long_functions(&page), []);
    let longer = page.replacen("        x();\n", "        if y() {\n        }\n", 1);
    assert_eq!(long_functions(&longer), [(7, LINES + 1)]);
}
