//! Every error with its whole text, from `errors.txt`: a title, the description, and the errors in it.
//! `BLESS=1 cargo test -p treebench-rbg --test rules errors` rewrites the texts; read them before committing.

use treebench_rbg::{Limits, parse_with};

const TITLE: &str = "======== ";
const ANSWER: &str = "--------\n";

/// Limits that small texts can reach.
fn limits() -> Limits {
    Limits { source_bytes: 3000, tokens: 400, depth: 8, squares: 9, pieces: 4, nodes: 60, ..Limits::default() }
}

#[test]
fn every_error_says_what_it_said() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/errors.txt");
    let cases = std::fs::read_to_string(path).expect("the cases are there");
    let mut fresh = String::new();
    for case in cases.split(TITLE).skip(1) {
        let (title, rest) = case.split_once('\n').expect("a title ends with its line");
        let (source, _) = rest.split_once(ANSWER).expect("a description ends with dashes");
        // A title such as `size=7: …` gives a parameter.
        let given: Vec<_> = title.split_once(": ").and_then(|(given, _)| given.split_once('=')).into_iter().collect();
        let answer = match parse_with("game.rbg", source, &given, &limits()) {
            Ok(game) => panic!("{title}: nothing is wrong with\n{game}"),
            Err(errors) => errors.to_string(),
        };
        assert!(!answer.is_empty());
        fresh += &format!("{TITLE}{title}\n{source}{ANSWER}{answer}\n\n");
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &fresh).expect("the cases can be written");
    }
    let differs = fresh.lines().zip(cases.lines()).position(|(fresh, known)| fresh != known);
    assert!(fresh == cases, "line {} of errors.txt; now it is\n{fresh}", differs.unwrap_or(0) + 1);
}
