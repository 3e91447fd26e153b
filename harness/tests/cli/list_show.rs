//! `list` and `show`.

use crate::bench::{json, printed, refused};
use treebench::agents::agents;
use treebench::games::games;

#[test]
fn games_and_agents_are_listed_in_a_line_each() {
    let games = printed(&["list", "games"]);
    assert!(games.contains("\ntic-tac-toe                 2     Tic-tac-toe on 3×3"), "{games}");
    assert!(
        games.contains("one of their six pits anticlockwise, skipping the pit of origin.\n"),
        "only the first sentence of awari:\n{games}"
    );
    let names = printed(&["list", "games", "--names"]);
    for line in ["\nbackgammon                  2 C   ", "\nkuhn-poker                  2 CH  ", "\ndark-hex                    2  H  "] {
        assert!(games.contains(line), "`{line}` is missing in:\n{games}");
    }
    let of = |name: &str| {
        json(&["list", "games", "--format", "json"]).as_array().unwrap().iter().find(|game| game["name"] == name).unwrap().clone()
    };
    let (poker, three) = (of("kuhn-poker"), of("connect-three"));
    assert_eq!((&poker["chance"], &poker["hidden"], &three["players"]), (&true.into(), &true.into(), &3.into()));
    assert_eq!(names.lines().count() + 3, games.lines().count(), "{games}");
    assert!(names.lines().zip(games.lines()).all(|(name, line)| line.starts_with(&format!("{name}  "))), "{games}");
    let long = printed(&["list", "games", "--long"]);
    assert!(long.contains("  games/src/rust/tic_tac_toe.rs:") && long.contains("  width = 8\n"), "{long}");
    let agents = printed(&["list", "agents", "--long"]);
    for part in
        ["\nuct\n", "  fpu = inf\n", "a number of at least 0\n", "source: Gelly and Wang 2006", "\"visits\"  The one with the most visits"]
    {
        assert!(agents.contains(part), "`{part}` is missing in:\n{agents}");
    }
}

/// Games are selected by what they are, and everything by its words.
#[test]
fn lists_are_filtered() {
    let names = |words: &[&str]| printed(&[&["list"], words].concat());
    assert_eq!(names(&["games", "--hidden", "--chance", "--names", "poker"]), "kuhn-poker\nleduc-poker\nrg/kuhn-poker\n");
    let poker = names(&["games", "poker"]);
    assert!(poker.contains("rg/kuhn-poker") && !poker.contains("is short for"), "`kuhn-poker` is another game: {poker}");
    assert!(names(&["games", "breakthru"]).contains("`breakthru` is short for `rbg/breakthru`"));
    let of_three = names(&["games", "--players", "3"]);
    assert!(of_three.contains("connect-three ") && !of_three.contains("tic-tac-toe "), "{of_three}");
    assert!(of_three.contains("kuhn-poker ") && of_three.contains("3 CH  -p players=3  "), "{of_three}");
    assert!(of_three.lines().any(|line| line.starts_with("chinese-checkers ") && !line.contains("-p players")), "{of_three}");
    let of_five = names(&["games", "--players", "5", "--names"]);
    assert!(of_five.contains("kuhn-poker\n") && !of_five.contains("chinese-checkers\n") && !of_five.contains("rolit\n"), "{of_five}");
    let four = json(&["list", "games", "--players", "4", "--format", "json", "chinese-checkers"]);
    assert_eq!((&four[0]["players"], &four[0]["given"]["players"]), (&4.into(), &4.into()), "{four}");
    let open = json(&["list", "games", "--hidden", "--format", "json"]);
    assert!(open.as_array().is_some_and(|games| !games.is_empty() && games.iter().all(|game| game["hidden"] == true)), "{open}");
    assert!(names(&["agents", "INFORMATION SET", "--names"]).contains("mo-ismcts\n"));
    assert_eq!(names(&["games", "--players", "9"]), "nothing fits\n");
}

#[test]
fn lists_hold_every_registered_entry_in_the_registry_s_order() {
    let names = |what| -> Vec<String> {
        let list = json(&["list", what, "--format", "json"]);
        list.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("games"), games().iter().map(|entry| entry.name).collect::<Vec<_>>());
    assert_eq!(names("agents"), agents().iter().map(|entry| entry.name).collect::<Vec<_>>());
}

/// `list` and `show` print these, so they may not be empty or contradict each other.
#[test]
fn every_entry_is_documented_and_its_defaults_are_allowed() {
    let of_games = games().iter().map(|entry| (entry.name, entry.doc(), entry.specs()));
    let of_agents = agents().iter().map(|entry| (entry.name, (entry.doc)(), (entry.specs)()));
    for (name, doc, specs) in of_games.chain(of_agents) {
        assert!(!doc.is_empty(), "`{name}` has no documentation");
        for spec in specs {
            assert_eq!(spec.check(&spec.default), Ok(spec.default.clone()), "`{name}`, parameter `{}`", spec.name);
        }
    }
}

#[test]
fn parameters_are_complete_in_json() {
    let shown = json(&["show", "uct", "--format", "json"]);
    let params = shown[0]["params"].as_array().unwrap();
    let param = |name: &str| params.iter().find(|param| param["name"] == name).unwrap();
    assert_eq!((&param("fpu")["default"], &param("fpu")["min"], &param("fpu")["max"]), (&"inf".into(), &0.0.into(), &"inf".into()));
    assert_eq!(param("final-move")["choices"][1]["word"], "mean");
    assert_eq!(param("tree-reuse")["default"], true);
}

#[test]
fn a_game_is_shown_with_its_start() {
    let shown = printed(&["show", "tic-tac-toe"]);
    for part in ["game tic-tac-toe\n", "players: 2\n", "scores: 0 to 1\n", "start: .../.../... x\n", "semimoves there: 9\n"] {
        assert!(shown.contains(part), "`{part}` is missing in:\n{shown}");
    }
}

#[test]
fn a_short_name_says_what_it_is_short_for() {
    let shown = printed(&["show", "hex"]);
    assert!(shown.starts_with("game rbg/hex\n") && shown.contains("`hex` is short for `rbg/hex`; another game is `rg/hex`\n"), "{shown}");
    assert!(!printed(&["show", "rbg/hex"]).contains("is short for"));
    assert!(printed(&["list", "games"]).contains("; `amazons` is short for `rbg/amazons`, and so on\n"));
}

#[test]
fn the_swap_rule_is_listed_where_it_applies() {
    assert!(printed(&["show", "tic-tac-toe"]).contains("\n  swap = false\n      Whether the second player may take"));
    for other in ["backgammon", "kuhn-poker", "chinese-checkers"] {
        assert!(!printed(&["show", other]).contains("swap = "), "{other}");
    }
}

/// Columns of a board of hexagons that lean are named below it, those of other boards of hexagons are not.
#[test]
fn columns_of_hexagons_have_letters_if_they_are_straight() {
    let shown = printed(&["show", "rg/hex"]);
    let rows: Vec<&str> = shown.lines().filter(|line| line.contains(". . . .")).collect();
    assert!(rows.len() == 7 && rows[0].trim_start().starts_with("7 .") && rows[6].trim_start().starts_with("1 ."), "{shown}");
    let letters = shown.lines().find(|line| line.trim() == "a b c d e f g").unwrap_or_else(|| panic!("{shown}"));
    assert_eq!(letters.find('a').unwrap(), rows[6].find('.').unwrap() + 1, "half a place further right:\n{shown}");
    assert!(!printed(&["show", "rbg/hex"]).contains(" a b c"));
}

#[test]
fn experiments_are_found_by_their_question() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("b.toml"), "# Is it\n# so?\n#\n# Details.\n[experiment]\n").unwrap();
    std::fs::write(folder.path().join("a.toml"), "[experiment]\n").unwrap();
    std::fs::write(folder.path().join("b.baseline.toml"), "# A baseline\n").unwrap();
    std::fs::write(folder.path().join("Cargo.toml"), "[package]\n").unwrap();
    std::fs::write(folder.path().join("notes.txt"), "# No experiment\n").unwrap();
    let path = folder.path().to_str().unwrap();
    assert_eq!(printed(&["list", "experiments", "--folder", path]), format!("{path}/a.toml\n{path}/b.toml  Is it so?\n"));
    assert!(printed(&["show", "b", "--folder", path]).starts_with("experiment b\n  Is it so?\n"));
    assert!(refused(&["show", "bb", "--folder", path]).contains("did you mean `b`?"));
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/rules/breakthrough.rbg");
    assert!(printed(&["show", rules]).starts_with("game breakthrough.rbg\n"), "a rules file is a game");
    let missing = refused(&["list", "experiments", "--folder", &format!("{path}/none")]);
    assert!(missing.starts_with("error: cannot read `"), "{missing}");
}
