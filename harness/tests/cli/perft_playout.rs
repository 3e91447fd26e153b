//! `perft` and `playout`.

use crate::bench::{json, printed, refused};

#[test]
fn the_total_stands_alone_on_the_last_line() {
    // Sequences of tic-tac-toe moves: 9·8·7·6·5 = 15120, as nobody can have won before the fifth move.
    assert_eq!(printed(&["perft", "tic-tac-toe", "5"]), "15120\n");
    assert_eq!(printed(&["perft", "tic-tac-toe", "0"]), "1\n");
    let divided = printed(&["perft", "tic-tac-toe", "3", "--divide"]);
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[9]), (10, "a3  56", "504"));
}

#[test]
fn positions_and_parameters_are_heeded() {
    // X wins at once on c3; after each of the other four moves O has four replies.
    let args = ["perft", "tic-tac-toe", "2", "--position", "XX./OO./... x", "--divide", "--format", "json"];
    let result = json(&args);
    let ways: Vec<(&str, u64)> =
        result["divide"].as_array().unwrap().iter().map(|way| (way["move"].as_str().unwrap(), way["count"].as_u64().unwrap())).collect();
    assert_eq!(ways, [("c3", 0), ("c2", 4), ("a1", 4), ("b1", 4), ("c1", 4)]);
    assert_eq!((&result["total"], &result["position"]), (&16.into(), &"XX./OO./... x".into()));
    // On a board 3 wide each of the three stones of the front row has two moves or, in the middle, three.
    assert_eq!(printed(&["perft", "breakthrough", "1", "-p", "width=3"]), "7\n");
}

#[test]
fn counted_playouts_print_the_same_every_time_and_the_known_values() {
    let args = ["playout", "tic-tac-toe", "--playouts", "20000", "--seed", "5"];
    let first = printed(&args);
    assert_eq!(first, printed(&args));
    assert_ne!(first, printed(&["playout", "tic-tac-toe", "--playouts", "20000", "--seed", "6"]));
    let result = json(&[&args[..], &["--format", "json"]].concat());
    // Under uniformly random play X wins 737/1260, O 121/420, and 8/63 are draws.
    let expected = 737.0 / 1260.0 + 0.5 * 8.0 / 63.0;
    let (mean, error) = (result["scores"][0]["mean"].as_f64().unwrap(), result["scores"][0]["standard_error"].as_f64().unwrap());
    assert!((mean - expected).abs() < 4.0 * error, "{mean} ± {error}, expected {expected}");
    // The standard deviation of one score from the same three probabilities, over √20000.
    let variance = 737.0 / 1260.0 + 0.25 * 8.0 / 63.0 - expected * expected;
    assert!((error / (variance / 20000.0).sqrt() - 1.0).abs() < 0.05, "{error}");
    assert_eq!(result["mean_nodal_states"], result["mean_all_states"]);
    assert_eq!((&result["playouts"], &result["cut_off"], &result["playouts_per_second"]), (&20000.into(), &0.into(), &().into()));
}

/// Table 1 of the split-moves paper, Breakthrough (orthodox): 64 nodal and all states per simulation, branching 25.69.
#[test]
fn breakthrough_has_the_figures_of_the_split_moves_paper() {
    let result = json(&["playout", "breakthrough", "--playouts", "1000", "--format", "json"]);
    assert!((result["mean_nodal_states"]["mean"].as_f64().unwrap() - 64.0).abs() < 1.5, "{result}");
    assert!((result["mean_all_states"]["mean"].as_f64().unwrap() - 64.0).abs() < 1.5, "{result}");
    assert!((result["branching"].as_f64().unwrap() - 25.69).abs() < 0.25, "{result}");
}

#[test]
fn timed_playouts_print_the_speeds() {
    let text = printed(&["playout", "tic-tac-toe", "--seconds", "0.05"]);
    let names: Vec<&str> = text.lines().skip(1).map(|line| line.split_whitespace().next().unwrap()).collect();
    let expected = [
        "playouts",
        "playouts_per_second",
        "nodal_states_per_second",
        "mean_nodal_states",
        "mean_all_states",
        "branching",
        "score_of_player_0",
        "score_of_player_1",
    ];
    assert_eq!(names, expected);
}

#[test]
fn games_that_the_cap_cuts_off_are_counted_apart() {
    let result = json(&["playout", "breakthrough", "--playouts", "50", "--cap", "3", "--format", "json"]);
    assert_eq!((&result["cut_off"], &result["mean_nodal_states"]["mean"]), (&50.into(), &3.0.into()));
    assert_eq!(result["scores"][0]["standard_error"], serde_json::Value::Null);
}

/// Rules that exceed the limits: more moves than are listed, moves without end, more ways to a move than are tried.
const ENDLESS: [(&str, &str, &str); 4] = [
    ("orthodox", "[$ a = 50, b = 50] (->a (any [x])^12 ->> ->b [e] ->>)*", "a position has more than 1048576 moves"),
    ("Mod", "(->a ([x])* ->b ([e])*)*", "the list of all moves takes more than 4194304 semimoves"),
    ("orthodox", "(->a ([x])* ->b ([e])*)*", "a move has more than 10000 steps"),
    ("Mod", "(->a ([x] + [e])^60 ->b [e])*", "the list of all moves takes more than 4194304 semimoves"),
];

#[test]
fn rules_that_hit_a_limit_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("endless.rbg");
    for (split, rules, expected) in ENDLESS {
        let text = format!(
            "#players = a(100), b(100)\n#pieces = e, x\n#variables =\n\
             #board = rectangle(up, down, left, right, [e, e, e] [e, e, e] [e, e, e])\n\
             #any = ((up* + down*) (left* + right*))\n#rules = {rules}\n"
        );
        std::fs::write(&path, text).unwrap();
        let message = refused(&["perft", path.to_str().unwrap(), "1", "--split", split]);
        assert!(message.starts_with("error: the game cannot go on: ") && message.contains(expected), "{split} {rules}: {message}");
    }
}
