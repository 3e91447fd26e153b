//! Every error with its whole text, from `errors.txt`: a title that ends with the language, the description, and the errors in it.
//! `BLESS=1 cargo test -p treebench-rg --test rules errors` rewrites the texts; read them before committing.

use treebench_rg::{Limits, load};

const TITLE: &str = "======== ";
const ANSWER: &str = "--------\n";

#[test]
fn every_error_says_what_it_said() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/errors.txt");
    let cases = std::fs::read_to_string(path).expect("the cases are there");
    let limits = Limits { depth: 12, symbols: 200, entries: 2000, edges: 500, ..Limits::default() };
    let mut fresh = String::new();
    for case in cases.split(TITLE).skip(1) {
        let (title, rest) = case.split_once('\n').expect("a title ends with its line");
        let (source, _) = rest.split_once(ANSWER).expect("a description ends with dashes");
        let language = title.rsplit(' ').next().expect("a title ends with the language");
        let answer = match load(&format!("game.{language}"), source, &limits) {
            Ok(_) => panic!("{title}: nothing is wrong with\n{source}"),
            Err(errors) => errors.to_string(),
        };
        fresh += &format!("{TITLE}{title}\n{source}{ANSWER}{answer}\n\n");
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &fresh).expect("the cases can be written");
    }
    let differs = fresh.lines().zip(cases.lines()).position(|(fresh, known)| fresh != known);
    assert!(fresh == cases, "line {} of errors.txt; now it is\n{fresh}", differs.unwrap_or(0) + 1);
}
