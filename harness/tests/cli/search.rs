//! `search`.

use crate::bench::{json, printed};

#[test]
fn the_root_is_shown_best_first() {
    let args = ["search", "tic-tac-toe", "--agent", "uct", "--iterations", "2000", "--position", "XX./OO./... x"];
    let text = printed(&args);
    assert!(text.contains("\nchosen                  c3 by player 0\n"), "{text}");
    assert!(text.contains("\niterations              2000\n"), "{text}");
    let table: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("move")).take(7).collect();
    assert_eq!(table[0].split_whitespace().collect::<Vec<_>>(), ["move", "visits", "share", "mean"]);
    assert!(table[2].starts_with("c3 ") && table[2].ends_with("1.0000"), "{text}");
    assert!(text.starts_with("uct in tic-tac-toe\n") && text.contains("\nprincipal variation     c3\n"), "{text}");
    let verbose = printed(&[&args[..], &["--verbose"]].concat());
    assert!(verbose.starts_with("uct (cap-score=0.5, exploration=") && verbose.contains("c3 by player 0"), "{verbose}");
    let root = json(&[&args[..], &["--format", "json"]].concat());
    let visits: u64 = root["root"].as_array().unwrap().iter().map(|root| root["visits"].as_u64().unwrap()).sum();
    assert_eq!((visits, &root["player"], &root["chosen"]), (2000, &0.into(), &"c3".into()));
    assert!(root["tree_nodes"].as_u64().unwrap() > 5 && root["tree_bytes"].as_u64().unwrap() > 0, "{root}");
}

#[test]
fn what_is_proven_is_shown() {
    let search = |agent| ["search", "tic-tac-toe", "--agent", agent, "--iterations", "2000", "--position", "XX./OO./... x"];
    let text = printed(&search("gpn-mcts"));
    assert!(text.contains("\nbounds                  1\nproof_numbers           0 ∞\n"), "{text}");
    let heading = text.lines().find(|line| line.starts_with("move")).unwrap();
    assert_eq!(heading.split_whitespace().collect::<Vec<_>>(), ["move", "visits", "share", "mean", "bounds", "proof", "numbers"]);
    assert!(printed(&search("alpha-beta")).contains("\nbounds                  1\n"));
    let known = &json(&[&search("pns")[..], &["--format", "json"]].concat())["known"];
    assert_eq!((&known["proof_numbers"][0], &known["proof_numbers"][1], &known["bounds"]), (&0.into(), &().into(), &().into()));
}

#[test]
fn parameters_reach_the_one_that_has_them() {
    let result = json(&[
        "search",
        "breakthrough",
        "--agent",
        "uct",
        "-p",
        "width=5",
        "-p",
        "agent.fpu=1",
        "-p",
        "game.height=6",
        "--states",
        "500",
        "--format",
        "json",
    ]);
    assert_eq!((&result["game_params"]["width"], &result["game_params"]["height"]), (&5.into(), &6.into()));
    assert_eq!((&result["agent_params"]["fpu"], &result["budget"]), (&1.0.into(), &"500 states".into()));
    assert!(result["nodal_states"].as_u64().unwrap() >= 500, "{result}");
}

#[test]
fn chance_is_drawn_by_the_seed_before_the_search() {
    let search = |seed| {
        let mut found = json(&["search", "einstein", "--agent", "uct", "--iterations", "50", "--seed", seed, "--format", "json"]);
        // The clock differs.
        found["seconds"] = ().into();
        found["iterations_per_second"] = ().into();
        found
    };
    assert_eq!(search("3"), search("3"));
    assert_eq!(search("3")["drawn"].as_array().unwrap().len(), 1);
    let rolls: Vec<_> = ["0", "1", "2", "3", "4", "5"].map(|seed| search(seed)["drawn"][0].clone()).to_vec();
    assert!(rolls.iter().any(|roll| *roll != rolls[0]), "six seeds roll the same: {rolls:?}");
}

#[test]
fn few_moves_are_shown_unless_all_are_asked_for() {
    let search = |top| printed(&["search", "tic-tac-toe", "--agent", "uct", "--top", top]);
    assert!(search("2").contains("… and 7 more (--top 0 shows all)\n"));
    assert!(!search("0").contains("more"));
}

/// Some notations begin with a hyphen, which does not start an option here.
#[test]
fn a_position_may_begin_with_a_hyphen() {
    let error = crate::bench::refused(&["search", "tic-tac-toe", "--agent", "random", "--position", "--XX"]);
    assert!(error.contains("--XX") && !error.contains("unexpected argument"), "{error}");
}
