//! Error messages for wrong experiment files, compared in full.

use crate::support::{Files, KINDS, fault, options, urgency};
use treebench::agents::agents;
use treebench::experiment::{LoadOptions, load};

/// Replaces one text of the example and compares the resulting error.
#[track_caller]
fn refused(from: &str, to: &str, expected: &str) {
    let text = urgency();
    assert!(text.contains(from));
    let expected = expected.replace("AGENTS_AND_TABLES", &agents_and(&["baseline", "candidate"])).replace("ALL_AGENTS", &agents_and(&[]));
    assert_eq!(fault(&text.replace(from, to)), expected.trim_start());
}

/// The names of some agents of a file, followed by all registered ones.
fn agents_and(others: &[&str]) -> String {
    let names: Vec<&str> = others.iter().copied().chain(agents().iter().map(|entry| entry.name)).collect();
    names.join(", ")
}

#[test]
fn a_misspelt_key() {
    refused(
        "games-per-cell",
        "games-per-sell",
        r#"
error: unknown key `games-per-sell` in `experiment`
 --> x.toml:6:1
  |
6 | games-per-sell = 200          # an even number: every seed is played twice, with seats swapped
  | ^^^^^^^^^^^^^^
  |
  = help: did you mean `games-per-cell`?
  = allowed: name, kind, games-per-cell, seed, question, paper, baseline, reference"#,
    );
}

#[test]
fn a_key_of_another_section_names_that_section() {
    refused(
        "[grid]\n",
        "[grid]\nagents = [\"uct\"]\nseed = 3\nmax-plies = 30\n",
        r#"
error: unknown key `agents` in `grid`
  --> x.toml:12:1
   |
12 | agents = ["uct"]
   | ^^^^^^
   |
   = help: in a match [compare] says who plays whom: candidate = "opponent", by names of agents; in a tournament, [tournament] players = ["…"]; in a search, every [agent.NAME] searches
   = allowed: game

error: unknown key `seed` in `grid`
  --> x.toml:13:1
   |
13 | seed = 3
   | ^^^^
   |
   = help: `seed` belongs in [experiment]
   = allowed: game

error: unknown key `max-plies` in `grid`
  --> x.toml:14:1
   |
14 | max-plies = 30
   | ^^^^^^^^^
   |
   = allowed: game"#,
    );
}

#[test]
fn what_is_guessed_wrongly_is_told_with_what_would_be_right() {
    for (from, to, told) in [
        ("games-per-cell = 200", "games-per-cell = 2e2", &["write it without a decimal point or exponent: 200"][..]),
        (
            "use = \"uct\"\n[agent.candidate.sweep]",
            "use = \"history\"\n[agent.candidate.sweep]",
            &["`history` is a parameter of ", "write use = \"mcts\", params = { history = … }"],
        ),
        ("[agent.candidate.sweep]", "[agent.candidat.sweep]", &["did you mean `[agent.candidate]`?"]),
        ("\"reversi\"", "\"../my/four.rbg\"", &["a rules file is written as game = { rbg = \"../my/four.rbg\" }"]),
        ("[compare]", "[comapre]", &["did you mean `compare`?", "profile, match, stop"]),
    ] {
        let text = urgency();
        assert!(text.contains(from), "{from}");
        let told_so = fault(&text.replace(from, to));
        assert!(told.iter().all(|words| told_so.contains(words)) && !told_so.contains("is missing"), "{told_so}");
    }
}

#[test]
fn a_misspelt_agent() {
    refused(
        "use = \"uct\"\n[agent.candidate.sweep]",
        "use = \"utc\"\n[agent.candidate.sweep]",
        r#"
error: unknown agent `utc`
  --> x.toml:15:7
   |
15 | use = "utc"
   |       ^^^^^
   |
   = help: did you mean `uct`?
   = allowed: ALL_AGENTS"#,
    );
}

#[test]
fn a_game_for_an_agent() {
    refused(
        "use = \"uct\"\n[agent.candidate.sweep]",
        "use = \"tic-tac-toe\"\n[agent.candidate.sweep]",
        r#"
error: unknown agent `tic-tac-toe`
  --> x.toml:15:7
   |
15 | use = "tic-tac-toe"
   |       ^^^^^^^^^^^^^
   |
   = help: `tic-tac-toe` is a game: games belong in [grid], as in game = "tic-tac-toe"
   = allowed: ALL_AGENTS"#,
    );
}

#[test]
fn a_wrong_type() {
    refused(
        "seed = 7",
        "seed = \"seven\"",
        r#"
error: `seed` must be a whole number of at least 0, not "seven"
 --> x.toml:5:8
  |
5 | seed = "seven"
  |        ^^^^^^^"#,
    );
}

#[test]
fn a_negative_budget() {
    refused(
        "[200, 1_000]",
        "[200, -1_000]",
        r#"
error: `iterations` must be a whole number of at least 1, not -1000
 --> x.toml:9:20
  |
9 | iterations = [200, -1_000]     # or states = …, or time = "0.5s"; a list is an axis of the grid
  |                    ^^^^^^"#,
    );
}

#[test]
fn an_odd_number_of_games_is_refused_at_its_place() {
    refused(
        "games-per-cell = 200",
        "games-per-cell = 201",
        r#"
error: games-per-cell must be even, not 201
 --> x.toml:6:18
  |
6 | games-per-cell = 201          # an even number: every seed is played twice, with seats swapped
  |                  ^^^"#,
    );
}

#[test]
fn an_empty_grid() {
    refused(
        "[\"breakthrough\", \"connect-four\", \"reversi\"]",
        "[]",
        r#"
error: `game` is empty: it needs at least one value
  --> x.toml:12:8
   |
12 | game = []
   |        ^^"#,
    );
}

#[test]
fn a_duplicate_cell() {
    refused(
        "\"reversi\"",
        "\"breakthrough\"",
        r#"
error: duplicate cells: each combination may occur once
  --> x.toml:12:41
   |
12 | game = ["breakthrough", "connect-four", "breakthrough"]
   |                                         ^^^^^^^^^^^^^^
   |
   = help: remove the repetition"#,
    );
}

#[test]
fn a_game_for_three_in_a_comparison_of_two() {
    refused(
        "\"reversi\"",
        "\"connect-three\"",
        r#"
error: `connect-three` is a game for 3, but this comparison has 2 participants
  --> x.toml:23:13
   |
23 | candidate = "baseline"
   |             ^^^^^^^^^^
   |
   = help: name 2 of its opponents: candidate = ["baseline", "baseline"]
   = help: or exclude these cells with [[exclude]]"#,
    );
}

#[test]
fn a_misspelt_parameter() {
    refused(
        "fpu = [",
        "fpuu = [",
        r#"
error: unknown parameter `fpuu`
  --> x.toml:17:1
   |
17 | fpuu = [0.5, 1.0, 1.5]
   | ^^^^
   |
   = help: did you mean `fpu`?
   = allowed: exploration, fpu, first-play, ties, final-move, policy, tree-reuse, playout-cap, cap-score, max-nodes, search-single-move"#,
    );
}

#[test]
fn all_values_of_a_sweep_are_checked() {
    refused(
        "0.5, 1.0",
        "-0.5, \"x\"",
        r#"
error: `fpu` must be a number of at least 0, not -0.5
  --> x.toml:17:8
   |
17 | fpu = [-0.5, "x", 1.5]
   |        ^^^^

error: `fpu` must be a number of at least 0, not "x"
  --> x.toml:17:14
   |
17 | fpu = [-0.5, "x", 1.5]
   |              ^^^"#,
    );
}

#[test]
fn a_misspelt_opponent() {
    refused(
        "candidate = \"baseline\"",
        "candidate = \"basline\"",
        r#"
error: unknown agent `basline`
  --> x.toml:23:13
   |
23 | candidate = "basline"
   |             ^^^^^^^^^
   |
   = help: did you mean `baseline`?
   = allowed: AGENTS_AND_TABLES"#,
    );
}

#[test]
fn broken_syntax() {
    refused(
        "[grid]",
        "[grid",
        r#"
error: invalid TOML: unclosed table, expected `]`
  --> x.toml:11:6
   |
11 | [grid
   |      ^"#,
    );
}

/// What follows an array that is not closed is read as a part of it, and is not reported.
#[test]
fn an_array_that_is_not_closed() {
    let text = "[experiment]\nname = \"x\"\n[grid]\ngame = [\"hex\", \"go\"\n[agent.a]\nuse = \"uct\"\n[compare]\na = \"random\"\n";
    let expected = r#"
error: this is not TOML: this array is not closed, expected `]`
 --> x.toml:4:8
  |
4 | game = ["hex", "go"
  |        ^"#;
    assert_eq!(fault(text), expected.trim_start());
}

#[test]
fn a_name_of_other_letters_without_quotes() {
    refused(
        "[grid]",
        "[agent.été]\n[grid]",
        r#"
error: invalid TOML: invalid unquoted key, expected letters, numbers, `-`, `_`
  --> x.toml:11:8
   |
11 | [agent.été]
   |        ^
   |
   = help: quote keys with other characters: "été""#,
    );
    refused(
        "games-per-cell = 200          # an even number: every seed is played twice, with seats swapped",
        "spiele-für-jede = 4",
        r#"
error: invalid TOML: invalid unquoted key, expected letters, numbers, `-`, `_`
 --> x.toml:6:9
  |
6 | spiele-für-jede = 4
  |         ^
  |
  = help: quote keys with other characters: "spiele-für-jede""#,
    );
    // One error: the end of the head is no other.
    for (head, name) in [("[agent.größe klein]", "größe klein"), ("[ agent.größe .sweep]", "größe"), ("[agent.größe", "größe")]
    {
        let said = fault(&format!("[experiment]\nname = \"x\"\n{head}\nuse = \"uct\"\n"));
        assert_eq!(said.matches("error: ").count(), 1, "{said}");
        assert!(said.contains(&format!("quote keys with other characters: \"{name}\"")), "{said}");
    }
    let said = fault("[agent.\"größe]\nuse = \"uct\"\n");
    assert_eq!((said.matches("error: ").count(), said.contains("invalid basic string")), (1, true), "{said}");
}

/// `clock` of [budget] is a time control, and that of [match] a choice.
#[test]
fn a_word_of_another_section() {
    let budget = |lines: &str| {
        let text = format!("[experiment]\nname = \"x\"\nkind = \"match\"\n[budget]\n{lines}\n");
        Files::new(&[("x.toml", &text)]).load(&options()).err().expect("there is no game")
    };
    for lines in ["clock = \"cpu\"", "time = \"0.1s\"\nclock = \"cpu\"", "clock = \"wall\"\niterations = 10"] {
        let word = lines.split('"').rev().find(|word| ["cpu", "wall"].contains(word)).unwrap();
        let said = budget(lines);
        let help = format!("help: `clock = \"{word}\"` belongs in [match]");
        assert!(said.lines().any(|line| line.ends_with(&help)), "{said}");
    }
    assert!(!budget("clock = \"soon\"").contains("belongs in"));
}

#[test]
fn a_duplicate_key() {
    refused(
        "seed = 7",
        "seed = 7\nseed = 8",
        r#"
error: invalid TOML: `seed` occurs twice, first on line 5
 --> x.toml:6:1
  |
6 | seed = 8
  | ^^^^
  |
  = help: remove one of the two, or join what they hold"#,
    );
}

#[test]
fn an_include_cycle_and_a_missing_file() {
    let files = Files::new(&[("x.toml", "include = [\"y.toml\", \"none.toml\"]"), ("y.toml", "# y\ninclude = [\"x.toml\"]")]);
    let expected = r#"
error: x.toml includes itself, directly or through another file
 --> y.toml:2:12
  |
2 | include = ["x.toml"]
  |            ^^^^^^^^
  |
  = note: included from x.toml:1

error: cannot read none.toml: No such file or directory
 --> x.toml:1:22
  |
1 | include = ["y.toml", "none.toml"]
  |                      ^^^^^^^^^^^"#;
    assert_eq!(files.load_pairs(&options()).err().unwrap(), expected.trim_start());
}

#[test]
fn an_unreadable_file() {
    assert_eq!(Files::new(&[]).load_pairs(&options()).err().unwrap(), "error: cannot read x.toml: No such file or directory");
    let told = Files::new(&[("my-x.toml", ""), ("xx.toml", ""), ("x.csv", "")]).load_pairs(&options()).err().unwrap();
    assert!(told.contains("did you mean `") && told.ends_with("xx.toml`?"), "{told}");
}

#[test]
fn a_file_that_is_not_text() {
    let files = Files::new(&[]);
    std::fs::write(files.path("x.toml"), b"a = 1\nb = \"\xff\"\n").unwrap();
    assert_eq!(
        files.load_pairs(&options()).err().unwrap(),
        "error: x.toml is not UTF-8 text: byte 12 in line 2 is not part of a character"
    );
}

#[test]
fn an_error_names_the_source_of_the_value() {
    let text = |profile: &str| format!("{}{profile}", urgency());
    let cases = [
        (
            "",
            "budget.iterations=-5",
            None,
            r#"
error: `iterations` must be a whole number of at least 1, not -5
 --> --set:1:21
  |
1 | budget.iterations = -5
  |                     ^^"#,
        ),
        (
            "[profile.fast]\nbudget.iterations = 0\n",
            "experiment.seed=8",
            Some("fast"),
            r#"
error: `iterations` must be a whole number of at least 1, not 0
  --> x.toml:25:21
   |
25 | budget.iterations = 0
   |                     ^
   |
   = note: profile `fast`"#,
        ),
        (
            "[profile.fast]\nbudget.iterations = 5\n",
            "experiment.seed=8",
            Some("fats"),
            r#"
error: unknown profile `fats`
 |
 = help: did you mean `fast`?
 = profiles: fast"#,
        ),
    ];
    for (tables, set, profile, expected) in cases {
        let options = LoadOptions { set: vec![set.into()], profile: profile.map(str::to_owned), ..options() };
        assert_eq!(Files::new(&[("x.toml", &text(tables))]).load_pairs(&options).err().unwrap(), expected.trim_start());
    }
}

#[test]
fn an_engine_with_parameters() {
    let engine = "engine = { protocol = \"gtp\", command = \"gnugo\" }\n";
    refused(
        "[agent.baseline]\nuse = \"uct\"\n",
        &format!("[agent.baseline]\n{engine}params = {{ level = 4 }}\n"),
        r#"
error: an agent has either `engine` or `params`; the program is configured by `command` and `options`
  --> x.toml:21:1
   |
21 | params = { level = 4 }
   | ^^^^^^"#,
    );
}

#[test]
fn a_limit_that_is_not_of_a_class() {
    refused(
        "[agent.baseline]\n",
        "[agent.baseline]\nlimit = \"10s\"\n",
        r#"
error: `limit` belongs to `python`; an engine has its own in `engine`
  --> x.toml:20:1
   |
20 | limit = "10s"
   | ^^^^^"#,
    );
}

#[test]
fn an_engine_that_could_not_play() {
    let engine = "engine = { protocol = \"gtp\", command = [\"gnugo\", \"{seed}\"], restart = \"worker\" }\n";
    refused(
        "[agent.baseline]\nuse = \"uct\"\n",
        &format!("[agent.baseline]\n{engine}"),
        r#"
error: a seed in the command is that of one game: write restart = "game", or leave restart out
  --> x.toml:20:71
   |
20 | engine = { protocol = "gtp", command = ["gnugo", "{seed}"], restart = "worker" }
   |                                                                       ^^^^^^^^"#,
    );
    let engine = "engine = { protocol = \"gtp\", command = \"gnugo\", limit = \"1ms\" }\n";
    refused(
        "[agent.baseline]\nuse = \"uct\"\n",
        &format!("[agent.baseline]\n{engine}"),
        r#"
error: `limit` must be a time from 10ms to 1000000s, not 0.001s
  --> x.toml:20:57
   |
20 | engine = { protocol = "gtp", command = "gnugo", limit = "1ms" }
   |                                                         ^^^^^"#,
    );
}

#[test]
fn a_list_where_one_value_is_expected() {
    let engine = "engine = { protocol = \"ugi\", command = \"e\", options = { Level = [0, 4] } }\n";
    refused(
        "[agent.baseline]\nuse = \"uct\"\n",
        &format!("[agent.baseline]\n{engine}"),
        r#"
error: `Level` must be a single value, not a list
  --> x.toml:20:65
   |
20 | engine = { protocol = "ugi", command = "e", options = { Level = [0, 4] } }
   |                                                                 ^^^^^^
   |
   = help: values to try for an agent or a game are lists in its table `sweep`"#,
    );
}

#[test]
fn an_engine_that_is_misspelt_is_still_an_engine() {
    for (engine, expected) in [
        ("{ protocl = \"gtp\", command = [\"e\"] }", "error: unknown key `protocl` in `agent.baseline.engine`"),
        ("\"gnugo\"", "error: `engine` must be a table: [agent.baseline.engine], not \"gnugo\""),
    ] {
        let shown = fault(&urgency().replace("[agent.baseline]\nuse = \"uct\"\n", &format!("[agent.baseline]\nengine = {engine}\n")));
        assert!(shown.starts_with(expected) && shown.matches("error: ").count() == 1, "{shown}");
        assert!(shown.contains("did you mean `protocol`?") || shown.contains("write engine = { protocol = \"ugi\", command = "), "{shown}");
    }
}

#[test]
fn a_range_in_a_sweep_and_a_name_for_use() {
    let shown = fault(&urgency().replace("fpu = [0.5, 1.0, 1.5]", "fpu = { from = 0.5, to = 1.5, steps = 3 }"));
    assert!(
        shown.contains("`fpu` must be a list of values, not a table") && shown.contains("write fpu = [0.2, 0.5, 1.0]; a range"),
        "{shown}"
    );
    let shown = fault(&urgency().replace("\"breakthrough\"", "{ name = \"breakthrough\" }"));
    assert!(shown.contains("unknown key `name` in `grid.game") && shown.contains("help: did you mean `use`?"), "{shown}");
}

#[test]
fn an_agent_by_another_word_than_use() {
    for word in ["kind", "type", "agent", "algorithm", "name"] {
        let shown = fault(&urgency().replace("[agent.baseline]\nuse = ", &format!("[agent.baseline]\n{word} = ")));
        assert!(
            shown.contains(&format!("unknown key `{word}` in `agent.baseline`")) && shown.contains("help: did you mean `use`?"),
            "{shown}"
        );
        assert_eq!(shown.matches("error: ").count(), 1, "{shown}");
    }
}

#[test]
fn of_a_long_line_what_is_around_the_fault() {
    let many = |last: &str| (1..300).map(|n| format!("{n}.5, ")).collect::<String>() + last;
    let shown = fault(&urgency().replace("fpu = [0.5, 1.0, 1.5]", &format!("fpu = [{}]", many("\"lots\", 0.5, 1.0"))));
    let [line, mark] = [" | … ", "^^^^^^"].map(|part| shown.lines().find(|line| line.contains(part)).expect(&shown));
    assert!(line.ends_with("299.5, \"lots\", 0.5, 1.0]") && line.chars().count() < 100, "{shown}");
    let column = |text: &str, part: &str| text[..text.find(part).unwrap()].chars().count();
    assert_eq!(column(line, "\"lots\""), column(mark, "^^^^^^"), "{shown}");
    let shown = fault(&urgency().replace("fpu = [0.5, 1.0, 1.5]", &format!("fpuu = [{}]", many("1.0"))));
    assert!(shown.contains("| fpuu = [1.5, 2.5, ") && shown.lines().all(|line| line.chars().count() < 200), "{shown}");
}

#[test]
fn two_opponents_in_a_game_for_two() {
    let shown = fault(&urgency().replace("candidate = \"baseline\"", "candidate = [\"baseline\", \"random\"]"));
    assert!(shown.contains("error: `breakthrough` is a game for 2, but this comparison has 3 participants"), "{shown}");
    assert!(shown.contains("help: for one match against each opponent, write candidate = [[\"baseline\"], [\"random\"]]"), "{shown}");
}

#[test]
fn the_field_s_usual_words() {
    let shown = fault(&urgency().replace("fpu = [0.5, 1.0, 1.5]", "c = [0.5, 1.0]"));
    assert!(shown.contains("unknown parameter `c`") && shown.contains("help: did you mean `exploration`?"), "{shown}");
}

/// Names of experiments and tables may contain letters of any script, but nothing invisible.
#[test]
fn names_of_any_script() {
    let named = |name: &str| {
        let text = urgency()
            .replace("name = \"urgency\"", &format!("name = \"{name}\""))
            .replace("[agent.candidate", &format!("[agent.\"{name}\""));
        text.replace("\ncandidate = ", &format!("\n\"{name}\" = "))
    };
    for name in ["größe", "Größe-2", "дерево", "木探索", "खोज"] {
        let files = Files::new(&[("x.toml", &named(name))]);
        let loaded = load(&files.path("x.toml"), KINDS, &options()).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!((loaded.experiment.name.as_str(), loaded.experiment.cells[0].participants[0].name.as_str()), (name, name));
    }
    for name in ["a b", "a/b", "a\\u200b", "a\\u202e", "a\\u00a0", ".a"] {
        assert!(fault(&named(name)).contains("must be made of letters, digits"), "{name}");
    }
}

#[test]
fn every_error_of_a_file_is_shown_at_once() {
    let text = urgency().replace("seed = 7", "sed = 7").replace("\"reversi\"", "\"revers\"").replace("[0.5,", "[-1,");
    let messages = fault(&text);
    assert_eq!(messages.matches("error: ").count(), 3, "{messages}");
}

/// An agent cannot be described inline where its name is expected: the message says where its table belongs.
#[test]
fn an_agent_in_place_of_a_name() {
    refused(
        "candidate = \"baseline\"",
        "candidate = { use = \"random\" }",
        r#"
error: `candidate` must be a text in quotes, not a table
  --> x.toml:23:1
   |
23 | candidate = { use = "random" }
   | ^^^^^^^^^
   |
   = help: write a table [agent.mine] with `use = "random"` and its other keys, and the name "mine" here"#,
    );
}
