//! Experiments on rules files: the kind `playout` from end to end, keys by content, and error messages.

use crate::support::Files;
use std::path::Path;
use treebench::experiment::{LoadOptions, References};
use treebench::kinds;
use treebench::plan::Plan;
use treebench::run::{ProgressStyle, RunOptions, execute};
use treebench::store::Store;

const PLAYOUTS: &str = "[experiment]\nname = \"x\"\nkind = \"playout\"\ngames-per-cell = 2\nreference = \"printed.csv\"\n\
                        [playout]\nsplit = [\"orthodox\", \"Mod\"]\nplayouts = 3\nseconds = 0.001\n\
                        [grid]\ngame = [{ rbg = \"my.rbg\" }, \"rbg/connect-four\"]\n";

/// A rules file of this project as a user's file.
fn rules(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/rules").join(name)).unwrap()
}

fn files(text: &str, rules: &str) -> Files {
    let printed = "game,playout.split,statistic,value,source\nrbg/connect-four,orthodox,nodal-states,21.3,a book\n\
                   rbg/connect-four,orthodox,nodal-states-per-second,1000,a book\n";
    Files::new(&[("x.toml", text), ("my.rbg", rules), ("printed.csv", printed)])
}

fn fault(text: &str, rules: &str) -> String {
    files(text, rules).load(&LoadOptions::default()).err().expect("this must be refused")
}

#[test]
fn random_games_are_played_stored_and_reported() {
    let files = files(PLAYOUTS, &rules("tic-tac-toe.rbg"));
    let loaded = files.load(&LoadOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
    let plan = Plan { experiment: loaded.experiment.into() };
    assert_eq!((plan.experiment.cells.len(), plan.len()), (4, 8));
    let kind = kinds::of(&plan.experiment);
    let mut store = Store::open(&files.path("run"), kind.table()).unwrap();
    let options = RunOptions { threads: 1, progress: ProgressStyle::Silent, ..RunOptions::default() };
    execute(&plan, &mut store, &options).unwrap();
    let mut rows = store.rows(&plan).unwrap();
    let rows: Vec<_> = rows.by_ref().collect();
    assert_eq!(rows.len(), 8);
    let references = References::of_experiment(&plan.experiment).unwrap();
    let report = format!("{:?}", kind.fold(&plan.experiment, &mut rows.into_iter()).report(&references));
    for part in ["of orthodox", "branching", "my.rbg", "multiple of orthodox play: Mod ", "ours by theirs", "a book"] {
        assert!(report.contains(part), "`{part}` is missing in {report}");
    }
    assert!(!report.contains("do not count:"), "{report}");
}

/// A match on rules in which no move is found within the limits.
const ENDLESS: &str = "[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 4\n[budget]\niterations = 5\n\
                       [grid]\ngame = [{ rbg = \"my.rbg\" }]\n[agent.candidate]\nuse = \"uct\"\n[agent.baseline]\nuse = \"random\"\n\
                       [compare]\ncandidate = \"baseline\"\n";

#[test]
fn games_in_which_the_search_for_moves_runs_out_of_steps_are_void() {
    for rules in ["[$ a = 50, b = 50] (->a (any [x])^12 ->> ->b [e] ->>)*", "[$ a = 50, b = 50] (->a ([x])* ->b ([e])*)*"] {
        let text = format!(
            "#players = a(100), b(100)\n#pieces = e, x\n#variables =\n\
             #board = rectangle(up, down, left, right, [e, e, e] [e, e, e] [e, e, e])\n\
             #any = ((up* + down*) (left* + right*))\n#rules = {rules}\n"
        );
        let files = files(ENDLESS, &text);
        let loaded = files.load(&LoadOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
        let plan = Plan { experiment: loaded.experiment.into() };
        let kind = kinds::of(&plan.experiment);
        let mut store = Store::open(&files.path("run"), kind.table()).unwrap();
        let options = RunOptions { threads: 1, progress: ProgressStyle::Silent, ..RunOptions::default() };
        execute(&plan, &mut store, &options).unwrap();
        let rows = format!("{:?}", store.rows(&plan).unwrap().collect::<Vec<_>>());
        assert_eq!(rows.matches("the game cannot go on: ").count(), 4, "{rows}");
        assert_eq!(rows.matches("\"void\"").count(), 4, "{rows}");
    }
}

#[test]
fn keys_follow_the_content() {
    let keys = |name: &str, rules: &str| -> Vec<_> {
        let files = files(&PLAYOUTS.replace("my.rbg", name), "");
        std::fs::write(files.path(name), rules).unwrap();
        let loaded = files.load(&LoadOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
        loaded.experiment.cells.iter().map(|cell| cell.key).collect()
    };
    let text = rules("tic-tac-toe.rbg");
    let first = keys("my.rbg", &text);
    assert_eq!(first, keys("other.rbg", &text), "the name does not matter");
    let changed = keys("my.rbg", &format!("{text}// a comment\n"));
    assert!(first[..2].iter().zip(&changed).all(|(one, other)| one != other));
    assert_eq!(first[2..], changed[2..], "the other game is the same");
}

#[test]
fn a_resolved_copy_needs_no_file() {
    let files = files(PLAYOUTS, &rules("tic-tac-toe.rbg"));
    let loaded = files.load(&LoadOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
    let keys: Vec<_> = loaded.experiment.cells.iter().map(|cell| cell.key).collect();
    std::fs::write(files.path("x.toml"), &loaded.experiment.resolved_toml).unwrap();
    std::fs::remove_file(files.path("my.rbg")).unwrap();
    let again = files.load(&LoadOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(again.experiment.cells.iter().map(|cell| cell.key).collect::<Vec<_>>(), keys);
}

#[test]
fn mistakes_are_told_with_their_places() {
    let text = rules("tic-tac-toe.rbg");
    let message = fault(PLAYOUTS, &text.replace("#players", "#playerz"));
    assert!(message.contains("--> my.rbg:") && message.contains('^'), "{message}");
    let message = fault(&PLAYOUTS.replace("my.rbg", "your.rbg"), &text);
    assert!(message.contains("cannot read your.rbg") && message.contains("--> x.toml:"), "{message}");
    let message = fault(&PLAYOUTS.replace("\"Mod\"", "\"Modd\""), &text);
    assert!(message.contains("`Modd`") && message.contains("--> x.toml:"), "{message}");
    let message = fault(&PLAYOUTS.replace("{ rbg =", "{ use = \"reversi\", rbg ="), &text);
    assert!(message.contains("a game has either `use` or `rbg`"), "{message}");
}

#[test]
fn regular_games_have_a_key_of_their_own() {
    let text = PLAYOUTS
        .replace("rbg = \"my.rbg\"", "rg = \"my.hrg\"")
        .replace("\"Mod\"", "\"tags\"")
        .replace(", \"rbg/connect-four\"", ", \"rg/nim\"");
    let text = text.replace("reference = \"printed.csv\"\n", "");
    let files = Files::new(&[("x.toml", &text), ("my.hrg", &rules("tic-tac-toe.hrg"))]);
    let loaded = files.load(&LoadOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
    let keys: Vec<_> = loaded.experiment.cells.iter().map(|cell| cell.key).collect();
    assert_eq!(keys.len(), 4);
    let copy = &loaded.experiment.resolved_toml;
    assert!(copy.contains("rg-text") && !copy.contains("rbg"), "{copy}");
    std::fs::write(files.path("x.toml"), copy).unwrap();
    std::fs::remove_file(files.path("my.hrg")).unwrap();
    let again = files.load(&LoadOptions::default()).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(again.experiment.cells.iter().map(|cell| cell.key).collect::<Vec<_>>(), keys);
    for (from, to, message) in [
        ("rg = \"my.hrg\"", "rg = \"my.txt\"", "`my.txt`: expected a file that ends in `.hrg` or `.rg`"),
        ("rg = \"my.hrg\"", "rbg = \"my.hrg\"", "`my.hrg`: it is a file for the key `rg`"),
        ("rg = \"my.hrg\"", "rg = \"your.hrg\"", "cannot read your.hrg"),
        ("rg = \"my.hrg\"", "rg = \"my.hrg\", rbg = \"my.rbg\"", "a game has either `rbg` or `rg`"),
    ] {
        let files = Files::new(&[("x.toml", &text.replace(from, to)), ("my.hrg", "graph rules() { }")]);
        let error = files.load(&LoadOptions::default()).err().expect("this must be refused");
        assert!(error.contains(message), "{error}");
    }
    let files = Files::new(&[("x.toml", &text), ("my.hrg", &rules("tic-tac-toe.hrg").replace("Piece = empty", "Piece = emty"))]);
    let error = files.load(&LoadOptions::default()).err().expect("this must be refused");
    assert!(error.contains("`empty`") && error.contains("--> my.hrg:") && error.contains("did you mean `emty`?"), "{error}");
}
