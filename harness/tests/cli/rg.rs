//! Rules files in Regular Games on the command line.

use crate::bench::{printed, refused};
use crate::workdir::{Bench, config};

#[test]
fn a_rules_file_is_checked_lowered_and_drawn() {
    let text = printed(&["rg", "check", "rg/pig"]);
    assert!(text.starts_with("games/rules/pig.hrg: ok, 2 players, "), "{text}");
    assert!(
        text.contains("chance acts")
            && text.contains(
                "engine: native code for random games, interpreter for moves\n\
                 engine under `split = \"tags\"`: interpreter, because native code chooses whole moves and not tag by tag\n1 moves at the start\n"
            ),
        "{text}"
    );
    assert!(text.contains("10 are over within 1000") && !text.contains("warning"), "{text}");
    assert!(printed(&["rg", "check", "rg/hex"]).contains("engine: native code for random games, "));
    let interpreted = printed(&["rg", "check", "rg/einstein"]);
    assert!(interpreted.contains("engine: interpreter, because ") && !interpreted.contains("engine under"), "{interpreted}");
    assert!(printed(&["show", "rg/einstein"]).contains("  engine: interpreter, because "));
    assert!(printed(&["rg", "check", "rg/rock-paper-scissors"]).contains(
        "the game has hidden information, but is played with open \
         information"
    ));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lowered.rg");
    std::fs::write(&path, printed(&["rg", "lower", "rg/pig"])).unwrap();
    let lowered = printed(&["rg", "check", path.to_str().unwrap()]);
    // The same automaton and the same random games.
    assert_eq!(lowered.split_once(": ok").unwrap().1, text.split_once(": ok").unwrap().1);
    assert!(printed(&["rg", "graph", "rg/pig"]).starts_with("digraph"));
}

#[test]
fn layout_and_counts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nim.hrg");
    let text = printed(&["rg", "fmt", "rg/nim"]);
    std::fs::write(&path, text.replace("  ", " ")).unwrap();
    let path = path.to_str().unwrap();
    printed(&["rg", "fmt", path, "--write"]);
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
    assert_eq!(printed(&["perft", path, "2"]), "113\n");
    assert_eq!(printed(&["perft", "rg/nim", "2", "--split", "tags"]), "113\n");
}

#[test]
fn mistakes_are_told_with_their_place() {
    let error = refused(&["rg", "check", "breakthrough"]);
    assert!(error.contains("game `breakthrough` is written in Rust, so it has no rules file"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.hrg");
    let head = "domain Player = a | b\ndomain Score = 0 | 1\n";
    std::fs::write(&path, format!("{head}graph rules() {{\n  player = a\n  $ x\n  plyer = keeper\n  end()\n}}\n")).unwrap();
    let error = refused(&["rg", "check", path.to_str().unwrap()]);
    assert!(error.contains("x.hrg:6:3") && error.contains("did you mean `player`?"), "{error}");
    std::fs::write(&path, format!("{head}graph rules() {{\n  player = a\n  check(goals[a] == 1)\n  end()\n}}\n")).unwrap();
    let error = refused(&["rg", "check", path.to_str().unwrap()]);
    assert!(error.contains("random game 0 stopped after 0 moves: there is no move, and the game is not at `end`"), "{error}");
}

/// A total that random games contradict is an error.
#[test]
fn a_wrong_total_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.hrg");
    std::fs::write(&path, printed(&["rg", "fmt", "rg/tic-tac-toe"]).replace("//= total 100", "//= total 200")).unwrap();
    let error = refused(&["rg", "check", path.to_str().unwrap()]);
    assert!(error.contains("ended with a sum of scores of 100, but the file has `//= total 200`"), "{error}");
}

/// Every output of a game whose hidden information is seen by all says so.
#[test]
fn games_that_are_played_openly_say_so() {
    let bench = Bench::new();
    bench.write("x.toml", &config(2, 5, "rg/rock-paper-scissors", 1));
    let warning = "Played with open information, although the rules hide some: `rg/rock-paper-scissors`.";
    assert!(bench.run("plan x.toml").err.contains(&format!("warning: {warning}")));
    // The report is wrapped.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&bench.run("run x.toml --out run --results r.csv").ends(0)).contains(warning));
    assert!(words(&bench.run("report --results r.csv").ends(0)).contains(warning));
    assert!(words(&bench.run("runs .").ends(0)).contains("what the rules hide is played openly"));
    assert!(bench.run("show rg/rock-paper-scissors").ends(0).contains("by the rules, but all players see everything"));
    bench.write("y.toml", &config(2, 5, "tic-tac-toe", 1));
    let open = bench.run("run y.toml --out other");
    assert!(!words(&open.out).contains("open information") && !open.err.contains("open information"));
}
