//! Texts of descriptions.

use treebench_rbg::{Limits, automaton, fmt, lint, parameters, parse, parse_with, unused_macros};

/// Limits that small texts can reach.
fn limits() -> Limits {
    Limits { source_bytes: 1 << 14, tokens: 5000, depth: 40, nodes: 20_000, ..Limits::default() }
}

/// Everything that reads a text: nothing panics, little is said, nothing is large. Gives whether the text is a game.
pub fn read(text: &str) -> bool {
    let limits = limits();
    let _ = parameters("text", text, &limits);
    let _ = unused_macros("text", text, &limits);
    let _ = parse_with("text", text, &[("size", text)], &limits);
    match parse("text", text, &limits) {
        Err(errors) => {
            assert!(!errors.list.is_empty());
            assert!(errors.to_string().len() < 1 << 18, "much is said about\n{text}");
            false
        }
        Ok(game) => {
            assert!(automaton(&game.rules).nodes() <= limits.nodes + 2, "more nodes than allowed:\n{text}");
            let _ = lint(&game);
            // The printed form has no macros: it may be longer.
            let printed = game.to_string();
            let roomy = Limits { source_bytes: usize::MAX, tokens: usize::MAX, depth: 200, ..limits };
            let again = parse("printed", &printed, &roomy).unwrap_or_else(|errors| panic!("{errors}\nfor\n{text}"));
            assert!(again == game, "the printed form is another game:\n{text}\n{printed}");
            let roomy = Limits { source_bytes: usize::MAX, ..limits };
            let formatted = fmt("text", text, &limits).unwrap_or_else(|errors| panic!("{errors}"));
            let again = parse("formatted", &formatted, &roomy).unwrap_or_else(|errors| panic!("{errors}\nfor\n{text}"));
            assert!(again == game, "the formatted form is another game:\n{text}\n{formatted}");
            let twice = fmt("formatted", &formatted, &roomy).unwrap_or_else(|errors| panic!("{errors}"));
            assert!(twice == formatted, "formatting again changes\n{formatted}\nto\n{twice}");
            true
        }
    }
}
