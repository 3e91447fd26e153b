//! Rules files in Regular Games on the command line.

use crate::bench::{json, printed, refused};
use crate::workdir::{Bench, config};

#[test]
fn a_rules_file_is_checked_lowered_and_drawn() {
    let text = printed(&["rg", "check", "rg/pig"]);
    assert!(text.starts_with("games/rules/pig.hrg: ok, 2 players, "), "{text}");
    assert!(
        text.contains("chance acts")
            && text.contains(
                "execution: native code for random games, interpreter for moves\n\
                 execution under `split = \"tags\"`: interpreter, because native code chooses whole moves and not tag by tag\n1 moves at the start\n"
            ),
        "{text}"
    );
    assert!(text.contains("10 are over within 1000") && !text.contains("warning"), "{text}");
    assert!(printed(&["rg", "check", "rg/hex"]).contains("execution: native code for random games, "));
    let interpreted = printed(&["rg", "check", "rg/einstein"]);
    assert!(interpreted.contains("execution: interpreter, because ") && !interpreted.contains("execution under"), "{interpreted}");
    assert!(printed(&["show", "rg/einstein"]).contains("  execution: interpreter, because "));
    let hidden = printed(&["rg", "check", "rg/rock-paper-scissors"]);
    assert!(
        hidden.contains("players do not see every tag")
            && hidden.contains("execution: interpreter, because it tells what players see\n3 moves"),
        "{hidden}"
    );
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

/// Rules by which a player's legal moves depend on what it does not see are wrong: the move that gives it away is named.
#[test]
fn moves_that_tell_what_is_hidden_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.hrg");
    let text = printed(&["rg", "fmt", "rg/rock-paper-scissors"]);
    let lies = text.replacen(
        "    check(chosen[me] == hand)\n",
        "    check(chosen[me] == hand)\n    check(me == first || hand != chosen[first])\n",
        1,
    );
    assert_ne!(text, lies);
    std::fs::write(&path, &lies).unwrap();
    let error = refused(&["rg", "check", path.to_str().unwrap()]);
    assert!(error.contains("the player has other moves: `rock` is legal only in `start paper`"), "{error}");
    // The same choice, seen by both, tells nothing.
    std::fs::write(&path, lies.replace("visible[second] = 0", "visible[second] = 1")).unwrap();
    printed(&["rg", "check", path.to_str().unwrap()]);
}

/// A game by rules is played by what players see, as one in Rust.
#[test]
fn hidden_information_is_played() {
    let bench = Bench::new();
    bench.write("x.toml", &config(2, 5, "rg/kuhn-poker", 1));
    bench.run("run x.toml --out run").ends(0);
    assert!(bench.run("show rg/kuhn-poker").ends(0).contains("agents see what their player knows"));
    let exploited = |game| {
        let learned = json(&["exploit", game, "--agent", "cfr", "-p", "iterations=2", "--iterations", "1", "--format", "json"]);
        learned["strategies"][0]["exploitability"].as_f64().unwrap()
    };
    assert!((exploited("kuhn-poker") - exploited("rg/kuhn-poker")).abs() < 1e-9);
}
