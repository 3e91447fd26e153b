//! Rules files on the command line.

use crate::bench::{bench_with, json, printed, refused};
use std::path::Path;

/// Players in turn take one of three stones; the player who takes the last one wins.
const STONES: &str = "//! Three stones.
//: stones = 3 (2, 3) How many.
#stones = 3
#players = a(100), b(100)
#pieces = e, o
#variables = count(3)
#board = rectangle(up, down, left, right, [o, o, o])
#turn(me; you; mine; yours) =
    (left*)(right*){o}[e]
    ( {! (left*)(right*){o}} [$ mine = 100] ->> {} + {? (left*)(right*){o}} ->you )
#rules = ->a (turn(a; b; a; b) turn(b; a; b; a))*
";

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_registered_rules_file_is_checked_and_drawn() {
    let text = printed(&["rbg", "check", "rbg/tic-tac-toe"]);
    assert!(text.starts_with("games/rules/tic-tac-toe.rbg: ok, 2 players, 3 pieces, 9 squares\n"), "{text}");
    assert!(!text.contains("warning"), "{text}");
    assert!(
        text.contains("9 moves at the start\n10 random games of ") && text.contains("10 are over within 1000\nscores on average: "),
        "{text}"
    );
    let rows: Vec<Vec<&str>> = text.lines().skip(2).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["strategy", "states", "dots", "split", "points", "postponed", "execution"]);
    let row = |strategy: &str| rows.iter().find(|row| row[0] == strategy).unwrap_or_else(|| panic!("{strategy}: {text}"));
    assert_eq!(row("orthodox")[2..], ["0", "0", "0", "native", "code"]);
    assert_eq!(row("ModPlus")[5..], ["native", "code"], "{text}");
    assert_eq!(row("Plus")[5..], ["native", "code"], "{text}");
    // States are the nodes of the automaton that is drawn.
    let drawn = printed(&["rbg", "graph", "rbg/tic-tac-toe", "--split", "ModPlus"]);
    assert!(row("ModPlus")[1].parse::<usize>().unwrap() > 0 && !drawn.is_empty());
    // Macros that only other values of a parameter use are no mistake.
    assert!(!printed(&["rbg", "check", "rbg/breakthrough"]).contains("warning"));
    assert!(printed(&["rbg", "graph", "rbg/tic-tac-toe", "--split", "Mod"]).starts_with("digraph"));
    assert!(printed(&["rbg", "graph", "rbg/tic-tac-toe", "--format", "svg"]).contains("</svg>"));
    assert_eq!(refused(&["rbg", "check", "breakthrough"]), "error: game `breakthrough` is written in Rust, so it has no rules file\n");
}

#[test]
fn a_game_that_is_too_large_for_native_code_is_named_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let rows = "[e, e, e] [e, e, e] [e, e, e]";
    let head = format!("#players = a(100), b(100)\n#pieces = e, x\n#variables =\n#board = rectangle(up, down, left, right, {rows})");
    let path = file(folder.path(), "large.rbg", &format!("{head}\n#rules = (->a ({{x}} ([x] [e])^10000 + [x]) ->> ->b [e] ->>)*\n"));
    let text = printed(&["rbg", "check", &path]);
    assert!(text.contains("the interpreter plays orthodox, Mod,") && text.contains("because the rules need more than"), "{text}");
}

#[test]
fn formatting_is_done_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "stones.rbg", STONES);
    printed(&["rbg", "fmt", &path, "--write"]);
    let formatted = std::fs::read_to_string(&path).unwrap();
    assert_eq!(printed(&["rbg", "fmt", &path]), formatted);
}

#[test]
fn a_file_is_played_where_a_game_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "tic.rbg", &printed(&["rbg", "fmt", "rbg/tic-tac-toe"]));
    assert_eq!(printed(&["perft", &path, "5"]), "15120\n");
    let result = json(&["playout", &path, "--split", "Mod", "--playouts", "20", "--format", "json"]);
    assert_eq!((&result["split"], &result["game"]), (&"Mod".into(), &"tic.rbg".into()));
    // Native code and the interpreter play the same games.
    let args = ["playout", "rbg/tic-tac-toe", "--split", "Mod", "--playouts", "20"];
    let plain = crate::bench::command(&args).env("TREEBENCH_RBG_EXECUTION", "interpreter").output().unwrap();
    assert_eq!(String::from_utf8(plain.stdout).unwrap(), printed(&args));
}

#[test]
fn mistakes_are_told_with_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "wrong.rbg", &STONES.replace("{o}[e]\n", "{o}[ee]\n"));
    for args in [&["rbg", "check", &path][..], &["perft", &path, "1"]] {
        let message = refused(args);
        assert!(message.contains("wrong.rbg:9:") && message.contains("`ee`") && message.contains('^'), "{message}");
    }
    let answer = bench_with(&["rbg", "check", &path, "--format", "json"], "");
    let said: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    let problem = &said["problems"][0];
    assert_eq!((answer.code, &said["ok"], &problem["severity"], &problem["start"]["line"]), (2, &false.into(), &"error".into(), &9.into()));
    let said = json(&["rg", "check", "rg/breakthrough", "--format", "json"]);
    assert_eq!((&said["ok"], said["problems"].as_array().unwrap().len()), (&true.into(), 0));
    // A bracket too many in a macro is told where it is, and nothing else.
    let path = file(folder.path(), "open.rbg", &STONES.replace("(right*){o}[e]", "(right*){o}[e])"));
    let message = refused(&["rbg", "check", &path]);
    assert!(message.contains("open.rbg:9:26\n") && message.contains("unmatched `)`"), "{message}");
    assert_eq!(message.matches("error").count(), 1, "{message}");
    let message = refused(&["perft", "no/such.rbg", "1"]);
    assert!(message.starts_with("error: cannot read no/such.rbg: "), "{message}");
    let message = refused(&["playout", "rbg/tic-tac-toe", "--split", "Modd"]);
    assert!(message.contains("`Modd`") && message.contains("Mod"), "{message}");
    assert_eq!(bench_with(&["rbg", "graph", "rbg/tic-tac-toe", "--split", "x"], "").code, 2);
}
